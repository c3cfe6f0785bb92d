import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runCommand } from '../../src/cli/program.js';
import { freshNamespace } from '../support/graph.js';
import type { OpenAiServer } from '../support/openai-server.js';
import { sharedLlm } from '../support/shared-service.js';
import { type Knowledge, knowledgeService } from './support.js';

let namespace: string;
let llm: OpenAiServer;
let service: Knowledge;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'heartwood-knowledge-'));
  llm = await sharedLlm();
  service = await knowledgeService(llm.environment);
});
beforeEach(() => {
  namespace = freshNamespace();
});
afterAll(async () => {
  await service.close();
  await llm.close();
  rmSync(folder, { recursive: true });
});

async function heartwood(...args: string[]) {
  const notes: string[] = [];
  const output = {
    isTerminal: false,
    write: (text: string) => notes.push(text),
    note: (line: string) => notes.push(line),
  };
  const code = await runCommand([...args, '--namespace', namespace], { HEARTWOOD_URL: service.url }, output);
  return { code, notes };
}

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content));
  return path;
}

it('loads the sample, entities before pieces before relations, and a second time changes nothing', async () => {
  expect(await heartwood('import', 'knowledge', 'sample/knowledge.json')).toEqual({
    code: 0,
    notes: [
      'loaded 2 of 7',
      'loaded 4 of 7',
      'loaded 6 of 7',
      'loaded 7 of 7',
      '7 created, 0 updated, 0 unchanged, 0 skipped',
    ],
  });
  const again = await heartwood('import', 'knowledge', 'sample/knowledge.json');
  expect(again.notes.at(-1)).toBe('0 created, 0 updated, 7 unchanged, 0 skipped');
});

it('tells what was skipped, where it stands in the file', async () => {
  const piece = { piece_id: 'p', content: 'A fact' };
  const path = file('broken.json', { pieces: [{ piece_id: 'q' }, piece, piece], graph: { nodes: 7 }, notes: [] });
  expect(await heartwood('import', 'knowledge', path)).toEqual({
    code: 2,
    notes: [
      'loaded 3 of 3',
      'skipped a section: a document has the sections metadata, pieces and graph; another was left out',
      'skipped nodes 0: nodes must be a list; all of it was left out',
      'skipped pieces 0 (q), content: content is missing',
      'skipped pieces 2 (p): it stands already at index 1; the first counts',
      '1 created, 0 updated, 0 unchanged, 4 skipped',
    ],
  });
  expect(await heartwood('import', 'knowledge', file('list.json', []))).toMatchObject({ code: 1 });
});

it('tells where a record of another memory stands in its file, and refuses other encodings', async () => {
  const entity = {
    type: 'entity',
    name: 'Zürich',
    entityType: 'City',
    observations: ['on a lake', 'x'.repeat(50_001)],
  };
  const path = file('memory.jsonl', `{"cut":\n${JSON.stringify(entity)}\n`);
  expect(await heartwood('import', '--from', 'server-memory', path)).toEqual({
    code: 2,
    notes: [
      'left out line 1: it is not JSON',
      'loaded 1 of 3',
      'loaded 3 of 3',
      'skipped line 2, observation 1, content: content must be at most 50000 characters long',
      '2 created, 0 updated, 0 unchanged, 1 skipped',
    ],
  });
  for (const encoding of ['latin1', 'utf16le'] as const) {
    const other = file(`${encoding}.jsonl`, Buffer.from(`\uFEFF${JSON.stringify(entity)}`, encoding));
    expect(await heartwood('import', '--from', 'server-memory', other)).toEqual({
      code: 1,
      notes: [expect.stringMatching(/is not UTF-8/) as unknown],
    });
  }
});

it('imports and ingests titles as titles, by which the pieces are found', async () => {
  const piece = { content: 'Some fact', knowledge_type: 'fact', info_type: 'context' };
  const imported = { pieces: [{ ...piece, piece_id: 'titled', title: 'Quokka diet' }] };
  expect((await heartwood('import', 'knowledge', file('titled.json', imported))).code).toBe(0);
  llm.reply({ content: { pieces: [{ ...piece, piece_id: 'x', title: 'Numbat diet', content: 'Another fact' }] } });
  expect((await heartwood('ingest', '--llm', file('titled.md', 'Of numbats'))).code).toBe(0);
  const found = (query: string) =>
    service.data(
      namespace,
      'query ($query: String!) { search(query: $query) { hits { knowledge { ... on Piece { title content } } } } }',
      { query },
    );
  expect(await found('quokka')).toEqual({
    search: { hits: [{ knowledge: { title: 'Quokka diet', content: 'Some fact' } }] },
  });
  expect(await found('numbat')).toEqual({
    search: { hits: [{ knowledge: { title: 'Numbat diet', content: 'Another fact' } }] },
  });
});

it('ingests files, each with its check-in', async () => {
  llm.reply({
    content: {
      pieces: [{ piece_id: 'cfl', content: 'Use a CFL of 0.3', knowledge_type: 'fact', info_type: 'context' }],
    },
  });
  const { code, notes } = await heartwood(
    'ingest',
    '--llm',
    file('notes.md', 'Use CFL of 0.3'),
    '--entity',
    'user:alice',
  );
  expect(code).toBe(0);
  expect(notes).toEqual([
    expect.stringMatching(/notes\.md: check-in [0-9A-Z]{26}$/),
    '1 created, 0 updated, 0 unchanged, 0 skipped',
  ]);

  // A text changes data that all share only if the caller allows it.
  const shared = {
    content: { metadata: { global: { entity_type: 'global', properties: { units: 'SI' } } }, pieces: [] },
  };
  llm.reply(shared, shared);
  const path = file('units.md', 'We use SI units');
  expect(await heartwood('ingest', '--llm', path)).toMatchObject({
    code: 1,
    notes: [
      expect.any(String),
      expect.stringMatching(/^skipped metadata 0 \(global\): .*allowGlobal/),
      expect.any(String),
      'Nothing was imported: every record was skipped',
    ],
  });
  const allowed = await heartwood('ingest', '--llm', path, '--allow-global');
  expect(allowed.notes.at(-1)).toBe('1 created, 0 updated, 0 unchanged, 0 skipped');
});
