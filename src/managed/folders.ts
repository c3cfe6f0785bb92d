import { join } from 'node:path';

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
  };
}
