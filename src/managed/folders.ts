import { join } from 'node:path';

/** Where one managed database keeps what. */
export interface Folders {
  readonly base: string;
  /** Home folder of Neo4j: data, logs. */
  readonly home: string;
  readonly conf: string;
  readonly logFile: string;
  readonly lockFile: string;
  /** The password of a database that has been up. */
  readonly passwordFile: string;
  /** The password of one that has not been up yet. */
  readonly newPasswordFile: string;
  /** Which generation of Neo4j the data is of. */
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
