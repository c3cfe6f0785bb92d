import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import neo4j from 'neo4j-driver';
import { afterAll } from 'vitest';
import { startManagedNeo4j } from '../../src/managed/managed-neo4j.js';
import { testedGeneration } from '../setup/throw-away-neo4j.js';

export const folder = mkdtempSync(join(process.env.TEST_FOLDER ?? tmpdir(), 'backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

export const CLI = join(process.cwd(), 'dist', 'cli.js');
export const jarsFile = join('.data', 'neo4j-jars.json');
export const optionsOf = (name: string) => ({
  dataDir: join(folder, name),
  jarsFile,
  now: new Date('2026-01-31T12:00:00Z'),
});

/** What the last start reported. */
export let said: string[] = [];

/** Starts the database, runs a statement on it, and stops it; `during` runs before the stop. */
export async function run(name: string, text: string, during?: () => Promise<void>): Promise<unknown[]> {
  said = [];
  const database = await startManagedNeo4j({
    ...optionsOf(name),
    ports: { bolt: 0, http: 0 },
    memory: { heap: 400, pageCache: 64 },
    generation: testedGeneration(),
    onProgress: ({ title }) => said.push(title),
  });
  try {
    const driver = neo4j.driver(database.uri, neo4j.auth.basic(database.user, database.password));
    try {
      const { records } = await driver.executeQuery(text);
      await during?.();
      return records.map((record) => record.get(0) as unknown);
    } finally {
      await driver.close();
    }
  } finally {
    await database.stop();
  }
}
