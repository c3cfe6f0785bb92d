import { constants, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import type { Neo4jSource } from '../../scripts/lib/prerequisites.mjs';
import { ManagedNeo4jError } from './errors.js';
import type { Folders } from './folders.js';

/** A line of Neo4j's releases. The data of the older one can be upgraded; the way back is a copy. */
export type Generation = '5.26' | '2026';

/** What differs between them. */
interface GenerationFacts {
  readonly leastJava: number;
  /** Folder of its pom under `scripts`. */
  readonly folder: string;
  readonly mainClass: string;
  readonly image: string;
  /** What its launcher gives Java beside what both get. */
  readonly jvmArgs: readonly string[];
  /** Settings that the other one does not know. */
  readonly settings: readonly (readonly [name: string, value: string])[];
  /** What Maven fetched into an empty repository when the pom was written: artifacts, their poms and the plugin. */
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
      // It would announce itself in the network, and look there for others.
      ['dbms.fleet_manager.enabled', 'false'],
      ['server.fleet_discovery.enabled', 'false'],
      // No proxy stands before it.
      ['server.http.x_forward.enabled', 'false'],
    ],
    files: 817,
    megabytes: 176,
  },
};

const OLDEST: Generation = '5.26';
const NEWEST: Generation = '2026';

/** What a generation is chosen by. */
export interface GenerationChoice {
  /** What the data is of; undefined where there is none yet. */
  readonly stored: Generation | undefined;
  readonly source: Neo4jSource;
  /** Generation of a new database; default the newest that this Java runs, and 5.26 in Docker. */
  readonly wanted?: Generation | undefined;
  /** Whether older data is to be brought to the newest generation. */
  readonly upgrade?: boolean | undefined;
  /** Where the data is, for the message. */
  readonly folder: string;
}

/** @throws ManagedNeo4jError when this machine's Java is too old for it */
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
 * Which generation the data is of.
 *
 * @throws ManagedNeo4jError when it is of one that this version does not know
 */
export function storedGeneration({ base, generationFile }: Folders): Generation {
  // The first version with two of them found databases that did not say.
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

/** Not part of a copy: who uses the folder now, and what each start writes anew. */
const PASSING = new Set(['lock', 'conf', 'console.log', join('home', 'logs')]);

/** Where a copy of the data goes: beside it, with its generation and the time in its name. */
export function copyFolder({ base }: Folders, generation: Generation, now: Date): string {
  return `${base}-${generation}-${now.toISOString().slice(0, 19).replaceAll(':', '-')}`;
}

/**
 * Copies a database that does not run, with its password and its generation, so that the copy can take its place.
 *
 * @throws ManagedNeo4jError when there is no room for it; then nothing of it is left
 */
export async function copyDatabase(folders: Folders, generation: Generation, copy: string): Promise<void> {
  try {
    await cp(folders.base, copy, {
      recursive: true,
      errorOnExist: true,
      force: false,
      // Where the file system can, a copy takes no room until one of the two changes.
      mode: constants.COPYFILE_FICLONE,
      filter: (path) => !PASSING.has(relative(folders.base, path)),
    });
    writeFileSync(join(copy, basename(folders.generationFile)), `${generation}\n`, { mode: 0o600 });
  } catch (error) {
    rmSync(copy, { recursive: true, force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new ManagedNeo4jError(
      `The copy that comes before an upgrade could not be made, and the database was not changed: ${reason}`,
      { cause: error },
    );
  }
}

/** What an upgrade that failed is told with: the way back. */
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
