import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings from the file that `npm start` and the service read in addition to the environment. */
export function environmentOfFile(): Environment {
  const file = join(process.cwd(), '.env');
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
}
