import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GraphService } from '../../src/graph/graph.service.js';
import { exploreStatements } from '../../src/explorer/guide.js';
import { readCypherFile } from '../../src/graph/statement.js';
import { contextService, type TestService } from '../context/service.js';
import { connectedGraph, freshNamespace } from '../support/graph.js';
import { OpenAiServer } from '../support/openai-server.js';

// What people paste into Neo4j Browser, on data that has something to show: each statement runs as its file has it, with
// its own parameters, in a namespace where the service kept one thing of every kind.

const namespace = freshNamespace();
/** Where the ids of the data differ from those the files name. */
const ids: Record<string, Record<string, string>> = {};

let llm: OpenAiServer;
let service: TestService;
let graph: GraphService;
beforeAll(async () => {
  llm = await OpenAiServer.start();
  answerAll();
  [service, graph] = await Promise.all([contextService(llm.environment), connectedGraph()]);
  await Promise.all([plans(), memories(), sessions(), layers(), rules(), strategies()]);
});
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

describe('every statement of the guide', () => {
  it.each(exploreStatements().map(({ name }) => name))('%s shows what there is', async (name) => {
    const rows = await rowsOf(name);
    expect(rows).not.toEqual([]);
    // An optional part that found nothing is a column without a value.
    const empty = Object.keys(rows[0] ?? {}).filter((column) => rows.every((row) => isEmpty(row[column])));
    expect(empty).toEqual([]);
  });
});

it('the failures of an item come with what was learned, latest first', async () => {
  expect(await rowsOf('explore/120-failures-of-item')).toMatchObject([
    {
      task: 'Join the logs',
      step: 1,
      tool: 'Click-Tool',
      outcome: 'CORRECTED',
      said: 'Use the keyboard',
      verified: true,
    },
    { task: 'Join the logs', step: 0, outcome: 'FAILURE', error: 'no menu', worked: 'Used the tab', verified: false },
  ]);
});

it('items are near each other in the slot that is in use', async () => {
  // The vectors (1, 0) and (0.8, 0.6).
  const [nearest, ...others] = await rowsOf('explore/090-similar-items');
  expect([nearest?.['id'], others]).toEqual(['open_folder', []]);
  expect(nearest?.['cosine']).toBeCloseTo(0.8, 6);
});

// ───────────────────────────── the data ─────────────────────────────

const ask = <Data = Record<string, never>>(query: string, variables: object = {}): Promise<Data> =>
  service.data<Data>(namespace, query, variables, { 'x-agent': 'tester', 'x-session': 'tour' });

const write = (text: string, parameters: object = {}) =>
  graph.run({ name: 'test/fixture', mode: 'write', text }, { namespace, ...parameters });

const sample = <Value>(path: string): Value =>
  JSON.parse(readFileSync(new URL(`../../sample/${path}`, import.meta.url), 'utf8')) as Value;

async function plans(): Promise<void> {
  const known = sample<{ knowledge_id: string }[]>('knowledge_catalog.json');
  const items = ['app_open', 'open_files', 'open_folder'].map((id) => known.find((item) => item.knowledge_id === id));
  const lost = { ...items[2], knowledge_id: 'lost', prerequisites: ['never_produced'] };
  await ask('mutation ($items: [JSON!]!) { importCatalog(items: $items) { created } }', { items: [...items, lost] });
  await ask('{ context(input: { query: "open files" }) { text } }');
  const { savePlan } = await ask<{ savePlan: { id: string } }>(
    `mutation { savePlan(input: { task: "Join the logs", retrievedItems: ["open_files"], actions: [
       { toolName: "Click-Tool", kbSource: "open_files" }, { toolName: "Click-Tool", kbSource: "open_files" }] }) { id } }`,
  );
  const report = 'mutation ($input: StepReportInput!) { reportStep(input: $input) { learning { id } } }';
  const outcomes = [
    { outcome: 'FAILURE', error: 'no menu', recoveryApproach: 'Used the tab' },
    { outcome: 'CORRECTED', correctedAction: { tool_name: 'Shortcut-Tool' }, humanReasoning: 'Use the keyboard' },
  ];
  for (const [stepNum, outcome] of outcomes.entries()) {
    await ask(report, { input: { planId: savePlan.id, stepNum, ...outcome } });
  }
  // As a service with an embedder leaves them once another model has filled the second slot.
  await write(
    `UNWIND [['open_files', [1.0, 0.0]], ['open_folder', [0.8, 0.6]]] AS pair
     MATCH (item:KnowledgeItem {namespace: $namespace, id: pair[0]})
     SET item.model0 = 'none', item.model1 = 'test', item.embedding1 = pair[1]`,
  );
}

const MEMORY = 'mutation ($input: MemoryInput!) { recordMemory(input: $input) { id } }';
const recordMemory = async (title: string): Promise<string> => {
  const input = { title, description: 'When it fails', content: 'Retry it.', outcome: 'SUCCESS' };
  return (await ask<{ recordMemory: { id: string } }>(MEMORY, { input })).recordMemory.id;
};

async function memories(): Promise<void> {
  const id = await recordMemory('Retry uploads');
  await recordMemory('Retry uploads');
  await ask('mutation ($id: ID!) { memoryFeedback(memoryId: $id, helpful: true, comment: "It helped") { success } }', {
    id,
  });
  await ask('mutation ($id: ID!) { promoteMemory(id: $id, scope: TEAM) { id } }', { id });
  const gone = await recordMemory('Clear caches');
  await write('MATCH (memory:Memory {namespace: $namespace, id: $gone}) SET memory.archivedAt = datetime()', { gone });
  ids['explore/141-memory-with-evidence'] = { memoryId: id };
}

/** Written as the worker leaves them: all test files share its queue. */
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

/** Before anything asks: what follows runs side by side. */
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

async function layers(): Promise<void> {
  const known = sample<{ pieces: { mentions?: string[] }[] }>('knowledge.json');
  const document = { ...known, pieces: known.pieces.map((one) => ({ ...one, mentions: ['technique:les'] })) };
  await ask('mutation ($document: JSON!) { loadKnowledge(document: $document) { pieces } }', { document });
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
  // What the service never leaves behind.
  await write(
    `MATCH (piece:Piece {namespace: $namespace, id: 'smagorinsky'}) CREATE (piece)-[:NEXT]->(:Piece {namespace: 'elsewhere'})`,
  );
}

async function rules(): Promise<void> {
  const domain = 'MSA';
  const text = readFileSync(new URL('../../sample/rtec/msa.prolog', import.meta.url), 'utf8');
  await ask(
    'mutation ($domain: String!, $rules: String!) { importRules(domain: $domain, rules: $rules) { fluents { name } } }',
    {
      domain,
      rules: text,
    },
  );
  await ask(
    'mutation ($domain: String!, $graph: JSON!) { importDependencies(domain: $domain, graph: $graph) { edges } }',
    {
      domain,
      graph: { ...sample<object>('rtec/msa_dependencies.json'), piracy: ['boarding', 'gap'] },
    },
  );
  await ask(`mutation { describeActivities(domain: "MSA", descriptions: { boarding: "Two ships meet." }) { name } }`);
  await ask('mutation { generateRules(domain: "MSA", activity: "open", maxAttempts: 1) { stored } }');
}

async function strategies(): Promise<void> {
  const methods = [{ method: 'ai', actions: [{ name: 'process' }] }];
  const { startAdaptiveTask: task } = await ask<{ startAdaptiveTask: { id: string } }>(
    `mutation ($methods: [MethodInput!]!) {
       startAdaptiveTask(objective: "Calculate first 3 prime numbers", methods: $methods) { id } }`,
    { methods },
  );
  for (const [stepNum, content] of ['2, 3', '2, 3, 5'].entries()) {
    const input = { taskId: task.id, stepNum, success: true, documents: [{ name: 'primes.txt', content }] };
    await ask('mutation ($input: ObservationInput!) { observe(input: $input) { num } }', { input });
  }
}
