import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { findNeo4jSource, type Neo4jSource } from '../../scripts/lib/prerequisites.mjs';
import { VERSION } from '../common/version.js';
import { ManagedNeo4jError, type ReportProgress } from './errors.js';
import { foldersOf, type Folders } from './folders.js';
import { copyDatabase, copyFolder, type Generation, GENERATIONS, storedGeneration } from './generations.js';
import { resolveJars } from './jars.js';
import { runAdmin } from './launch.js';
import { startManagedNeo4j, takeLock } from './managed-neo4j.js';

/** Name of the database and of its dump file in Neo4j's tools. */
const DATABASE = 'neo4j';
const DUMP = `${DATABASE}.dump`;
const NOTE = 'backup.json';

export interface BackupOptions {
  /** Folder of the managed database: `<data folder>/neo4j`. */
  readonly dataDir: string;
  /** Default: the file in `dataDir` that a start uses, too. */
  readonly jarsFile?: string;
  readonly now: Date;
  readonly source?: Neo4jSource;
  readonly onProgress?: ReportProgress;
}

/**
 * Dumps the stopped managed database into an empty folder.
 *
 * @throws ManagedNeo4jError when there is no database, it runs, Docker runs it, or the folder is not empty
 */
export async function backUp(folder: string, options: BackupOptions): Promise<void> {
  const folders = foldersOf(resolve(options.dataDir));
  if (!existsSync(folders.passwordFile)) throw new ManagedNeo4jError(`There is no database in ${folders.base}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length > 0) throw new ManagedNeo4jError(`${folder} is not empty`);
  const lock = await takeLock(folders, report(options));
  try {
    const generation = storedGeneration(folders);
    const { java, jars } = await tool(folders, generation, options);
    report(options)({ title: 'Writing the backup' });
    const failure = runAdmin(folders, java, jars, ['database', 'dump', DATABASE, `--to-path=${resolve(folder)}`]);
    if (failure !== undefined) {
      rmSync(join(folder, DUMP), { force: true });
      throw new ManagedNeo4jError(`The backup could not be written: ${failure}`);
    }
    const sha256 = await hashOf(join(folder, DUMP));
    const note = { generation, release: VERSION, at: options.now.toISOString(), sha256 };
    writeFileSync(join(folder, NOTE), `${JSON.stringify(note)}\n`, { mode: 0o600 });
  } finally {
    lock.release();
  }
}

/**
 * Restores a backup, replacing the managed database if there is one. The current password of the database is kept. If
 * the backup cannot be restored, the database is afterwards as it was before.
 *
 * @param replace must be true if there is a database; that one is first copied to a folder beside it
 * @returns the folder of that copy; undefined if there was no database
 * @throws ManagedNeo4jError when the folder contains no backup, or one of another Neo4j generation than the current
 *   database, when the backup is damaged, and when the database runs
 */
export async function restore(
  folder: string,
  { replace, ...options }: BackupOptions & { readonly replace: boolean },
): Promise<string | undefined> {
  const folders = foldersOf(resolve(options.dataDir));
  const { generation, sha256 } = noteOf(folder);
  const isThere = existsSync(folders.passwordFile);
  if (isThere && !replace) {
    throw new ManagedNeo4jError(
      `${folders.base} holds a database: --replace copies it beside, and puts the backup in its place`,
    );
  }
  if (isThere && storedGeneration(folders) !== generation) {
    throw new ManagedNeo4jError(
      `The backup is of Neo4j ${generation}, and the database in ${folders.base} of ${storedGeneration(folders)}. ` +
        'Restore it into a folder of its own (HEARTWOOD_DATA_DIR)',
    );
  }
  // Backups of earlier releases have no hash.
  if (sha256 !== undefined && (await hashOf(join(folder, DUMP))) !== sha256) {
    throw new ManagedNeo4jError(
      `${join(folder, DUMP)} was changed or cut short since the backup; nothing was restored`,
    );
  }
  // A database that was never started lacks a password and its system database.
  if (!isThere) await (await startManagedNeo4j({ ...options, generation, ports: { bolt: 0, http: 0 } })).stop();
  const lock = await takeLock(folders, report(options));
  try {
    const { java, jars } = await tool(folders, generation, options);
    const copy = isThere ? copyFolder(folders, generation, options.now) : undefined;
    if (copy !== undefined) {
      report(options)({ title: `Copying the database to ${copy}` });
      await copyDatabase(folders, generation, copy);
    }
    report(options)({ title: 'Restoring the backup' });
    const command = ['database', 'load', DATABASE, `--from-path=${resolve(folder)}`, '--overwrite-destination=true'];
    const failure = runAdmin(folders, java, jars, command);
    if (failure === undefined) return copy;
    putBack(folders, copy);
    const before = copy === undefined ? 'There is no database, as before' : 'The database is as it was';
    throw new ManagedNeo4jError(`The backup could not be restored: ${failure}. ${before}`);
  } finally {
    lock.release();
  }
}

/** Undoes a failed restore, which leaves an empty or incomplete database. */
function putBack({ home, base, passwordFile, generationFile }: Folders, copy: string | undefined): void {
  if (copy === undefined) {
    for (const path of [home, passwordFile, generationFile]) rmSync(path, { recursive: true, force: true });
    return;
  }
  rmSync(home, { recursive: true, force: true });
  renameSync(join(copy, relative(base, home)), home);
  rmSync(copy, { recursive: true, force: true });
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function report({ onProgress }: BackupOptions): ReportProgress {
  return onProgress ?? (() => undefined);
}

async function tool(
  folders: Folders,
  generation: Generation,
  options: BackupOptions,
): Promise<{ java: string; jars: readonly string[] }> {
  const source = options.source ?? findNeo4jSource({ ...process.env, NEO4J_URI: undefined });
  if (source.kind !== 'java') {
    throw new ManagedNeo4jError(
      'Docker runs this database: stop it, and run neo4j-admin of its image on its folder (docs/backup.md)',
    );
  }
  const jarsFile = options.jarsFile ?? join(folders.base, 'jars.json');
  const jars = await resolveJars(generation, jarsFile, source.maven, report(options));
  return { java: source.java, jars };
}

function noteOf(folder: string): { readonly generation: Generation; readonly sha256: string | undefined } {
  const path = join(folder, NOTE);
  if (!existsSync(path) || !existsSync(join(folder, DUMP))) {
    throw new ManagedNeo4jError(`${folder} holds no backup: it has no ${existsSync(path) ? DUMP : NOTE}`);
  }
  const { generation, sha256 } = readNote(path);
  const known = (Object.keys(GENERATIONS) as Generation[]).find((each) => each === generation);
  if (!known) throw new ManagedNeo4jError(`The backup is of Neo4j ${generation}, which this release does not run`);
  return { generation: known, sha256 };
}

function readNote(path: string): { readonly generation?: string; readonly sha256?: string } {
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) ?? {}) as { generation?: string; sha256?: string };
  } catch {
    throw new ManagedNeo4jError(`${path} is not JSON, so it is none that a backup writes`);
  }
}
