import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import neo4j from 'neo4j-driver';
import { startManagedNeo4j, type ManagedNeo4j, type ManagedNeo4jOptions } from '../../src/managed/managed-neo4j.js';
import { smallDisk, type SmallDisk } from './small-disk.js';

/**
 * A database for a single test file, which may stop it, kill it, or leave it in a state that other tests must not see.
 */
export interface ThrowAwayNeo4j {
  /** Settings with which a service connects to it. */
  readonly connection: { readonly NEO4J_URI: string; readonly NEO4J_USER: string; readonly NEO4J_PASSWORD: string };
  /** The separate disk of the database; undefined if none was requested or this machine does not allow one. */
  readonly disk: SmallDisk | undefined;
  /** Stops it gracefully; the data stays. */
  stop(): Promise<void>;
  /** Kills it, as a crash would; the data stays. */
  kill(): Promise<void>;
  /** Starts it again after `stop` or `kill`, with the same data, ports and password. */
  start(): Promise<void>;
  /**
   * Deletes everything except the schema. The result is the state after the first start of a service without an
   * embedder.
   */
  empty(): Promise<void>;
  /** Stops it if it runs, and removes all its files. Call it in `afterAll`. */
  remove(): Promise<void>;
}

/**
 * Returns the generation that the run asks for (`npm run test:neo4j-2026`), otherwise that of a new database on this
 * machine.
 */
export function testedGeneration(): ManagedNeo4jOptions['generation'] {
  return (process.env.TEST_NEO4J_GENERATION || undefined) as ManagedNeo4jOptions['generation'];
}

/**
 * Starts a database in 5 to 10 s, for files that cannot share the database of the run (TEST_NEO4J_URI). Call it in
 * `beforeAll`.
 */
export async function throwAwayNeo4j({ ownDisk = false } = {}): Promise<ThrowAwayNeo4j> {
  // TEST_FOLDER is removed at the end of the run, even when a test worker died before `remove`.
  const folder = mkdtempSync(join(process.env.TEST_FOLDER ?? tmpdir(), 'neo4j-'));
  const disk = ownDisk ? smallDisk(folder) : undefined;
  const start = (ports = { bolt: 0, http: 0 }) =>
    startManagedNeo4j({
      dataDir: folder,
      jarsFile: join('.data', 'neo4j-jars.json'),
      generation: testedGeneration(),
      memory: { heap: 512, pageCache: 64 },
      // Only the content is removed: a folder on which a disk is mounted cannot be removed before the disk.
      temporary: [join(folder, 'home')],
      ports,
    });
  let database: ManagedNeo4j | undefined = await start();
  const { uri, user, password, ports } = database;
  const end = async (how: 'stop' | 'kill') => {
    await database?.[how]();
    database = undefined;
  };
  return {
    connection: { NEO4J_URI: uri, NEO4J_USER: user, NEO4J_PASSWORD: password },
    disk,
    stop: () => end('stop'),
    kill: () => end('kill'),
    start: async () => {
      database ??= await start(ports);
    },
    empty: async () => {
      const driver = neo4j.driver(uri, neo4j.auth.basic(user, password));
      try {
        const session = driver.session();
        await session.run('MATCH (n) WHERE NOT n:SchemaFile|Migration CALL (n) { DETACH DELETE n } IN TRANSACTIONS');
        const { records } = await session.run('SHOW VECTOR INDEXES YIELD name');
        for (const record of records) await session.run(`DROP INDEX ${record.get('name') as string}`);
      } finally {
        await driver.close();
      }
    },
    remove: async () => {
      await database?.discard();
      database = undefined;
      await disk?.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
