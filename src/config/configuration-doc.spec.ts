import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseConfigFile } from './config-file.js';
import { loadConfig, SETTING_KEYS } from './config.js';

const document = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
const rows = [...document.matchAll(/^\| `(\w+)`\s*\| (?:`([^`]*)`|none)\s*\| (.+?)\s*\|$/gm)].map(
  ([, key = '', fallback, meaning]) => ({ key, fallback, meaning }),
);

it('docs/configuration.md has each key, in the order of the schema, with its default and a sentence', () => {
  expect(rows.map(({ key }) => key)).toEqual(SETTING_KEYS);
  const defaults = loadConfig({});
  // Setting all documented defaults explicitly results in the same configuration as setting none.
  expect(loadConfig(Object.fromEntries(rows.map(({ key, fallback }) => [key, fallback])))).toEqual(defaults);
  // Each key with a default documents it; lists have an empty default.
  const withDefault = Object.entries(defaults).filter(
    ([key, value]) => SETTING_KEYS.includes(key) && typeof value !== 'object' && value !== undefined,
  );
  expect(rows.filter(({ fallback }) => fallback !== undefined).map(({ key }) => key)).toEqual(
    withDefault.map(([key]) => key),
  );
  for (const { key, meaning } of rows) expect(meaning, key).toMatch(/^[A-Z`].+\.$/);
});

it('there are at most 45 of them', () => {
  expect(SETTING_KEYS.length).toBeLessThanOrEqual(45);
});

it('the heartwood.yaml shown there sets the keys it names, to their defaults', () => {
  const example = /```yaml\n([\s\S]*?)```/.exec(document)?.[1] ?? '';
  const { settings } = parseConfigFile(example, 'heartwood.yaml');
  const named = [...example.matchAll(/# ([A-Z_]{6,})/g)].map(([, key]) => key);
  expect([...settings.keys()]).toEqual(named);
  const examples = { EMBEDDING_MODEL: 'text-embedding-3-small', EMBEDDING_DIMENSIONS: 1536 };
  expect(loadConfig({}, settings)).toEqual({ ...loadConfig({}), ...examples, DISTILLATION_MODEL: 'claude-3-haiku' });
});
