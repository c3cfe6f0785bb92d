import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startManagedNeo4j } from '../../dist/managed/managed-neo4j.js';

const JARS = fileURLToPath(new URL('../../.data/neo4j-jars.json', import.meta.url));

/** A Neo4j of its own while `work` runs, removed afterwards. */
export async function withDatabase(work) {
  const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
  const database = await startManagedNeo4j({
    dataDir: join(folder, 'neo4j'),
    jarsFile: JARS,
    // Whatever this machine would run, so that figures compare, and because the raw sides run the statements of 5.26.
    generation: '5.26',
    ports: { bolt: 0, http: 0 },
    memory: { heap: 2_048, pageCache: 512 },
  });
  try {
    return await work(database);
  } finally {
    await database.discard();
    rmSync(folder, { recursive: true, force: true });
  }
}
