import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startManagedNeo4j } from '../../dist/managed/managed-neo4j.js';

const JARS = fileURLToPath(new URL('../../.data/neo4j-jars.json', import.meta.url));

/** Runs `work` with a separate Neo4j, which is removed afterwards. */
export async function withDatabase(work) {
  const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
  const database = await startManagedNeo4j({
    dataDir: join(folder, 'neo4j'),
    jarsFile: JARS,
    // Always 5.26, whatever this machine would use, so that figures are comparable and because the raw sides use
    // statements for 5.26.
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
