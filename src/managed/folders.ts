import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ManagedNeo4jError } from './errors.js';

/** Paths of the files of one managed database. */
export interface Folders {
  readonly base: string;
  /** Home folder of Neo4j: data, logs. */
  readonly home: string;
  readonly conf: string;
  readonly logFile: string;
  readonly lockFile: string;
  /** Password of a database that has been started successfully before. */
  readonly passwordFile: string;
  /** Password of a database that has not yet been started successfully. */
  readonly newPasswordFile: string;
  /** File that contains the Neo4j generation of the data. */
  readonly generationFile: string;
  /** Folder of the database into which a backup is loaded, before it takes the place of this one. */
  readonly restoring: string;
}

export function foldersOf(base: string): Folders {
  const home = join(base, 'home');
  return {
    base,
    home,
    conf: join(base, 'conf'),
    logFile: join(base, 'console.log'),
    lockFile: join(base, 'lock'),
    passwordFile: join(base, 'password'),
    newPasswordFile: join(base, 'password.new'),
    generationFile: join(base, 'generation'),
    restoring: join(base, 'restoring'),
  };
}

/** @throws ManagedNeo4jError when there is a database that was started before, and its password is missing */
export function assertPasswordIsThere({ home, passwordFile, newPasswordFile }: Folders): void {
  const data = join(home, 'data');
  if (existsSync(passwordFile) || existsSync(newPasswordFile) || !existsSync(join(data, 'databases'))) return;
  throw new ManagedNeo4jError(
    `${data} holds a database, but its password (${passwordFile}) is gone. ` +
      'Put the file back, or set HEARTWOOD_DATA_DIR to another folder.',
  );
}
