import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exploreStatements } from '../../src/explorer/guide.js';
import { renderStyle } from '../../src/explorer/style.js';
import type { GraphService } from '../../src/graph/graph.service.js';
import { readCypherFile } from '../../src/graph/statement.js';
import { contextService, type TestService } from '../context/support.js';
import { connectedGraph, freshNamespace } from '../support/graph.js';
import { OpenAiServer } from '../support/openai-server.js';

// Runs each statement that people paste into Neo4j Browser, as in its file and with its own parameters, in a namespace
// that the service filled with the demo data.

const namespace = freshNamespace();
/**
 * Kinds of data that the demo data does not contain, with the reason. They are added here, so that their statements are
 * tested, too.
 */
const BY_AN_LLM = 'only a language model makes it, and the demo data is loaded without one';
const A_FLAW = 'it shows flaws, and the demo data has none';
const ADDED: Record<string, string> = {
  'explore/050-unresolved-prerequisites': A_FLAW,
  'explore/143-duplicate-memories': A_FLAW,
  'explore/170-sessions-and-memories': BY_AN_LLM,
  'explore/171-failed-jobs': BY_AN_LLM,
  'explore/172-use-of-sessions': BY_AN_LLM,
  'explore/210-check-ins': BY_AN_LLM,
  'explore/215-origin-of-piece': BY_AN_LLM,
  'explore/220-knowledge-consistency': A_FLAW,
  'explore/237-generation-attempts': BY_AN_LLM,
};
/**
 * This statement returns rows only with an embedder, which is the default. Here the vectors are written by the test.
 */
const BY_VECTORS = 'explore/090-similar-items';
/** Columns that may be empty: no memory of the demo data has been archived yet, and no person corrected a step. */
const MAY_BE_EMPTY: Record<string, readonly string[]> = {
  'explore/120-failures-of-item': ['said'],
  'explore/145-archive-of-memories': ['archived'],
};
/** Replacements for statements whose parameters contain other ids than those of the added data. */
const ids: Record<string, Record<string, string>> = {};

let llm: OpenAiServer;
let service: TestService;
let graph: GraphService;
beforeAll(async () => {
  llm = await OpenAiServer.start();
  answerAll();
  [service, graph] = await Promise.all([contextService(llm.environment), connectedGraph()]);
  await ask('mutation { loadSample { changed } }');
}, 240_000);
afterAll(async () => {
  await service.close();
  await graph.onApplicationShutdown();
  await llm.close();
});

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);

const rowsOf = async (name: string): Promise<Record<string, unknown>[]> => {
  const { parameters, text } = readCypherFile(name);
  const read = { name, mode: 'read' as const, columns: [] };
  const [own] = await graph.run<object, { parameters: object }>(
    { ...read, text: `RETURN ${parameters} AS parameters` },
    {},
  );
  return graph.run<object, Record<string, unknown>>({ ...read, text }, { ...own?.parameters, namespace, ...ids[name] });
};

interface DrawnNode {
  readonly elementId: string;
  readonly labels: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Collects all nodes of an answer, also those inside paths and lists, by element id. */
function nodesIn(value: unknown, found = new Map<string, DrawnNode>()): Map<string, DrawnNode> {
  if (typeof value !== 'object' || value === null) return found;
  if ('labels' in value && 'elementId' in value) found.set(String(value.elementId), value as DrawnNode);
  else for (const inner of Object.values(value)) nodesIn(inner, found);
  return found;
}

/** Returns the caption that the style makes Neo4j Browser write on a node. */
const style = renderStyle();
function captionOf({ labels, properties }: DrawnNode): string {
  const [property] = labels.flatMap((label) => new RegExp(`node\\.${label} .*'\\{(\\w+)\\}'`).exec(style)?.[1] ?? []);
  const caption = property === undefined ? undefined : properties[property];
  return typeof caption === 'string' ? caption : '';
}

const shows = async (name: string) => {
  const rows = await rowsOf(name);
  expect(rows).not.toEqual([]);
  // A column that is empty in all rows shows that an optional part of the statement found nothing.
  const empty = Object.keys(rows[0] ?? {}).filter((column) => rows.every((row) => isEmpty(row[column])));
  expect(empty.filter((column) => !MAY_BE_EMPTY[name]?.includes(column))).toEqual([]);
  const nodes = [...nodesIn(rows).values()];
  expect(nodes.length, 'nodes of a picture').toBeLessThanOrEqual(60);
  // Captions must not be blank or JSON.
  expect(nodes.filter((node) => !/^[^{[\s]/.test(captionOf(node)))).toEqual([]);
};

describe('the demo data', () => {
  const counts = async () => {
    const { status } = await ask<{ status: { counts: { kind: string; count: number }[] } }>(
      '{ status { counts { kind count } } }',
    );
    return Object.fromEntries(status.counts.map(({ kind, count }) => [kind, count]));
  };

  it('is of every kind, and loading it again changes nothing', async () => {
    const before = await counts();
    expect(before).toMatchObject({ ITEM: 120, MEMORY: 10, PIECE: 12, STRATEGY: 1 });
    expect(before['FLUENT']).toBeGreaterThan(50);
    const { loadSample } = await ask<{ loadSample: object }>('mutation { loadSample { namespace changed } }');
    expect(loadSample).toEqual({ namespace, changed: false });
    expect(await counts()).toEqual(before);
  });

  it('happened over two weeks, up to yesterday', async () => {
    const day = 86_400_000;
    const today = Math.floor(Date.now() / day) * day;
    const data = await ask<{
      plans: { totalCount: number; nodes: { createdAt: string }[] };
      learnings: { nodes: { timestamp: string }[] };
    }>('{ plans(first: 100) { totalCount nodes { createdAt } } learnings(first: 1) { nodes { timestamp } } }');
    const times = data.plans.nodes.map(({ createdAt }) => Date.parse(createdAt));
    expect(data.plans.totalCount).toBe(48);
    expect(Math.floor((today - Math.min(...times)) / day)).toBe(13);
    expect(Math.max(...times)).toBeLessThan(today);
    expect(data.learnings.nodes).toHaveLength(1);
  });

  it('goes into no namespace that holds other data', async () => {
    const other = freshNamespace();
    const own = {
      knowledge_id: 'own',
      description: 'Ours',
      ui_location: '',
      action_sequence: [],
      prerequisites: [],
      output_state: 'done',
      doc_citation: '',
    };
    const importOwn = 'mutation ($items: [JSON!]!) { importCatalog(items: $items) { created } }';
    await service.data(other, importOwn, { items: [own] });
    const { errors } = await service.graphql(other, 'mutation { loadSample { changed } }');
    expect(errors?.[0]?.extensions['code']).toBe('CONFLICT');
    const { removeSample } = await service.data<{ removeSample: object }>(
      other,
      'mutation { removeSample { changed } }',
    );
    expect(removeSample).toEqual({ changed: false });
    expect(await service.data(other, '{ knowledgeItem(id: "own") { id } }')).toEqual({ knowledgeItem: { id: 'own' } });
  });
});

describe('every statement of the guide', () => {
  it('has parameters that Neo4j Browser reads: it takes no expression for a value', () => {
    const calculated = exploreStatements().filter(({ parameters }) => /[()]/.test(parameters));
    expect(calculated.map(({ name }) => name)).toEqual([]);
  });

  it.each(
    exploreStatements()
      .map(({ name }) => name)
      .filter((name) => !(name in ADDED) && name !== BY_VECTORS),
  )('%s shows what there is in the demo data', shows);

  it.each(Object.entries(ADDED))('%s says in one row why the demo data has nothing of it: %s', async (name) => {
    const rows = await rowsOf(name);
    expect(rows).toHaveLength(1);
    expect(Object.values(rows[0] ?? {})[0]).toMatch(/^None: \w/);
    // The other columns are empty.
    expect(
      Object.values(rows[0] ?? {})
        .slice(1)
        .filter((value) => !isEmpty(value) && value !== 0),
    ).toEqual([]);
  });
});

it('the failures of an item come with what was learned, latest first', async () => {
  expect(await rowsOf('explore/120-failures-of-item')).toMatchObject([
    {
      task: 'I always use the same three dbc files and am tired of picking them for each log.',
      worked: 'Use the way that works for open files in this version.',
    },
    { task: 'I only need minutes two to five of this recording as a file of their own.', worked: null },
  ]);
});

describe('with what a language model leaves behind, and with flaws', () => {
  beforeAll(async () => {
    await Promise.all([flaws(), sessions(), checkIn(), generation()]);
  });

  it.each([...Object.keys(ADDED), BY_VECTORS])('%s shows what there is', shows);

  it('items are near each other in the slot that is in use', async () => {
    // The vectors are (1, 0) and (0.8, 0.6).
    const [nearest, ...others] = await rowsOf(BY_VECTORS);
    expect([nearest?.['id'], others]).toEqual(['open_folder', []]);
    expect(nearest?.['cosine']).toBeCloseTo(0.8, 6);
  });
});

describe('removing the demo data', () => {
  it('leaves nothing of its namespace but the records that it was loaded and removed', async () => {
    expect(await ask('mutation { removeSample { changed } }')).toEqual({ removeSample: { changed: true } });
    const left = await graph.run<object, { labels: string[]; nodes: number }>(
      {
        name: 'test/left',
        mode: 'read',
        text: 'MATCH (n) WHERE n.namespace = $namespace RETURN labels(n) AS labels, count(*) AS nodes',
      },
      { namespace },
    );
    expect(left).toEqual([{ labels: ['Audit'], nodes: 2 }]);
    expect(await ask('mutation { removeSample { changed } }')).toEqual({ removeSample: { changed: false } });
  });
});

// ───────────────────────────── the data ─────────────────────────────

const ask = <Data = Record<string, never>>(query: string, variables: object = {}): Promise<Data> =>
  service.data<Data>(namespace, query, variables, { 'x-agent': 'tester', 'x-session': 'tour' });

const write = (text: string, parameters: object = {}) =>
  graph.run({ name: 'test/fixture', mode: 'write', text }, { namespace, ...parameters });

async function flaws(): Promise<void> {
  // Two memories with the same content.
  for (const title of ['Retry', 'Try again']) await recordMemory(title);
  const lost = {
    knowledge_id: 'lost',
    description: 'Lost',
    ui_location: '',
    action_sequence: [],
    prerequisites: ['never_produced'],
    output_state: 'lost_state',
    doc_citation: '',
  };
  await ask('mutation ($items: [JSON!]!) { importCatalog(items: $items) { created } }', { items: [lost] });
  // Writes vectors as a service with an embedder does after another model has filled the second slot.
  await write(
    `UNWIND [['open_files', [1.0, 0.0]], ['open_folder', [0.8, 0.6]]] AS pair
     MATCH (item:KnowledgeItem {namespace: $namespace, id: pair[0]})
     SET item.model0 = 'none', item.model1 = 'test', item.embedding1 = pair[1]`,
  );
  // Writes inconsistencies that the service itself never leaves behind.
  await write(
    `MATCH (piece:Piece {namespace: $namespace, id: 'utc'}) CREATE (piece)-[:NEXT]->(:Piece {namespace: 'elsewhere'})`,
  );
}

const MEMORY = 'mutation ($input: MemoryInput!) { recordMemory(input: $input) { id } }';
const recordMemory = async (title: string): Promise<string> => {
  const input = { title, description: 'When it fails', content: 'Retry it.', outcome: 'SUCCESS' };
  return (await ask<{ recordMemory: { id: string } }>(MEMORY, { input })).recordMemory.id;
};

/** Writes jobs in the form in which the worker leaves them, because all test files share its queue. */
async function sessions(): Promise<void> {
  const memoryId = await recordMemory('Pin versions');
  await write(
    `MATCH (memory:Memory {namespace: $namespace, id: $memoryId})
     CREATE (session:Session {namespace: $namespace, id: 's1', outcome: 'SUCCESS'})<-[:DISTILLED_FROM]-(memory)
     CREATE (session)<-[:FOR]-(:Job {namespace: $namespace, id: 'job_1', sessionId: 's1', status: 'DONE', attempts: 1})
     CREATE (:Session {namespace: $namespace, id: 's2', outcome: 'FAILURE'})
       <-[:FOR]-(:Job {namespace: $namespace, id: 'job_2', sessionId: 's2', status: 'FAILED', attempts: 3, error: 'unreadable', reply: '?'})`,
    { memoryId },
  );
}

/** Scripts all replies before the first request, since the requests run concurrently. */
function answerAll(): void {
  const piece = {
    piece_id: 'p1',
    content: 'Coarse grids first',
    knowledge_type: 'Fact',
    info_type: 'context',
    tags: [],
  };
  llm.answerBy(({ response_format: format }) =>
    format
      ? { content: { metadata: {}, pieces: [piece], graph: { nodes: [], edges: [] } } }
      : { content: '```prolog\ninitiatedAt(open(D)=true, T) :- happensAt(opens(D), T).\n```' },
  );
}

async function checkIn(): Promise<void> {
  await ask('mutation { ingestText(text: "Coarse grids first.", checkIn: true) { attempts } }');
  const [brought] = await graph.run<object, { id: string }>(
    {
      name: 'test/brought',
      mode: 'read',
      text: 'MATCH (:CheckIn {namespace: $namespace})-[:BROUGHT]->(piece:Piece) RETURN piece.id AS id',
    },
    { namespace },
  );
  ids['explore/215-origin-of-piece'] = { pieceId: brought?.id ?? '' };
}

async function generation(): Promise<void> {
  await ask('mutation { generateRules(domain: "MSA", activity: "open", maxAttempts: 1) { stored } }');
}
