import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { findNeo4jSource, type Neo4jSource } from '../../scripts/lib/prerequisites.mjs';
import { VERSION } from '../common/version.js';
import { ManagedNeo4jError, type ReportProgress } from './errors.js';
import { assertPasswordIsThere, foldersOf, type Folders } from './folders.js';
import { copyFolder, copyWithoutData, type Generation, GENERATIONS, storedGeneration } from './generations.js';
import { resolveJars } from './jars.js';
import { runAdmin } from './launch.js';
import { takeLock } from './lock.js';
import { startManagedNeo4j } from './managed-neo4j.js';
import { endInterruptedRestore, putInPlace, recordLoaded, removeRestoring } from './restoring.js';

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
  if (!existsSync(folders.base)) throw noDatabase(folders);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length > 0) throw new ManagedNeo4jError(`${folder} is not empty`);
  const lock = await takeLock(folders, report(options));
  try {
    await endInterruptedRestore(folders, report(options));
    if (!existsSync(folders.passwordFile)) throw noDatabase(folders);
    const generation = storedGeneration(folders);
    const { java, jars } = await tool(folders, generation, options);
    report(options)({ title: 'Writing the backup' });
    const command = ['database', 'dump', DATABASE, `--to-path=${resolve(folder)}`];
    const failure = await runAdmin(folders, java, jars, command, (guardPid) => lock.update({ guardPid }));
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
 * Restores a backup, replacing the managed database if there is one. The current password of the database is kept. The
 * backup is loaded beside the database, which is moved away only afterwards. So if the backup cannot be restored, or
 * this process is killed meanwhile, the database is as it was before.
 *
 * @param replace must be true if there is a database; that one is moved to a folder beside it
 * @returns the folder to which it was moved; undefined if there was no database
 * @throws ManagedNeo4jError when the folder contains no backup, or one of another Neo4j generation than the current
 *   database, when the backup is damaged, and when the database runs
 */
export async function restore(
  folder: string,
  { replace, ...options }: BackupOptions & { readonly replace: boolean },
): Promise<string | undefined> {
  const folders = foldersOf(resolve(options.dataDir));
  const note = noteOf(folder);
  mkdirSync(folders.base, { recursive: true, mode: 0o700 });
  const lock = await takeLock(folders, report(options));
  try {
    await endInterruptedRestore(folders, report(options));
    const isThere = existsSync(folders.passwordFile);
    assertPasswordIsThere(folders);
    if (isThere) assertReplaceable(folders, note.generation, replace);
    await assertUnchanged(join(folder, DUMP), note.sha256);
    try {
      await load(folder, folders, note.generation, options, (guardPid) => lock.update({ guardPid }));
    } catch (error) {
      removeRestoring(folders);
      throw error;
    }
    const copy = isThere ? copyFolder(folders, note.generation, options.now) : undefined;
    recordLoaded(folders, copy);
    putInPlace(folders);
    return copy;
  } finally {
    lock.release();
  }
}

/** Makes the folder `restoring` a database with the content of the backup, and the password of the current one. */
async function load(
  folder: string,
  folders: Folders,
  generation: Generation,
  options: BackupOptions,
  began: (pid: number) => void,
): Promise<void> {
  const restoring = foldersOf(folders.restoring);
  const { java, jars } = await tool(folders, generation, options);
  const isThere = existsSync(folders.passwordFile);
  if (isThere) {
    mkdirSync(restoring.base, { mode: 0o700 });
    await copyWithoutData(folders, DATABASE, restoring.base);
  } else {
    // A database that was never started lacks a password and its system database.
    const jarsFile = jarsFileOf(folders, options);
    const start = { ...options, jarsFile, dataDir: restoring.base, generation, ports: { bolt: 0, http: 0 } };
    await (await startManagedNeo4j(start)).stop();
  }
  report(options)({ title: 'Restoring the backup' });
  const command = ['database', 'load', DATABASE, `--from-path=${resolve(folder)}`, '--overwrite-destination=true'];
  const failure = await runAdmin(restoring, java, jars, command, began);
  if (failure === undefined) return;
  const before = isThere ? 'The database is as it was' : 'There is no database, as before';
  throw new ManagedNeo4jError(`The backup could not be restored: ${failure}. ${before}`);
}

function assertReplaceable(folders: Folders, generation: Generation, replace: boolean): void {
  if (!replace) {
    throw new ManagedNeo4jError(
      `${folders.base} holds a database: --replace moves it to a folder beside it, and puts the backup in its place`,
    );
  }
  if (storedGeneration(folders) === generation) return;
  throw new ManagedNeo4jError(
    `The backup is of Neo4j ${generation}, and the database in ${folders.base} is of ${storedGeneration(folders)}. ` +
      'Restore it into a folder of its own (HEARTWOOD_DATA_DIR)',
  );
}

/** @param sha256 undefined for backups of earlier releases, which have no hash */
async function assertUnchanged(dump: string, sha256: string | undefined): Promise<void> {
  if (sha256 === undefined || (await hashOf(dump)) === sha256) return;
  throw new ManagedNeo4jError(`${dump} was changed or cut short since the backup; nothing was restored`);
}

function noDatabase({ base }: Folders): ManagedNeo4jError {
  return new ManagedNeo4jError(`There is no database in ${base}`);
}

function jarsFileOf({ base }: Folders, { jarsFile }: BackupOptions): string {
  return jarsFile ?? join(base, 'jars.json');
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
  const jars = await resolveJars(generation, jarsFileOf(folders, options), source.maven, report(options));
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
    throw new ManagedNeo4jError(`${path} is not JSON, so no backup wrote it`);
  }
}
