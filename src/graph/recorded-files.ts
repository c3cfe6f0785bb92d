import { ConflictError } from '../common/errors.js';
import { sha256 } from '../common/hash.js';
import { cypherFileNames, readCypherFile } from './statement.js';

/** The database's record of a Cypher file that runs only once. */
export interface RecordedFile {
  readonly name: string;
  /** Checksum of the file, which shows changes after the file was run. */
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
 * @param recorded checksum of the file when it was run
 * @throws ConflictError when the file has changed since: such files must be added and never edited
 */
export function assertUnchanged({ name, checksum }: RecordedFile, recorded: string): void {
  if (checksum !== recorded) {
    throw new ConflictError(`${name} was changed after it had been applied; add a new file instead`);
  }
}
