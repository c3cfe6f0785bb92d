import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../src/cli/program.js';
import type { GraphService } from '../../src/graph/graph.service.js';
import { contextService, type TestService } from '../context/support.js';
import { inconsistencies } from '../layers/support.js';
import { connectedGraph, freshNamespace } from '../support/graph.js';
import { type ChatRequest, OpenAiServer, type ScriptedReply } from '../support/openai-server.js';

// An LLM reads facts from the chunks of documents. The scripted server answers by the text of the chunk.

let llm: OpenAiServer;
let service: TestService;
let graph: GraphService;
beforeAll(async () => {
  llm = await OpenAiServer.start();
  service = await contextService({
    ...llm.environment,
    DOCUMENT_PROCESSES: '1',
    LLM_PRICE_INPUT: '2',
    LLM_PRICE_OUTPUT: '8',
    LLM_PAUSE_MS: '1',
  });
  graph = await connectedGraph();
});
afterAll(async () => {
  await service.close();
  await graph.onApplicationShutdown();
  await llm.close();
});

let namespace: string;
beforeEach(() => {
  namespace = freshNamespace();
  llm.reset();
  llm.answerBy(undefined);
});
const ask = <Data>(query: string, variables: object = {}) => service.data<Data>(namespace, query, variables);

const ingest = async (source: string, content: string, entityId?: string): Promise<string> => {
  const { ingestDocument } = await ask<{ ingestDocument: { document: { id: string } } }>(
    'mutation ($document: IngestDocumentInput!) { ingestDocument(document: $document) { document { id } } }',
    { document: { source, content, ...(entityId !== undefined && { entityId }) } },
  );
  return ingestDocument.document.id;
};

interface Report {
  readonly structured: number;
  readonly created: number;
  readonly unchanged: number;
  readonly failed: readonly { readonly citation: string; readonly code: string }[];
  readonly remaining: number;
  readonly stopped: string | null;
}
const structure = async (ids: readonly string[], more: object = {}): Promise<Report> => {
  const query = `mutation ($ids: [ID!]!, $maxRetries: Int, $parallel: Int, $first: Int, $without: [ID!]) {
    structureDocuments(ids: $ids, maxRetries: $maxRetries, parallel: $parallel, first: $first, without: $without) {
      structured created unchanged failed { citation code } remaining stopped } }`;
  return (await ask<{ structureDocuments: Report }>(query, { ids, ...more })).structureDocuments;
};
const estimate = async (ids: readonly string[]) =>
  (
    await ask<{ structuring: Record<string, number> }>(
      'query ($ids: [ID!]!) { structuring(ids: $ids) { chunks read unread inputTokens outputTokens cost } }',
      { ids },
    )
  ).structuring;

interface Fact {
  readonly id: string;
  readonly content: string;
  readonly citation: string | null;
  readonly chunk: { readonly citation: string } | null;
}
/** Returns the pieces that are not chunks. */
const facts = async (): Promise<readonly Fact[]> => {
  const { pieces } = await ask<{ pieces: { nodes: Fact[] } }>(
    '{ pieces(first: 200) { nodes { id content citation chunk { citation } } } }',
  );
  return pieces.nodes.filter(({ citation }) => citation === null).toSorted((a, b) => (a.content < b.content ? -1 : 1));
};
const contents = async () => (await facts()).map(({ content }) => content);

const SECTIONS = ['Pumps', 'Valves', 'Motors', 'Filters', 'Tanks'];
const PLANT = SECTIONS.map((name) => `# ${name}\n\nThe ${name.toLowerCase()} are checked weekly.\n`).join('\n');

/** Returns the part of the prompt that is the chunk. */
const textOf = ({ messages }: ChatRequest): string =>
  /<text>\n([^]*)\n<\/text>$/.exec(messages[1]?.content ?? '')?.[1]?.trim() ?? '';
/** Replies with a fact and a relation about the subject of the chunk. */
const reading = (request: ChatRequest): ScriptedReply => {
  const name = /The (\w+) are/.exec(textOf(request))?.[1] ?? 'nothing';
  return {
    content: {
      pieces: [
        { piece_id: 'check', content: `${name}: weekly check`, knowledge_type: 'fact', info_type: 'context', mentions: [`machine:${name}`] },
      ],
      graph: {
        nodes: [
          { node_id: `machine:${name}`, node_type: 'machine', label: name },
          { node_id: 'team:plant', node_type: 'team', label: 'Plant' },
        ],
        edges: [
          { source_id: 'team:plant', target_id: `machine:${name}`, edge_type: 'CHECKS', properties: { piece_id: 'check' } },
        ],
      },
    },
  };
}; // prettier-ignore
const relations = async () => {
  const { entity } = await ask<{ entity: { relations: { nodes: { target: { id: string } }[] } } | null }>(
    '{ entity(id: "team:plant") { relations(first: 50) { nodes { target { id } } } } }',
  );
  return entity?.relations.nodes.map(({ target }) => target.id).sort() ?? [];
};

describe('structureDocuments', () => {
  it('reads every chunk once, links each fact with its chunk, and asks for nothing when it is repeated', async () => {
    const id = await ingest('plant.md', PLANT);
    llm.answerBy(reading);
    expect(await structure([id])).toMatchObject({ structured: 5, failed: [], remaining: 0, stopped: null });
    expect(llm.requests).toHaveLength(5);
    expect(llm.requests.map(({ messages }) => messages[1]?.content).join()).toContain('headings are "Pumps › Filters"');
    expect((await facts()).map(({ content, chunk }) => [content, chunk?.citation])).toEqual([
      ['filters: weekly check', 'plant.md › Filters, line 15'],
      ['motors: weekly check', 'plant.md › Motors, line 11'],
      ['pumps: weekly check', 'plant.md › Pumps, line 3'],
      ['tanks: weekly check', 'plant.md › Tanks, line 19'],
      ['valves: weekly check', 'plant.md › Valves, line 7'],
    ]);
    expect(await relations()).toEqual(['filters', 'motors', 'pumps', 'tanks', 'valves'].map((name) => `machine:${name}`)); // prettier-ignore
    const before = await facts();
    expect(await structure([id])).toMatchObject({ structured: 0, created: 0, remaining: 0 });
    expect(llm.requests).toHaveLength(5);
    expect(await facts()).toEqual(before);
    expect(await inconsistencies(graph, namespace)).toEqual([]);
  });

  it('asks again for the chunk whose answer is cut or broken, and for no other', async () => {
    const id = await ingest('plant.md', PLANT);
    const tries = new Map<string, number>();
    llm.answerBy((request) => {
      const text = textOf(request);
      tries.set(text, (tries.get(text) ?? 0) + 1);
      if (text.includes('valves') && tries.get(text) === 1) return { content: '{"pieces": [', finishReason: 'length' };
      if (text.includes('tanks')) return { content: 'I am no JSON' };
      return reading(request);
    });
    const report = await structure([id], { maxRetries: 1 });
    expect(report).toMatchObject({ structured: 4, remaining: 1, stopped: null });
    expect(report.failed).toEqual([{ citation: 'plant.md › Tanks, line 19', code: 'LLM_INVALID_REPLY' }]);
    expect([...tries].sort()).toEqual([
      ['The filters are checked weekly.', 1],
      ['The motors are checked weekly.', 1],
      ['The pumps are checked weekly.', 1],
      ['The tanks are checked weekly.', 2],
      ['The valves are checked weekly.', 2],
    ]);
    llm.answerBy(reading);
    expect(await structure([id])).toMatchObject({ structured: 1, remaining: 0, failed: [] });
    expect(await contents()).toHaveLength(5);
  });

  it('ends early when the LLM is away, and goes on with the chunks that are left', async () => {
    const id = await ingest('plant.md', PLANT);
    let answered = 0;
    llm.answerBy((request) => (++answered <= 2 ? reading(request) : { status: 401 }));
    const report = await structure([id], { parallel: 1 });
    expect(report).toMatchObject({ structured: 2, failed: [], remaining: 3 });
    expect(report.stopped).toContain('refused the login');
    expect(await contents()).toHaveLength(2);
    llm.reset();
    llm.answerBy(reading);
    expect(await structure([id])).toMatchObject({ structured: 3, remaining: 0, stopped: null });
    expect(llm.requests.map(textOf).sort()).toEqual([
      'The filters are checked weekly.',
      'The motors are checked weekly.',
      'The tanks are checked weekly.',
    ]);
    expect(await contents()).toHaveLength(5);
  });

  it('does not let a chunk that the server rejects hold up the others', async () => {
    const id = await ingest('plant.md', PLANT);
    llm.answerBy((request) =>
      textOf(request).includes('pumps') ? { status: 400, message: 'too long' } : reading(request),
    );
    const report = await structure([id], { parallel: 1 });
    expect(report).toMatchObject({ structured: 4, remaining: 1, stopped: null });
    expect(report.failed).toMatchObject([{ citation: 'plant.md › Pumps, line 3', code: 'LLM_UNAVAILABLE' }]);
  });

  it('stores the facts of a chunk once, though two callers have it read at the same time', async () => {
    const id = await ingest('plant.md', PLANT);
    let number = 0;
    // The model words the fact differently in each of the two replies.
    llm.answerBy(() => ({
      content: { pieces: [{ piece_id: 'x', content: `Wording ${++number}`, knowledge_type: 'fact', info_type: 'context' }] },
      delayMs: 50,
    })); // prettier-ignore
    const reports = await Promise.all([structure([id]), structure([id])]);
    expect(reports.reduce((sum, { structured }) => sum + structured, 0)).toBe(5);
    expect(await contents()).toHaveLength(5);
  });

  it('replaces the facts of a chunk that changed, keeps the others, and undoes those of a chunk that is gone', async () => {
    const id = await ingest('plant.md', PLANT);
    llm.answerBy(reading);
    await structure([id]);
    const before = new Map((await facts()).map((fact) => [fact.content, fact.id]));
    llm.reset();
    llm.answerBy(reading);
    const changed = PLANT.replace('The pumps are', 'The compressors are').replace(/# Tanks[^]*/, '');
    await ingest('plant.md', changed);
    expect(await estimate([id])).toMatchObject({ chunks: 4, read: 3, unread: 1 });
    expect(await structure([id])).toMatchObject({ structured: 1, remaining: 0 });
    expect(llm.requests.map(textOf)).toEqual(['The compressors are checked weekly.']);
    const after = await facts();
    expect(after.map(({ content }) => content)).toEqual([
      'compressors: weekly check', 'filters: weekly check', 'motors: weekly check', 'valves: weekly check',
    ]); // prettier-ignore
    expect(after.at(-1)?.id).toBe(before.get('valves: weekly check'));
    expect(await relations()).toEqual(['compressors', 'filters', 'motors', 'valves'].map((name) => `machine:${name}`));
    expect(await inconsistencies(graph, namespace)).toEqual([]);
  });

  it('keeps a fact that another chunk says as well', async () => {
    const same = 'The pumps are checked weekly.';
    const ids = [await ingest('a.md', `# A\n\n${same}\n`), await ingest('b.md', `# B\n\n${same} Always.\n`)];
    llm.answerBy(reading);
    await structure(ids);
    expect(await contents()).toEqual(['pumps: weekly check']);
    await ask('mutation ($ref: String!) { delete(ref: $ref) }', { ref: `document:${ids[0]}` });
    expect((await facts()).map(({ content, chunk }) => [content, chunk?.citation])).toEqual([
      ['pumps: weekly check', 'b.md › B, line 3'],
    ]);
    await ask('mutation ($id: ID!) { closeDocument(id: $id) }', { id: ids[1] });
    expect(await contents()).toEqual([]);
    await ask('mutation ($ref: String!) { delete(ref: $ref) }', { ref: `document:${ids[1]}` });
    const left = await graph.run(
      {
        name: 'test/readings',
        mode: 'read',
        text: 'MATCH (n:CheckIn|UndoneCheckIn|Piece|Document {namespace: $namespace}) RETURN labels(n) AS labels',
      } as never,
      { namespace } as never,
    );
    expect(left).toEqual([]);
  });

  it('estimates tokens and costs of the chunks that are left', async () => {
    const id = await ingest('plant.md', PLANT, 'team:plant');
    const whole = await estimate([id]);
    expect(whole).toMatchObject({ chunks: 5, read: 0, unread: 5 });
    // There are five chunks of six or seven tokens. The estimate of a reply is 50 tokens plus 4 for each token of the
    // chunk.
    expect(whole['outputTokens']).toBeGreaterThanOrEqual(5 * (50 + 4 * 6));
    expect(whole['outputTokens']).toBeLessThanOrEqual(5 * (50 + 4 * 7));
    expect(whole['inputTokens']).toBeGreaterThan(5 * 800);
    expect(whole['cost']).toBeCloseTo(((whole['inputTokens'] ?? 0) * 2 + (whole['outputTokens'] ?? 0) * 8) / 1e6, 10);
    llm.answerBy(reading);
    await structure([id], { first: 4 });
    expect(await estimate([id])).toMatchObject({ chunks: 5, read: 4, unread: 1 });
    await structure([id]);
    expect(await estimate([id])).toMatchObject({ read: 5, unread: 0, inputTokens: 0, outputTokens: 0, cost: 0 });
  });
});

describe('heartwood ingest --facts', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'heartwood-facts-'));
    writeFileSync(join(folder, 'plant.md'), PLANT);
    return () => rmSync(folder, { recursive: true });
  });
  const heartwood = async (answer: boolean | undefined, ...args: string[]) => {
    const notes: string[] = [];
    const questions: string[] = [];
    const output = {
      isTerminal: false,
      write: (text: string) => notes.push(text),
      note: (line: string) => notes.push(line),
      ...(answer !== undefined && {
        confirm: (question: string) => {
          questions.push(question);
          return Promise.resolve(answer);
        },
      }),
    };
    const all = ['ingest', folder, '--root', 'team', '--facts', ...args, '--namespace', namespace];
    return { code: await runCommand(all, { HEARTWOOD_URL: service.url }, output), notes, questions };
  };
  const ESTIMATE = /^5 chunks to read: about \d+ tokens sent and \d+ answered, about 0\.0\d+ in the currency/;

  it('asks before the LLM costs anything, and --yes skips the question', async () => {
    llm.answerBy(reading);
    const refused = await heartwood(false);
    expect(refused).toMatchObject({ code: 1, questions: ['Have the LLM read them?'] });
    expect(refused.notes[2]).toMatch(ESTIMATE);
    expect(await heartwood(undefined)).toMatchObject({ code: 1, questions: [] });
    expect(llm.requests).toEqual([]);
    const agreed = await heartwood(undefined, '--yes');
    expect(agreed.code).toBe(0);
    expect(agreed.notes.at(-1)).toMatch(
      /^facts of 5 chunks: 16 created, 0 updated, 4 unchanged, 0 skipped, 0 chunks failed$/,
    );
    const again = await heartwood(true);
    expect(again).toMatchObject({ code: 0, questions: [] });
    expect(again.notes.at(-1)).toBe('facts of all 5 chunks are in');
    expect(llm.requests).toHaveLength(5);
  });

  it('tells which chunk failed, and where it stopped', async () => {
    llm.answerBy((request) => (textOf(request).includes('tanks') ? { refusal: 'I will not' } : reading(request)));
    const failed = await heartwood(true);
    expect(failed.code).toBe(2);
    expect(failed.notes).toContainEqual(
      expect.stringMatching(
        /^failed team\/plant\.md › Tanks, line 19: The LLM refused to answer: I will not \(LLM_REFUSED\)$/,
      ),
    );
    llm.answerBy(() => ({ status: 401 }));
    const stopped = await heartwood(true);
    expect(stopped.code).toBe(1);
    expect(stopped.notes.at(-1)).toMatch(
      /refused the login[^]*\n0 of 1 chunks are read; the same command continues from there$/,
    );
  });
});
