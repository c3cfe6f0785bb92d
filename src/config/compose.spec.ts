import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { SETTING_KEYS } from './config.js';

const compose = parse(readFileSync(new URL('../../docker-compose.yml', import.meta.url), 'utf8')) as {
  readonly services: {
    readonly heartwood: { readonly env_file: unknown; readonly environment: Readonly<Record<string, string>> };
  };
};

it('docker-compose.yml passes the settings of .env, and sets none that does not exist', () => {
  const { env_file: file, environment } = compose.services.heartwood;
  expect(file).toEqual([{ path: '.env', required: false }]);
  expect(SETTING_KEYS).toEqual(expect.arrayContaining(Object.keys(environment)));
});
