// Writes graph.jsonl and answers.json beside this file: a small database in the form of release 0.1.0, and the answers
// of 0.1.0 to every report that may be repeated. It has to run with the source of 0.1.0 (commit bfe2ba7), so it is not
// a test of this tree. The README.md beside it explains how.
import { writeFileSync } from 'node:fs';
import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Clock } from '../src/common/clock.js';
import { MemoryArchiver } from '../src/memory/memory.archiver.js';
import { loadConfig } from '../src/config/config.js';
import { type RunningService, startService } from '../src/service.js';
import { CATALOG } from './planning/support.js';
import { LES_RANS } from './knowledge/knowledge.js';
import { data } from './rules/support.js';
import { throwAwayNeo4j, type ThrowAwayNeo4j } from './setup/throw-away-neo4j.js';
import { OpenAiServer } from './support/openai-server.js';

const FOLDER = new URL('data/0.1.0/', import.meta.url);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const HEADERS = { 'x-namespace': 'demo-0.1.0', 'x-agent': 'agent-a', 'x-project': 'apollo', 'x-team': 'flight' };

interface Answer {
  readonly query: string;
  readonly variables: Record<string, unknown>;
  readonly headers: Record<string, string>;
  readonly data: unknown;
}

let database: ThrowAwayNeo4j;
let llm: OpenAiServer;
let service: RunningService;
let driver: Driver;
let time = Date.parse('2026-03-02T09:00:00.000Z');
const answers: Answer[] = [];

beforeAll(async () => {
  database = await throwAwayNeo4j();
  llm = await OpenAiServer.start();
  service = await startService(
    loadConfig({
      ...database.connection,
      ...llm.environment,
      PORT: '0',
      LOG_LEVEL: 'error',
      EMBEDDER: 'none',
      TRUST_RECOVERY: 'verified',
      MEMORY_DECAY_INTERVAL: '1h',
    }),
  );
  const clock = service.app.get(Clock, { strict: false });
  clock.now = () => new Date(time);
  driver = neo4j.driver(
    database.connection.NEO4J_URI,
    neo4j.auth.basic(database.connection.NEO4J_USER, database.connection.NEO4J_PASSWORD),
  );
});
afterAll(async () => {
  await driver.close();
  await service.close();
  await llm.close();
  await database.remove();
});

async function ask<Data>(query: string, variables: Record<string, unknown> = {}, more = {}): Promise<Data> {
  time += 1_000;
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...HEADERS, ...more },
    body: JSON.stringify({ query, variables }),
  });
  const { data: answer, errors } = (await response.json()) as { data: Data; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return answer;
}

/** Sends a report and keeps the answer, which later versions have to repeat. */
async function report<Data>(query: string, variables: Record<string, unknown>, more = {}): Promise<Data> {
  const answer = await ask<Data>(query, variables, more);
  answers.push({ query, variables, headers: { ...HEADERS, ...more }, data: answer });
  return answer;
}

it('lives through all that leaves evidence', async () => {
  await items();
  await memories();
  await sessions();
  await layers();
  await fluents();
  await strategies();
  time += DAY;
  // The knowledge is used, so that there are receipts, too.
  for (const query of ['concatenate measurement files', 'retry with a pause', 'LES'])
    await ask('query ($input: ContextInput!) { context(input: $input) { receiptId text } }', { input: { query } });
  await dump();
});

async function items() {
  await ask('mutation ($items: [JSON!]!) { importCatalog(items: $items) { created skipped { reason } } }', {
    items: CATALOG.map((item, index) => (index === 2 ? { ...item, trust_score: 0.8 } : item)),
  });
  const ATTACH = `mutation ($input: LearningInput!) { attachLearning(input: $input) { trustBefore trustAfter learning { id kind } } }`;
  for (const key of ['a', 'b'])
    await report(ATTACH, {
      input: {
        itemId: 'open_files',
        kind: key === 'a' ? 'SELF_EXPLORATION' : 'HUMAN_INTERRUPT',
        task: 'Open a log',
        stepNum: 2,
        originalAction: { tool_name: 'Click-Tool', tool_arguments: { loc: ['menu:File'] } },
        ...(key === 'a'
          ? { originalError: 'Element not found', recoveryApproach: 'Press Ctrl+O.' }
          : { correctedAction: { tool_name: 'Type-Tool' }, humanReasoning: 'The menu is hidden.' }),
        idempotencyKey: `attach-${key}`,
      },
    });
  const PLAN = `mutation ($input: PlanInput!) { savePlan(input: $input) { id number task steps { num toolName kbSource attribution outcome item { id } } } }`;
  const { planningPrompt } = await ask<{ planningPrompt: { receiptId: string } }>(
    'query ($input: PlanningInput!) { planningPrompt(input: $input) { receiptId } }',
    { input: { task: 'Concatenate measurement files', application: 'asammdf', tools: 'Click-Tool(loc)', first: 5 } },
  );
  const action = (name: string, kbSource: string | null, followsLearning?: string) => ({
    toolName: 'Click-Tool',
    toolArguments: { loc: [name] },
    reasoning: `Use ${name}`,
    kbSource,
    ...(followsLearning !== undefined && { followsLearning }),
  });
  const { savePlan } = await report<{ savePlan: { id: string } }>(PLAN, {
    input: {
      task: 'Concatenate measurement files',
      receiptId: planningPrompt.receiptId,
      reasoning: 'Open, then concatenate',
      idempotencyKey: 'plan-1',
      actions: [action('menu:File', 'open_files'), action('menu:Concatenate', 'concatenate_mode'), action('somewhere', null)],
    },
  });
  const STEP = `mutation ($input: StepReportInput!) { reportStep(input: $input) {
    step { num outcome error } learning { id kind recoveryApproach } item { id } trustAfter note } }`;
  await report(STEP, { input: { planId: savePlan.id, stepNum: 0, outcome: 'SUCCESS' } });
  const failed = await report<{ reportStep: { learning: { id: string } } }>(STEP, {
    input: { planId: savePlan.id, stepNum: 1, outcome: 'FAILURE', error: 'Concatenate menu not found' },
  });
  await report(STEP, { input: { planId: savePlan.id, stepNum: 2, outcome: 'FAILURE', error: 'Nothing there' } });
  await ask('mutation ($p: ID!) { attributeStep(planId: $p, stepNum: 2, itemId: "batch_mode") { trustAfter } }', {
    p: savePlan.id,
  });
  await report(PLAN, {
    input: {
      task: 'Concatenate measurement files',
      recovers: savePlan.id,
      retrievedItems: ['concatenate_mode'],
      reasoning: 'Used the Concatenate tab.',
      idempotencyKey: 'plan-2',
      actions: [action('tab:Concatenate', 'concatenate_mode')],
    },
  });
  const { savePlan: third } = await report<{ savePlan: { id: string } }>(PLAN, {
    input: {
      task: 'Concatenate again',
      retrievedItems: ['concatenate_mode'],
      idempotencyKey: 'plan-3',
      actions: [action('tab:Concatenate', 'concatenate_mode', failed.reportStep.learning.id)],
    },
  });
  await ask('mutation ($id: ID!) { verifyLearning(id: $id) { id } }', { id: failed.reportStep.learning.id });
  // This restores trust, since the learning is verified.
  await report(STEP, { input: { planId: third.id, stepNum: 0, outcome: 'SUCCESS' } });
  await ask('mutation ($id: ID!) { finishPlan(planId: $id, success: true) { id } }', { id: third.id });
}

async function memories() {
  const RECORD = `mutation ($input: MemoryInput!) { recordMemory(input: $input) { memory { id title } } }`;
  const record = async (title: string, fields = {}) =>
    (
      await report<{ recordMemory: { memory: { id: string } } }>(RECORD, {
        input: {
          title,
          description: `When it comes to ${title}`,
          content: `Do what "${title}" says.`,
          outcome: 'SUCCESS',
          tags: ['net'],
          idempotencyKey: `record ${title}`,
          ...fields,
        },
      })
    ).recordMemory.memory.id;
  const FEEDBACK = `mutation ($id: ID!, $helpful: Boolean!, $key: String) {
    memoryFeedback(memoryId: $id, helpful: $helpful, idempotencyKey: $key) { applied newConfidence } }`;
  const judge = (id: string, helpful: boolean, key: string) => report(FEEDBACK, { id, helpful, key });
  const SIGNAL = `mutation ($input: SignalInput!) { addSignal(input: $input) { applied newConfidence } }`;
  const signal = (memoryId: string, kind: string, positive: boolean, idempotencyKey: string) =>
    report(SIGNAL, { input: { memoryId, kind, positive, idempotencyKey } });

  const applied = await record('Retry with a pause');
  await judge(applied, true, 'applied-1');
  await signal(applied, 'TASK_COMPLETION', true, 'applied-2');
  await signal(applied, 'CODE_STABILITY', false, 'applied-3');
  const pending = await record('Close what was opened', { scope: 'TEAM' });
  await judge(pending, false, 'pending-1');
  const expired = await record('Trust the cache', { scope: 'ORG', outcome: 'FAILURE' });
  await judge(expired, true, 'expired-1');
  const fallen = await record('Sleep in loops', { outcome: 'FAILURE' });
  await record('Retry with a pause!');
  time += 8 * DAY;
  // The waiting signal has expired by now; it is marked as expired with the next signal.
  await judge(expired, false, 'expired-2');
  for (const key of ['1', '2', '3', '4']) await judge(fallen, false, `fallen-${key}`);
  time += 2 * HOUR;
  await service.app.get(MemoryArchiver, { strict: false }).sweep();
  const { restoreMemory } = await ask<{ restoreMemory: { confidence: number } }>(
    'mutation ($id: ID!) { restoreMemory(id: $id) { confidence } }',
    { id: fallen },
  );
  expect(restoreMemory.confidence).toBe(0.5);
  // By now, a third one of these stays pending.
  await judge(pending, true, 'pending-2');
  await ask('mutation ($id: ID!) { promoteMemory(id: $id, scope: ORG) { id } }', { id: pending });
}

async function sessions() {
  const QUEUE = `mutation ($input: SessionInput!) { queueSession(input: $input) { id sessionId } }`;
  llm.reply({
    content:
      '## Memory 1\n**Title**: Read the log first\n**Description**: When a build fails\n**Content**: The log names the file.\n**Tags**: build\n**Outcome**: success\n',
  });
  await report(QUEUE, { input: { sessionId: 'session-1', outcome: 'SUCCESS', trace: 'user: build\nagent: read the log' } });
  // Two more jobs wait when 0.1.0 ends.
  await work(1);
  for (const id of ['session-2', 'session-3'])
    await report(QUEUE, { input: { sessionId: id, outcome: 'FAILURE', trace: `It went wrong in ${id}.` } });
}

/** Has a second service process the queue until the given number of jobs is done. */
async function work(jobs: number) {
  const distilling = await startService(
    loadConfig({
      ...database.connection,
      ...llm.environment,
      PORT: '0',
      LOG_LEVEL: 'error',
      DISTILLATION_WORKERS: '1',
      DISTILLATION_POLL_MS: '100',
    }),
  );
  distilling.app.get(Clock, { strict: false }).now = () => new Date(time);
  for (let done = 0; done < jobs; ) {
    time += 1_000;
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { distillationJobs } = await ask<{ distillationJobs: { totalCount: number } }>(
      '{ distillationJobs(status: DONE) { totalCount } }',
    );
    done = distillationJobs.totalCount;
  }
  await distilling.close();
}

async function layers() {
  await ask('mutation ($document: JSON!) { loadKnowledge(document: $document) { created } }', { document: LES_RANS });
  llm.reply({
    content: {
      metadata: {},
      pieces: [
        {
          piece_id: 'mesh-first',
          content: 'Refine the mesh before the time step.',
          knowledge_type: 'procedure',
          info_type: 'instructions',
          tags: ['mesh'],
          mentions: ['technique:les'],
        },
      ],
      graph: { nodes: [], edges: [] },
    },
  });
  await ask('mutation ($text: String!) { ingestText(text: $text, entityId: "user:alice") { checkInId } }', {
    text: 'Refine the mesh before the time step.',
  });
}

async function fluents() {
  await ask('mutation ($rules: String!) { importRules(domain: "har", rules: $rules) { fluents { name } } }', {
    rules: data('har.prolog'),
  });
  // One fluent gets a second version.
  await ask(
    `mutation ($rules: String!) { saveFluent(domain: "har", name: "person", rules: $rules, description: "Is it a person?") {
      fluent { name } } }`,
    { rules: 'initiatedAt(person(A)=true, T) :- happensAt(start(walking(A)=true), T).\n' },
  );
}

async function strategies() {
  const LEARN = `mutation ($intent: IntentInput!, $action: JSON!, $success: Boolean!, $key: String) {
    learnStrategy(intent: $intent, action: $action, success: $success, idempotencyKey: $key) { id trust attempts } }`;
  const intent = { dataType: 'numbers', expectedFormat: 'raw_data', successCriteria: ['first 1000'] };
  for (const [n, success] of [true, false, true].entries())
    await report(LEARN, {
      intent,
      action: { method: 'ai', action: 'process', approach: 'deliver' },
      success,
      key: `learn-${n}`,
    });
  const START = `mutation ($objective: String!, $methods: [MethodInput!]!) {
    startAdaptiveTask(objective: $objective, methods: $methods, idempotencyKey: "task-1") { id } }`;
  const { startAdaptiveTask } = await report<{ startAdaptiveTask: { id: string } }>(START, {
    objective: 'List the first 5 primes',
    methods: [{ method: 'ai', actions: [{ name: 'process' }] }],
  });
  const OBSERVE = `mutation ($input: ObservationInput!) { observe(input: $input) {
    num validation { overallSuccess } strategy { id trust attempts } } }`;
  const observe = (stepNum: number, content: string) =>
    report(OBSERVE, {
      input: { taskId: startAdaptiveTask.id, stepNum, success: true, documents: [{ name: 'answer', content }] },
    });
  await observe(0, '2, 3, 5, 7, 9');
  await observe(1, '2, 3, 5, 7, 11');
}

async function dump() {
  // Writes the uses that the queue has not written yet.
  await service.close();
  service = { ...service, close: () => Promise.resolve() };
  const session = driver.session();
  const lines: string[] = [];
  const { records: nodes } = await session.run('MATCH (n) RETURN n, elementId(n) AS id ORDER BY labels(n), n.namespace, n.id, id(n)');
  const numbers = new Map(nodes.map((record, index) => [record.get('id') as string, index]));
  for (const record of nodes) {
    const { labels, properties } = record.get('n') as { labels: string[]; properties: Record<string, unknown> };
    lines.push(JSON.stringify({ node: lines.length, labels: labels.sort(), properties: plain(properties) }));
  }
  const { records: edges } = await session.run(
    'MATCH (a)-[r]->(b) RETURN elementId(a) AS a, elementId(b) AS b, type(r) AS type, properties(r) AS properties',
  );
  const rows = edges.map((record) => ({
    from: numbers.get(record.get('a') as string)!,
    to: numbers.get(record.get('b') as string)!,
    type: record.get('type') as string,
    properties: plain(record.get('properties') as Record<string, unknown>),
  }));
  rows.sort((one, other) => one.from - other.from || one.to - other.to || (one.type < other.type ? -1 : 1));
  lines.push(...rows.map((row) => JSON.stringify(row)));
  await session.close();
  writeFileSync(new URL('graph.jsonl', FOLDER), `${lines.join('\n')}\n`);
  writeFileSync(new URL('answers.json', FOLDER), `${JSON.stringify(answers, null, 1)}\n`);
}

/** Encodes integers as {"$int": "1"} and times as {"$time": "…"}, since JSON has neither. */
function plain(value: unknown): unknown {
  if (neo4j.isInt(value)) return { $int: value.toString() };
  if (neo4j.isDateTime(value)) return { $time: value.toString() };
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([key, inner]) => [key, plain(inner)]),
    );
  return value;
}
