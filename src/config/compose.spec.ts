import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { configSchema } from './config.js';

const compose = parse(readFileSync(new URL('../../docker-compose.yml', import.meta.url), 'utf8')) as {
  readonly services: { readonly heartwood: { readonly environment: Readonly<Record<string, string>> } };
};

/**
 * Settings that the container sets itself: its address, its folders, its database, no Maven, and no configuration file.
 */
const OF_THE_CONTAINER = [
  ...['HOST', 'PORT', 'HEARTWOOD_DATA_DIR', 'LOCAL_MODEL_DIR', 'NEO4J_URI'],
  ...['HEARTWOOD_MANAGED_DATABASE', 'HEARTWOOD_CONFIG', 'MAVEN_COMMAND'],
];

it('docker-compose.yml passes each setting of docs/configuration.md, and no other', () => {
  const { environment } = compose.services.heartwood;
  // configuration-doc.spec.ts compares the page with the schema.
  const settings = Object.keys(configSchema.shape).filter((key) => !OF_THE_CONTAINER.includes(key));
  expect(Object.keys(environment).sort()).toEqual([...settings, 'NEO4J_URI'].sort());
  for (const key of settings.filter((each) => each !== 'NEO4J_USER')) {
    expect(environment[key], key).toMatch(new RegExp(`^\\$\\{${key}(?::?-[^}]*|:\\?[^}]*)\\}$`));
  }
});
