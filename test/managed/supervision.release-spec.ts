import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockOf, Started } from './support.js';

// Runs `npm start` with a database of its own, which the tests kill.
let folder: string;
let service: Started | undefined;
beforeAll(() => {
  folder = mkdtempSync(join(process.env.TEST_FOLDER ?? tmpdir(), 'supervision-'));
  // `npm test` has fetched the jars.
  copyFileSync(join('.data', 'neo4j-jars.json'), join(folder, 'neo4j-jars.json'));
});
afterAll(async () => {
  service?.child.kill('SIGTERM');
  await service?.exitCode();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

it('stays alive and not ready while the database that was killed is started again, and ends in the middle of that', async () => {
  // For a short-lived process, the optimising compiler does not pay off. Without it, the code cache is too small by default.
  const quick = { JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=256m' };
  const started = new Started(folder, { NEO4J_URI: '', NEO4J_PASSWORD: '', ...quick });
  service = started;
  const url = await started.url();
  await expect.poll(() => started.output, { timeout: 120_000 }).toContain('The demo data is in namespace "demo"');
  const facts = readFileSync(join(folder, 'heartwood.json'), 'utf8');
  const status = async (path: string) => (await fetch(`${url}/health/${path}`)).status;
  const first = databaseOf(folder);
  process.kill(first, 'SIGKILL');
  await expect.poll(() => status('ready'), { timeout: 30_000, interval: 20 }).toBe(503);
  expect(await status('live')).toBe(200);
  await expect.poll(() => status('ready'), { timeout: 180_000 }).toBe(200);

  expect(readFileSync(join(folder, 'heartwood.json'), 'utf8')).toBe(facts);
  const { data } = (await (
    await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-namespace': 'demo' },
      body: JSON.stringify({ query: '{ knowledgeItems(first: 1) { totalCount } }' }),
    })
  ).json()) as { data: { knowledgeItems: { totalCount: number } } };
  expect(data.knowledgeItems.totalCount).toBeGreaterThan(0);

  const second = databaseOf(folder);
  expect(second).not.toBe(first);
  process.kill(second, 'SIGKILL');
  await expect.poll(() => started.output, { timeout: 60_000 }).toContain('Starting Neo4j again (2 of 5)');
  started.child.kill('SIGTERM');
  expect(await started.exitCode()).toBe(0);
  expect(existsSync(join(folder, 'neo4j', 'lock'))).toBe(false);
  expect(existsSync(join(folder, 'heartwood.json'))).toBe(false);
}, 300_000);

/** Returns the id of the process that the guard of the folder's database runs. */
function databaseOf(folder: string): number {
  const { guardPid } = lockOf(join(folder, 'neo4j')) ?? {};
  const { stdout } = spawnSync('pgrep', ['-P', String(guardPid)], { encoding: 'utf8' });
  return Number(stdout.trim());
}
