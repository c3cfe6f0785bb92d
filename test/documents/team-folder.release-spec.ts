import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../src/cli/program.js';
import { GraphService } from '../../src/graph/graph.service.js';
import { contextService, type TestService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';
import { type Question, teamFolder } from './team-folder.js';

// Does the work of a team: ingests a folder, without a language model and without vectors, and ingests it again.

const namespace = freshNamespace();
const { files, tune, held } = teamFolder(2027);
let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await contextService();
  folder = mkdtempSync(join(tmpdir(), 'heartwood-team-'));
  for (const { path, content } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

async function ingest(): Promise<string | undefined> {
  const notes: string[] = [];
  const output = { isTerminal: false, write: () => undefined, note: (line: string) => notes.push(line) };
  const args = ['ingest', folder, '--root', 'team', '--namespace', namespace];
  expect(await runCommand(args, { HEARTWOOD_URL: service.url }, output)).toBe(0);
  return notes.at(-1);
}

/** Returns every node and edge of the namespace with all properties. */
async function everything(): Promise<unknown[]> {
  const graph = service.app.get(GraphService, { strict: false });
  const text = `MATCH (n {namespace: $namespace})
    RETURN elementId(n) AS id, labels(n) AS labels, n {.*} AS properties, COUNT { (n)--() } AS edges ORDER BY id`;
  return graph.run({ name: 'test/everything', mode: 'read', text }, { namespace });
}

/** Returns the share of questions for which one of the first hits contains the answer and comes from the right file. */
async function recall(questions: readonly Question[], first = 5): Promise<number> {
  let found = 0;
  for (const { text, path, answer } of questions) {
    const { search } = await service.data<{
      search: { hits: readonly { knowledge: { content: string; citation: string } }[] };
    }>(
      namespace,
      'query ($query: String!, $first: Int!) { search(query: $query, first: $first, kinds: [PIECE]) { hits { knowledge { ... on Piece { content citation } } } } }',
      { query: text, first },
    );
    const isAnswer = ({ knowledge: { content, citation } }: (typeof search.hits)[number]) =>
      citation.startsWith(`team/${path}`) && content.includes(answer);
    if (search.hits.some(isAnswer)) found += 1;
  }
  return found / questions.length;
}

describe('a folder of 200 documents in nine formats', () => {
  it('is the same for the same seed', () => {
    expect(files).toHaveLength(200);
    expect(new Set(files.map(({ path }) => path.slice(path.lastIndexOf('.')))).size).toBe(9);
    expect([tune.length, held.length]).toEqual([50, 50]);
    expect(teamFolder(2027).held).toEqual(held);
  });

  it('goes in with one command, and a second time without a write', async () => {
    expect(await ingest()).toBe('200 created, 0 updated, 0 renamed, 0 unchanged, 0 refused');
    await settled();
    const before = await everything();
    expect(await ingest()).toBe('0 created, 0 updated, 0 renamed, 200 unchanged, 0 refused');
    expect(await everything()).toEqual(before);
  }, 600_000);

  it('answers questions by words alone, also those that were held out', async () => {
    const shares = { tune: await recall(tune), held: await recall(held), heldFirst: await recall(held, 1) };
    const enable = 'mutation ($enabled: Boolean!) { setAutomaticMentions(enabled: $enabled) { done } }';
    await service.data(namespace, enable, { enabled: false });
    await settled();
    const without = { tune: await recall(tune), held: await recall(held), heldFirst: await recall(held, 1) };
    process.stdout.write(
      `recall with automatic mentions ${JSON.stringify(shares)}, without ${JSON.stringify(without)}\n`,
    );
    expect(shares.tune).toBeGreaterThanOrEqual(0.8);
    expect(shares.held).toBeGreaterThanOrEqual(0.8);
    // The titles of chunks are names, by which texts are linked. These links must not lower the recall.
    expect(shares.held).toBeGreaterThanOrEqual(without.held - 0.02);
  }, 600_000);
});

/** Waits until the texts are linked to the names in them. */
async function settled(): Promise<void> {
  for (;;) {
    const { automaticMentions } = await service.data<{ automaticMentions: { done: boolean } }>(
      namespace,
      '{ automaticMentions { done } }',
    );
    if (automaticMentions.done) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
