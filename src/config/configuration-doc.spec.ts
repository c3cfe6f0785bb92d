import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { configSchema, loadConfig } from './config.js';

const document = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
const rows = [...document.matchAll(/^\| `(\w+)`\s*\| (?:`([^`]*)`|none)\s*\| (.+?)\s*\|$/gm)].map(
  ([, key, fallback = '', meaning]) => ({ key, fallback, meaning }),
);

it('docs/configuration.md has each key, in the order of the schema, with its default and a sentence', () => {
  expect(rows.map(({ key }) => key)).toEqual(Object.keys(configSchema.shape));
  const defaults = Object.entries(loadConfig({})) as [string, unknown][];
  // Keys that hold lists are written as texts, and have none.
  const written = (value: unknown) => (typeof value === 'object' ? '' : JSON.stringify(value).replaceAll('"', ''));
  expect(Object.fromEntries(rows.map(({ key, fallback }) => [key, fallback]))).toEqual({
    ...Object.fromEntries(rows.map(({ key }) => [key, ''])),
    ...Object.fromEntries(defaults.map(([key, value]) => [key, written(value)])),
  });
  for (const { key, meaning } of rows) expect(meaning, key).toMatch(/^[A-Z`].+\.$/);
});
