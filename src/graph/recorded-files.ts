import { ConflictError } from '../common/errors.js';
import { sha256 } from '../common/hash.js';
import { cypherFileNames, readCypherFile } from './statement.js';

/** The database's record of a Cypher file that runs only once. */
export interface RecordedFile {
  readonly name: string;
  /** Detects changes of the file after it was run. */
  readonly checksum: string;
}

/** The files of one folder under `cypher/`, in the order of their names. */
export function recordedFiles(folder: 'schema' | 'migrations'): (RecordedFile & { readonly text: string })[] {
  return cypherFileNames()
    .filter((name) => name.startsWith(`${folder}/`))
    .map((name) => {
      const { text } = readCypherFile(name);
      return { name, checksum: sha256(text).slice(0, 16), text };
    });
}

/**
 * @param recorded the file's checksum when it was run
 * @throws ConflictError when the file has changed since: such files are added, never edited
 */
export function assertUnchanged({ name, checksum }: RecordedFile, recorded: string): void {
  if (checksum !== recorded) {
    throw new ConflictError(`${name} was changed after it had been applied; add a new file instead`);
  }
}
