import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withTools } from '../../scripts/mcp-page.mjs';
import { TOOLS_BY_PROFILE } from './profiles.js';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
type Listed = Parameters<typeof withTools>[1];

it('docs/mcp.md lists the tools as agents see them; npm run mcp-page writes the list', () => {
  const page = read('docs/mcp.md');
  expect(withTools(page, JSON.parse(read('src/mcp/tools.json')) as Listed, TOOLS_BY_PROFILE)).toBe(page);
});
