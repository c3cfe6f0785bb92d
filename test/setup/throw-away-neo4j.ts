import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startManagedNeo4j, type ManagedNeo4j } from '../../src/managed/managed-neo4j.js';

/** A database that one test file has for itself: to stop, to kill, to leave in a state nobody else should meet. */
export interface ThrowAwayNeo4j {
  readonly uri: string;
  readonly user: string;
  readonly password: string;
  /** Ends it in order; the data stays. */
  stop(): Promise<void>;
  /** Ends it as a crash would; the data stays. */
  kill(): Promise<void>;
  /** Starts it again after `stop` or `kill`: same data, same ports, same password. */
  start(): Promise<void>;
  /** Ends it, if it runs, and removes all it left. For `afterAll`. */
  remove(): Promise<void>;
}

/** Takes 5 to 10 s: for files that cannot share the database of the run (TEST_NEO4J_URI). Call it in `beforeAll`. */
export async function throwAwayNeo4j(): Promise<ThrowAwayNeo4j> {
  // TEST_FOLDER is removed at the end of the run, even when a test worker died before `remove`.
  const folder = mkdtempSync(join(process.env.TEST_FOLDER ?? tmpdir(), 'neo4j-'));
  const start = (ports = { bolt: 0, http: 0 }) =>
    startManagedNeo4j({
      dataDir: folder,
      jarsFile: join('.data', 'neo4j-jars.json'),
      memory: { heap: 512, pageCache: 64 },
      temporary: [folder],
      ports,
    });
  let database: ManagedNeo4j | undefined = await start();
  const { uri, user, password, ports } = database;
  const end = async (how: 'stop' | 'kill') => {
    await database?.[how]();
    database = undefined;
  };
  return {
    uri,
    user,
    password,
    stop: () => end('stop'),
    kill: () => end('kill'),
    start: async () => {
      database ??= await start(ports);
    },
    remove: async () => {
      await database?.discard();
      database = undefined;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
