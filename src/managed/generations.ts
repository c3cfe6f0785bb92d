import { constants, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp, readdir } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import type { Neo4jSource } from '../../scripts/lib/prerequisites.mjs';
import { ManagedNeo4jError } from './errors.js';
import type { Folders } from './folders.js';

/** A release line of Neo4j. Data of the older one can be upgraded; going back requires restoring a copy. */
export type Generation = '5.26' | '2026';

/** Properties in which the generations differ. */
interface GenerationFacts {
  readonly leastJava: number;
  /** Folder of its pom file under `scripts`. */
  readonly folder: string;
  readonly mainClass: string;
  readonly image: string;
  /** Java arguments of its launcher, in addition to those common to both generations. */
  readonly jvmArgs: readonly string[];
  /** Settings that the other generation does not know. */
  readonly settings: readonly (readonly [name: string, value: string])[];
  /**
   * Number of files that Maven fetched into an empty repository when the pom was written: artifacts, their poms and the
   * plugin.
   */
  readonly files: number;
  readonly megabytes: number;
}

export const GENERATIONS: Readonly<Record<Generation, GenerationFacts>> = {
  '5.26': {
    leastJava: 17,
    folder: 'neo4j',
    mainClass: 'org.neo4j.server.CommunityEntryPoint',
    image: 'neo4j:5.26-community',
    jvmArgs: [],
    settings: [['internal.dbms.bolt.netty_server_shutdown_quiet_period', '0']],
    files: 780,
    megabytes: 133,
  },
  '2026': {
    leastJava: 21,
    folder: 'neo4j-2026',
    mainClass: 'org.neo4j.server.Neo4jCommunity',
    image: 'neo4j:2026.09-community',
    jvmArgs: ['--enable-native-access=ALL-UNNAMED'],
    settings: [
      ['internal.dbms.bolt.netty_server_shutdown_quiet_period_duration', '0s'],
      // Otherwise the database would announce itself on the network and search for others.
      ['dbms.fleet_manager.enabled', 'false'],
      ['server.fleet_discovery.enabled', 'false'],
      // There is no proxy in front of the database.
      ['server.http.x_forward.enabled', 'false'],
    ],
    files: 817,
    megabytes: 176,
  },
};

const OLDEST: Generation = '5.26';
const NEWEST: Generation = '2026';

/** Input for the choice of a generation. */
export interface GenerationChoice {
  /** Generation of the existing data; undefined if there is none. */
  readonly stored: Generation | undefined;
  readonly source: Neo4jSource;
  /** Generation of a new database; default the newest that this Java runs, and 5.26 in Docker. */
  readonly wanted?: Generation | undefined;
  /** True if older data is to be upgraded to the newest generation. */
  readonly upgrade?: boolean | undefined;
  /** Folder of the data, for the error message. */
  readonly folder: string;
}

/** @throws ManagedNeo4jError when this machine's Java is too old for the generation */
export function chooseGeneration({ stored, source, wanted, upgrade = false, folder }: GenerationChoice): Generation {
  const runs = (generation: Generation) =>
    source.kind === 'java' && source.version >= GENERATIONS[generation].leastJava;
  const chosen = upgrade ? NEWEST : (stored ?? wanted ?? (runs(NEWEST) ? NEWEST : OLDEST));
  if (source.kind !== 'java' || runs(chosen)) return chosen;
  const needed = `Neo4j ${chosen} needs Java ${GENERATIONS[chosen].leastJava} or later, and this is Java ${source.version} (${source.java}).`;
  const advice = 'Set JAVA_HOME to a later one.';
  if (stored === chosen) {
    throw new ManagedNeo4jError(
      `The database in ${folder} is one of Neo4j ${chosen}, which an older Neo4j cannot open. ${needed} ${advice}`,
    );
  }
  throw new ManagedNeo4jError(`${needed} ${advice}${stored ? ' The database was not changed.' : ''}`);
}

/**
 * The generation of the stored data.
 *
 * @throws ManagedNeo4jError when this version of the service does not know the generation
 */
export function storedGeneration({ base, generationFile }: Folders): Generation {
  // Data without this file was written by a release that knew only one generation.
  if (!existsSync(generationFile)) return OLDEST;
  const stored = readFileSync(generationFile, 'utf8').trim();
  if (Object.hasOwn(GENERATIONS, stored)) return stored as Generation;
  throw new ManagedNeo4jError(
    `The database in ${base} is one of Neo4j ${stored}, which this version of Heartwood does not run.`,
  );
}

export function recordGeneration({ generationFile }: Folders, generation: Generation): void {
  writeFileSync(generationFile, `${generation}\n`, { mode: 0o600 });
}

/** Not copied: the lock of the process that uses the folder, and files that each start writes anew. */
const PASSING = new Set(['lock', 'conf', 'console.log', join('home', 'logs')]);

/** Folder for a copy of the data: beside it, with its generation and the time in its name. */
export function copyFolder({ base }: Folders, generation: Generation, now: Date): string {
  return `${base}-${generation}-${now.toISOString().slice(0, 19).replaceAll(':', '-')}`;
}

/**
 * Copies a stopped database with its password and generation, so that the copy can replace it.
 *
 * @throws ManagedNeo4jError when the disk has no room for the copy; a partial copy is removed
 */
export async function copyDatabase(folders: Folders, generation: Generation, copy: string): Promise<void> {
  try {
    await cp(folders.base, copy, {
      recursive: true,
      errorOnExist: true,
      force: false,
      // If the file system supports it, a copy takes no space until one of the two changes.
      mode: constants.COPYFILE_FICLONE,
      filter: (path) => !PASSING.has(relative(folders.base, path)),
    });
    writeFileSync(join(copy, basename(folders.generationFile)), `${generation}\n`, { mode: 0o600 });
  } catch (error) {
    rmSync(copy, { recursive: true, force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new ManagedNeo4jError(
      `The copy that is made first could not be written, and the database was not changed: ${reason}`,
      { cause: error },
    );
  }
}

/** Copies a stopped database with its password, but without the data of the database with this name. */
export async function copyWithoutData(folders: Folders, database: string, copy: string): Promise<void> {
  const data = ['databases', 'transactions'].map((name) => join('home', 'data', name, database));
  const left = new Set([...PASSING, ...data, relative(folders.base, folders.restoring)]);
  const filter = (path: string) => !left.has(relative(folders.base, path));
  // The copy may lie inside the folder, so its entries are copied one by one.
  const names = await readdir(folders.base);
  for (const name of names.filter((each) => filter(join(folders.base, each)))) {
    await cp(join(folders.base, name), join(copy, name), { recursive: true, filter });
  }
}

/** Error of a failed upgrade; its message explains how to restore the copy. */
export function failedUpgrade({ base }: Folders, copy: string, error: Error): ManagedNeo4jError {
  return new ManagedNeo4jError(
    [
      `Neo4j ${NEWEST} could not take over the database: ${error.message}`,
      `The database as it was before is in ${copy}. To go back to it, remove ${base}, rename the copy to that, and start`,
      'without --upgrade-database.',
    ].join('\n'),
    { cause: error },
  );
}
