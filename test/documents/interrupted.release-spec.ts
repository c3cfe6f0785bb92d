import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCommand } from '../../src/cli/program.js';
import type { GraphService } from '../../src/graph/graph.service.js';
import { contextService } from '../context/support.js';
import { ServiceProcess } from '../faults/process.js';
import { connectedGraph, freshNamespace } from '../support/graph.js';

// Ingests that end in the middle, because a process was killed, and go on with the next run; and documents that exceed the
// time or memory of the process that reads them.

const CLI = join(process.cwd(), 'dist', 'cli.js');
const DOCUMENTS = 60;
const SECTIONS = 40;
const CREATED = /^(\d+) created, 0 updated, 0 renamed, (\d+) unchanged, 0 refused$/;

let graph: GraphService;
let folder: string;
let namespace: string;
beforeAll(async () => {
  graph = await connectedGraph();
});
afterAll(() => graph.onApplicationShutdown());
beforeEach(() => {
  namespace = freshNamespace();
  folder = mkdtempSync(join(tmpdir(), 'heartwood-interrupted-'));
  return () => rmSync(folder, { recursive: true });
});

/** Writes documents that link each other, of 41 chunks each. */
function writeNotes(): void {
  for (let n = 0; n < DOCUMENTS; n++) {
    const sections = Array.from({ length: SECTIONS }, (_, s) => `## Part ${s}\n\nPump ${n} turns ${s} times.`);
    const link = `See [the next](note-${(n + 1) % DOCUMENTS}.md).`;
    writeFileSync(join(folder, `note-${n}.md`), [`# Pump ${n}`, link, ...sections].join('\n\n'));
  }
}

async function heartwood(url: string, ...args: string[]) {
  const notes: string[] = [];
  const output = { isTerminal: false, write: () => undefined, note: (line: string) => notes.push(line) };
  const code = await runCommand([...args, '--namespace', namespace], { HEARTWOOD_URL: url }, output);
  return { code, notes };
}

/** Number of stored documents, those that lack chunks or have too many, and pieces that belong to no document. */
async function stored(): Promise<{ documents: number; sources: number; partial: string[]; stray: number }> {
  const text = `
    MATCH (d:Document {namespace: $namespace})
    WITH d, COUNT { (d)-[:HAS_CHUNK]->(:Piece&Knowledge) } AS held
    WITH count(d) AS documents, count(DISTINCT d.source) AS sources,
      [each IN collect(d {.source, .chunks, held: held}) WHERE each.chunks <> each.held OR each.held <> $chunks | each.source] AS partial
    RETURN documents, sources, partial,
      COUNT { MATCH (p:Piece {namespace: $namespace}) WHERE NOT EXISTS { (:Document)-[:HAS_CHUNK]->(p) } } AS stray`;
  const statement = { name: 'test/stored', mode: 'read' as const, text };
  const [row] = await graph.run(statement, { namespace, chunks: SECTIONS + 1 });
  return row as { documents: number; sources: number; partial: string[]; stray: number };
}

/** Waits until some documents are stored, but not all. */
async function inTheMiddle(): Promise<void> {
  await vi.waitUntil(async () => (await stored()).documents >= 8, { timeout: 120_000, interval: 20 });
}

const WHOLE = { documents: DOCUMENTS, sources: DOCUMENTS, partial: [], stray: 0 };

/** Ingests again, and checks that every document is stored once and whole. */
async function goesOn(url: string): Promise<void> {
  const before = await stored();
  expect(before.documents).toBeGreaterThanOrEqual(8);
  expect(before.documents).toBeLessThan(DOCUMENTS);
  expect(before).toEqual({ documents: before.documents, sources: before.documents, partial: [], stray: 0 });
  const { code, notes } = await heartwood(url, 'ingest', folder, '--root', 'team');
  const [, created, unchanged] = CREATED.exec(notes.at(-1) ?? '') ?? [];
  expect([code, Number(created), Number(unchanged)]).toEqual([0, DOCUMENTS - before.documents, before.documents]);
  expect(await stored()).toEqual(WHOLE);
}

describe('an ingest that ends in the middle', () => {
  const children: ChildProcess[] = [];
  const service = () => new ServiceProcess(databaseOf(process.env));
  const services: ServiceProcess[] = [];
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    for (const each of services) await each.kill();
  });

  it('because its command was killed goes on with the next run, without a half document', async () => {
    writeNotes();
    const { url } = await contextService();
    const args = [CLI, 'ingest', folder, '--root', 'team', '--namespace', namespace];
    const child = spawn(process.execPath, args, { env: { ...process.env, HEARTWOOD_URL: url }, stdio: 'ignore' });
    children.push(child);
    await inTheMiddle();
    child.kill('SIGKILL');
    await once(child, 'exit');
    // What the command had sent may still be stored, whole.
    const counts: number[] = [];
    await vi.waitUntil(
      async () => {
        counts.push((await stored()).documents);
        return counts.length > 20 && counts.slice(-20).every((count) => count === counts.at(-1));
      },
      { timeout: 60_000, interval: 100 },
    );
    await goesOn(url);
  }, 300_000);

  it('because the service was killed says so, and goes on with the next run, without a half document', async () => {
    writeNotes();
    const killed = service();
    services.push(killed);
    await killed.start();
    const ingesting = heartwood(killed.url, 'ingest', folder, '--root', 'team');
    await Promise.race([
      inTheMiddle(),
      ingesting.then(({ notes }) => Promise.reject(new Error(`The ingest ended too early: ${notes.join('\n')}`))),
    ]);
    await killed.kill();
    const { code, notes } = await ingesting;
    expect(code).toBe(1);
    expect(notes.at(-1)).toMatch(/\n(\d+) of 60 files are stored; ingesting again continues from there$/);
    // The database rolls back what the service left open when it notices that the connection is gone.
    await killed.start();
    await goesOn(killed.url);
  }, 300_000);
});

describe('a document in a folder', () => {
  it('that takes too long to read is refused by name, and the rest goes in', async () => {
    const { url } = await contextService({ DOCUMENT_TIMEOUT_MS: '10000', DOCUMENT_MEMORY_MB: '4096' });
    writeFileSync(join(folder, 'a.md'), '# Pumps\n\nThey run.');
    writeFileSync(join(folder, 'b.md'), '['.repeat(1_000_000));
    writeFileSync(join(folder, 'c.md'), '# Valves\n\nThey close.');
    const { code, notes } = await heartwood(url, 'ingest', folder, '--root', 'team');
    expect([code, notes.slice(1)]).toEqual([
      2,
      [
        'refused team/b.md: Reading takes longer than the 10000 ms it may take (TIMED_OUT)',
        '2 created, 0 updated, 0 renamed, 0 unchanged, 1 refused',
      ],
    ]);
  }, 120_000);

  it('that needs too much memory to read is refused by name, and the rest goes in', async () => {
    const { url } = await contextService({ DOCUMENT_MEMORY_MB: '64' });
    writeFileSync(join(folder, 'a.md'), '# Pumps\n\nThey run.');
    writeFileSync(join(folder, 'b.html'), '<p>a</p>'.repeat(600_000));
    writeFileSync(join(folder, 'c.csv'), Array.from({ length: 400_000 }, (_, n) => `a${n},b,c`).join('\n'));
    writeFileSync(join(folder, 'd.md'), '# Valves\n\nThey close.');
    const { code, notes } = await heartwood(url, 'ingest', folder, '--root', 'team');
    const reason = 'Reading needs more than the 64 MB it may have (TOO_LARGE)';
    expect([code, notes.slice(1)]).toEqual([
      2,
      [
        `refused team/b.html: ${reason}`,
        `refused team/c.csv: ${reason}`,
        '2 created, 0 updated, 0 renamed, 0 unchanged, 2 refused',
      ],
    ]);
  }, 180_000);
});

function databaseOf(environment: NodeJS.ProcessEnv): Record<string, string> {
  return {
    NEO4J_URI: environment.TEST_NEO4J_URI ?? '',
    NEO4J_USER: environment.TEST_NEO4J_USER ?? 'neo4j',
    NEO4J_PASSWORD: environment.TEST_NEO4J_PASSWORD ?? '',
  };
}
