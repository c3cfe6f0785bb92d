import { readFileSync } from 'node:fs';

/** Version of the service, from package.json. */
export const VERSION: string = readVersion();

function readVersion(): string {
  // The relative path is the same from `src` and from `dist`.
  const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}
