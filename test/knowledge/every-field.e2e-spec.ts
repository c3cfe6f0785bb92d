import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Clock } from '../../src/common/clock.js';
import { GraphService } from '../../src/graph/graph.service.js';
import { CODE, OBSERVE, PROMPT, START } from '../adaptive/support.js';
import { contextService, type TestService } from '../context/support.js';
import { INGEST, LOAD } from '../layers/support.js';
import { freshNamespace } from '../support/graph.js';
import type { OpenAiServer } from '../support/openai-server.js';
import { sharedLlm } from '../support/shared-service.js';

// Stores one record of each kind with a different value in every field, and reads it in every way that returns it. The
// test fails if a statement forgets or swaps a field, and if a field of the schema has no value below.

type Fields = Readonly<Record<string, unknown>>;

const CREATED = '2026-01-02T03:04:05.006Z';
/** Thirty days later, each record is changed and read. */
const UPDATED = '2026-02-01T03:04:05.006Z';
const ARCHIVED = '2026-01-20T00:00:00.000Z';
const HEADERS = { 'x-agent': 'tester', 'x-team': 'rotor', 'x-project': 'blades' };

/** Selections for fields that are objects themselves. */
const SELECTIONS: Readonly<Record<string, string>> = {
  evidence: '(first: 5) { nodes { kind positive } }',
  trustHistory: '(last: 5) { trust }',
  trustCurve: '(points: 50) { trust state }',
  learnings: '(first: 5) { nodes { task stepNum } }',
  reliability: '{ uses failures mean }',
  requires: '{ id }',
  requiredBy: '{ id }',
  values: '{ value fluentKind }',
  dependsOn: '{ source via negated fluent { name } }',
  versions: '(first: 2) { rules by at }',
  promotions: '{ from to agent project at }',
  similar: '(first: 2) { knowledge { title } }',
  entity: '{ id type label properties }',
  mentions: '{ id type label }',
  checkIn: '{ text document artifacts by at }',
  chunk: '{ citation }',
  worked: '{ instruction parameters }',
  supportedBy: '{ sessionId }',
};

/**
 * Searches that find a record by its words, both with properties returned by the search and with properties loaded
 * afterwards.
 */
const searched = (kind: string, words: string): Record<string, string> => ({
  knowledge: `knowledge(kind: ${kind}, id: $id) { ...Every }`,
  search: `search(query: "${words}", kinds: [${kind}]) { hits { knowledge { ...Every } } }`,
  'search by the graph': `search(query: "${words}", first: 9) { hits { knowledge { ...Every } } }`,
});
const inContext = (kind: string, words: string) =>
  `context(input: { query: "${words}", kinds: [${kind}], minTrust: 0.1, entityId: "user:alice" }) { hits { knowledge { ...Every } } }`;

const RECORD = {
  knowledge_id: 'open_recording',
  description: 'Load a turbine recording',
  ui_location: 'Menu → File',
  action_sequence: ["click_menu('File')", "click('Open')"],
  shortcut: 'Ctrl+O',
  prerequisites: ['start_viewer', 'licence_bought'],
  output_state: 'recording_open',
  doc_citation: 'Manual, page 12',
  parameters: { path: 'the file' },
  kb_learnings: [
    {
      task: 'Show last night',
      step_num: 4,
      original_action: { tool_name: 'press', tool_arguments: { key: 'F3' } },
      original_error: 'No such key',
      recovery_approach: 'Use the menu',
      timestamp: '2025-11-11T11:11:11.111Z',
    },
  ],
  trust_score: 0.8,
  application: 'viewer',
  reviewed_by: 'Bob',
};
const other = (id: string, prerequisites: readonly string[] = []) => ({
  knowledge_id: id,
  description: `About ${id}`,
  ui_location: '',
  action_sequence: [],
  prerequisites,
  output_state: '',
  doc_citation: '',
});
const ALICE = { id: 'user:alice', type: 'user', label: 'Alice', properties: { team: 'aero' } };
const WAKE = { id: 'technique:wake', type: 'technique', label: 'Wake' };
const PIECE = {
  content: 'Rows behind each other lose wind.\nA tenth of it.',
  knowledge_type: 'episodic',
  info_type: 'skills',
  tags: ['wake', 'loss'],
  entity_id: ALICE.id,
  embedding_text: 'wake loss of rows behind each other',
  mentions: [WAKE.id],
  session: 'talk-7',
  position: 3,
  occurred_at: '2025-12-24T18:00:00.000Z',
  valid_from: '2025-12-01T00:00:00.000Z',
  valid_to: '2031-01-01T00:00:00.000Z',
};
const DOCUMENT = {
  metadata: { [ALICE.id]: { entity_type: ALICE.type, properties: ALICE.properties } },
  pieces: [{ ...PIECE, piece_id: 'wakes' }],
  graph: {
    nodes: [ALICE, WAKE].map(({ id, type, label }) => ({ node_id: id, node_type: type, label })),
    edges: [{ source_id: ALICE.id, target_id: WAKE.id, edge_type: 'STUDIES', properties: { piece_id: 'wakes' } }],
  },
};
const MESSAGE = {
  content: 'The pitch motor hums.\nSince this morning.',
  role: 'operator',
  messageId: 'first call',
  occurredAt: '2025-12-25T08:00:00.000Z',
};
const STALLED = 'initiatedAt(stalled(Blade, Row, Park)=true, T) :- happensAt(turn(Blade, Row, Park), T)';
const RULES = `${STALLED}, holdsAt(icy(Blade)=true, T).`;
const ICY_RULES = 'initiatedAt(icy(Blade)=true, T) :- happensAt(freeze(Blade), T).';
const RESTING_RULES =
  'initiatedAt(resting(Row)=true, T) :- happensAt(stop(Row), T), holdsAt(stalled(_, Row, _)=true, T).';

interface Kind {
  readonly name: string;
  /** Its type in the schema. */
  readonly type: string;
  readonly id: () => string;
  readonly expected: () => Fields;
  /** Fields that by definition have the same value as another one. */
  readonly same?: readonly string[];
  /** Operations that return the record. */
  readonly doors: Readonly<Record<string, string>>;
}

const KINDS: readonly Kind[] = [
  {
    name: 'ITEM',
    type: 'KnowledgeItem',
    id: () => 'open_recording',
    expected: () => ({
      ref: 'item:open_recording',
      id: 'open_recording',
      kind: 'ITEM',
      title: 'open recording',
      text: 'open recording\nLoad a turbine recording\nMenu → File\nrecording open',
      trust: 0.8,
      createdAt: CREATED,
      updatedAt: UPDATED,
      application: 'viewer',
      description: 'Load a turbine recording',
      uiLocation: 'Menu → File',
      actionSequence: ["click_menu('File')", "click('Open')"],
      shortcut: 'Ctrl+O',
      prerequisites: ['start_viewer', 'licence_bought'],
      outputState: 'recording_open',
      docCitation: 'Manual, page 12',
      parameters: { path: 'the file' },
      extra: { reviewed_by: 'Bob' },
      formatted: expect.stringMatching(/KB ID: open_recording[^]*Shortcut: Ctrl\+O[^]*Use the menu[^]*score 0\.80/),
      learnings: { nodes: [{ task: 'Show last night', stepNum: 4 }] },
      reliability: { uses: 0, failures: 0, mean: 0.9 },
      requires: [{ id: 'start_viewer' }],
      requiredBy: [{ id: 'plot' }],
      unresolvedPrerequisites: ['licence_bought'],
      evidence: { nodes: [] },
      trustHistory: [{ trust: 0.8 }],
      trustCurve: [{ trust: 0.8, state: null }],
    }),
    doors: {
      ...searched('ITEM', 'load turbine recording'),
      context: inContext('ITEM', 'load turbine recording'),
      knowledgeItem: 'knowledgeItem(id: $id) { ...Every }',
      'knowledgeItems by id': 'knowledgeItems(first: 5) { nodes { ...Every } }',
      'knowledgeItems by trust': 'knowledgeItems(first: 5, orderBy: TRUST) { nodes { ...Every } }',
      'knowledgeItems by update': 'knowledgeItems(first: 5, orderBy: UPDATED) { nodes { ...Every } }',
      'knowledgeItems by learnings': 'knowledgeItems(first: 5, orderBy: LEARNINGS) { nodes { ...Every } }',
      requiredBy: 'knowledgeItem(id: "start_viewer") { requiredBy { ...Every } }',
      requires: 'knowledgeItem(id: "plot") { requires { ...Every } }',
    },
  },
  {
    name: 'FLUENT',
    type: 'Fluent',
    id: () => 'turbines/stalled',
    same: ['title'],
    expected: () => ({
      ref: 'fluent:turbines/stalled',
      id: 'turbines/stalled',
      kind: 'FLUENT',
      title: 'stalled',
      text: `Turns no more\n${RULES}`,
      trust: 1,
      createdAt: CREATED,
      updatedAt: UPDATED,
      domain: 'turbines',
      name: 'stalled',
      arity: 3,
      fluentKind: 'SIMPLE',
      values: [{ value: 'true', fluentKind: 'SIMPLE' }],
      rules: RULES,
      description: 'Turns no more',
      level: 2,
      dependsOn: [
        { source: 'EXTRACTED', via: ['holdsAt'], negated: false, fluent: { name: 'icy' } },
        { source: 'EXTRACTED', via: ['happensAt'], negated: false, fluent: { name: 'turn' } },
      ],
      versions: [
        { rules: RULES, by: 'tester', at: UPDATED },
        { rules: `${STALLED}.`, by: 'tester', at: CREATED },
      ],
      evidence: { nodes: [] },
      trustHistory: [{ trust: 1 }],
      trustCurve: [{ trust: 1, state: null }],
    }),
    doors: {
      ...searched('FLUENT', 'stalled'),
      context: inContext('FLUENT', 'stalled'),
      fluent: 'fluent(domain: "turbines", name: "stalled") { ...Every }',
      fluents: 'fluents(domain: "turbines", first: 5) { nodes { ...Every } }',
      dependsOn: 'fluent(domain: "turbines", name: "resting") { dependsOn { fluent { ...Every } } }',
      dependencies: 'dependencies(domain: "turbines", name: "resting") { fluents { ...Every } }',
      dependents: 'dependents(domain: "turbines", name: "icy") { ...Every }',
    },
  },
  {
    name: 'MEMORY',
    type: 'Memory',
    id: () => memoryId,
    expected: () => ({
      ref: `memory:${memoryId}`,
      id: memoryId,
      kind: 'MEMORY',
      title: 'Yaw bearing',
      text: 'When it squeaks\n\nGrease the bearing.',
      // Recorded with 0.8, minus 0.05 for thirty days.
      trust: 0.75,
      confidence: 0.75,
      createdAt: CREATED,
      updatedAt: UPDATED,
      description: 'When it squeaks',
      content: 'Grease the bearing.',
      outcome: 'FAILURE',
      tags: ['yaw', 'grease'],
      usageCount: 7,
      scope: 'TEAM',
      project: 'blades',
      team: 'rotor',
      archivedAt: ARCHIVED,
      sourceSession: 'night shift',
      supportedBy: [],
      duplicateOf: 'mem_0',
      mergedInto: null,
      mergedFrom: ['mem_merged'],
      promotions: [{ from: 'PROJECT', to: 'TEAM', agent: 'tester', project: 'blades', at: UPDATED }],
      similar: [{ knowledge: { title: 'Squeaking yaw bearing' } }],
      evidence: { nodes: [] },
      trustHistory: [{ trust: 0.8 }],
      trustCurve: [{ trust: 0.8, state: null }],
    }),
    same: ['confidence', 'mergedInto'],
    doors: {
      ...searched('MEMORY', 'yaw bearing'),
      memory: 'memory(id: $id) { ...Every }',
      memories: 'memories(archived: true, first: 5) { nodes { ...Every } }',
      similar: 'memories(first: 5) { nodes { similar(first: 2) { knowledge { ...Every } } } }',
      memorySearch: 'memorySearch(query: "yaw bearing", minConfidence: 0.1) { memories { memory { ...Every } } }',
      context: inContext('MEMORY', 'yaw bearing'),
    },
  },
  {
    name: 'STRATEGY',
    type: 'Strategy',
    id: () => 'numbers_request/ai.process/deliver',
    expected: () => ({
      ref: 'strategy:numbers_request/ai.process/deliver',
      id: 'numbers_request/ai.process/deliver',
      kind: 'STRATEGY',
      title: 'ai.process (deliver) for numbers requests',
      text: `ai.process (deliver) for numbers requests. Tried for: prime numbers; ${PROMPT}`,
      // Two of three succeeded: (2 + 1) / (3 + 2).
      trust: 0.6,
      createdAt: CREATED,
      updatedAt: UPDATED,
      pattern: 'numbers_request',
      successfulAction: { method: 'ai', action: 'process', approach: 'deliver' },
      successRate: 2 / 3,
      attempts: 3,
      lastIssue: 'Code was delivered, but numbers are wanted',
      lastIssueFor: 'Compute the first 1000 prime numbers',
      learned: 'Deliver the numbers, not the code',
      learnedFor: 'Name the primes',
      worked: { instruction: 'List them', parameters: { digits: 3 } },
      lastUpdated: UPDATED,
      avoidActions: [{ method: 'code', action: 'run', approach: 'deliver', attempts: 1, lastIssue: null }],
      evidence: { nodes: [false, true, true].map((positive) => ({ kind: 'VALIDATION', positive })) },
      trustHistory: [0.5, 2 / 3, 0.75, 0.6].map((trust) => ({ trust })),
      trustCurve: [0.5, 2 / 3, 0.75, 0.6].map((trust, place) => ({ trust, state: place === 0 ? null : 'APPLIED' })),
    }),
    same: ['lastUpdated'],
    doors: {
      ...searched('STRATEGY', 'prime numbers'),
      context: inContext('STRATEGY', 'prime numbers'),
      strategies: `strategies(prompt: "${PROMPT}") { ...Every }`,
      'strategies of another pattern': 'strategies(prompt: "A table of prime numbers") { ...Every }',
    },
  },
  {
    name: 'PIECE',
    type: 'Piece',
    id: () => pieceId,
    expected: () => ({
      ref: `piece:${pieceId}`,
      id: pieceId,
      kind: 'PIECE',
      title: 'Rows behind each other lose wind.',
      text: PIECE.embedding_text,
      trust: 1,
      createdAt: CREATED,
      updatedAt: UPDATED,
      content: PIECE.content,
      knowledgeType: 'EPISODIC',
      infoType: 'skills',
      tags: ['wake', 'loss', 'rows'],
      embeddingText: PIECE.embedding_text,
      session: 'talk-7',
      position: 3,
      occurredAt: PIECE.occurred_at,
      validFrom: PIECE.valid_from,
      validTo: PIECE.valid_to,
      entity: ALICE,
      mentions: [WAKE],
      citation: 'wakes.md, page 4',
      checkIn: {
        text: 'What Alice said of wakes',
        document,
        artifacts: { file: 'talk.txt' },
        by: 'tester',
        at: CREATED,
      },
      chunk: { citation: 'wakes.md, page 4' },
      evidence: { nodes: [] },
      trustHistory: [{ trust: 1 }],
      trustCurve: [{ trust: 1, state: null }],
    }),
    same: ['embeddingText'],
    doors: {
      ...searched('PIECE', 'rows behind each other'),
      context: inContext('PIECE', 'rows behind each other'),
      retrieve: 'retrieve(query: "rows behind each other", entityId: "user:alice") { pieces { piece { ...Every } } }',
      'retrieve, around the entity':
        'retrieve(query: "", entityId: "user:alice") { graphContext { piece { ...Every } } }',
      'pieces of the entity': 'entity(id: "user:alice") { pieces(first: 5) { nodes { ...Every } } }',
      'relations of the entity': 'entity(id: "user:alice") { relations(first: 5) { nodes { piece { ...Every } } } }',
      'relations to an entity':
        'entity(id: "technique:wake") { relations(first: 5, direction: IN) { nodes { piece { ...Every } } } }',
    },
  },
  {
    name: 'MESSAGE',
    type: 'Message',
    id: () => messageRef.slice('message:'.length),
    expected: () => ({
      ref: messageRef,
      id: messageRef.slice('message:'.length),
      kind: 'MESSAGE',
      title: 'The pitch motor hums.',
      text: MESSAGE.content,
      trust: 1,
      createdAt: CREATED,
      updatedAt: CREATED,
      ...MESSAGE,
      session: 'call-9',
      position: 0,
      evidence: { nodes: [] },
      trustHistory: [{ trust: 1 }],
      trustCurve: [{ trust: 1, state: null }],
    }),
    same: ['text', 'updatedAt'],
    doors: {
      ...searched('MESSAGE', 'pitch motor hums'),
      context: inContext('MESSAGE', 'pitch motor hums'),
      conversation: 'conversation(id: "call-9") { messages(first: 5) { nodes { ...Every } } }',
    },
  },
];

let llm: OpenAiServer;
let service: TestService;
let graph: GraphService;
let memoryId: string;
let pieceId: string;
let messageRef: string;
let document: typeof DOCUMENT;
const read = new Map<string, Fields | undefined>();
const namespace = freshNamespace();
const ask = <Data = Fields>(query: string, variables: object = {}) =>
  service.data<Data>(namespace, query, variables, HEADERS);

beforeAll(async () => {
  llm = await sharedLlm();
  service = await contextService(llm.environment);
  graph = service.app.get(GraphService, { strict: false });
  const now = vi.spyOn(service.app.get(Clock, { strict: false }), 'now');
  now.mockImplementation(() => new Date(CREATED));
  await save();
  now.mockImplementation(() => new Date(UPDATED));
  await change();
  await mark();
  await Promise.all(KINDS.map(readAll));
});
afterAll(async () => {
  await service.close();
  await llm.close();
});

const importItem = (record: object) =>
  ask('mutation ($items: [JSON!]!) { importCatalog(items: $items) { skipped { reason } } }', {
    items: [record, other('start_viewer'), other('plot', [RECORD.knowledge_id])],
  });
const saveFluent = (name: string, rules: string, description: string) =>
  ask(
    `mutation ($name: String!, $rules: String!, $description: String) {
      saveFluent(domain: "turbines", name: $name, rules: $rules, description: $description) { fluent { id } } }`,
    { name, rules, description },
  );
const recordMemory = async (title: string, description: string, content = 'Grease the bearing.') => {
  const { recordMemory: recorded } = await ask<{ recordMemory: { id: string } }>(
    'mutation ($input: MemoryInput!) { recordMemory(input: $input) { id } }',
    { input: { title, description, content, outcome: 'FAILURE', tags: ['yaw', 'grease'] } },
  );
  return recorded.id;
};
const learn = (action: string, success: boolean) =>
  ask(
    `mutation ($intent: IntentInput!, $action: JSON!, $success: Boolean!) {
      learnStrategy(intent: $intent, action: $action, success: $success) { id } }`,
    {
      intent: { dataType: 'numbers', expectedFormat: 'raw_data', successCriteria: ['prime numbers'] },
      action,
      success,
    },
  );

async function save(): Promise<void> {
  await importItem({ ...RECORD, output_state: 'anything' });
  await saveFluent('icy', ICY_RULES, 'Is frozen');
  await saveFluent('stalled', `${STALLED}.`, 'Stands still');
  memoryId = await recordMemory('Yaw bearing', 'When it squeaks');
  await learn('ai.process', true);
  llm.reply({ content: DOCUMENT });
  const { ingestText: brought } = await ask<{ ingestText: { document: typeof DOCUMENT } }>(INGEST, {
    text: 'What Alice said of wakes',
    entityId: ALICE.id,
    artifacts: { file: 'talk.txt' },
  });
  const { addMessages } = await ask<{ addMessages: { messages: readonly { ref: string }[] } }>(
    'mutation ($messages: [MessageInput!]!) { addMessages(session: "call-9", messages: $messages) { messages { ref } } }',
    { messages: [MESSAGE] },
  );
  messageRef = addMessages.messages[0]?.ref ?? '';
  pieceId = brought.document.pieces[0]?.piece_id ?? '';
  document = brought.document;
}

async function change(): Promise<void> {
  await importItem(RECORD);
  await saveFluent('stalled', RULES, 'Turns no more');
  await saveFluent('resting', RESTING_RULES, 'Was stopped');
  await recordMemory('Squeaking yaw bearing', 'When it is old', 'Grease the bearing again.');
  await ask('mutation ($id: ID!) { promoteMemory(id: $id, scope: TEAM) { id } }', { id: memoryId });
  await learn('ai.process', true);
  await learn('code.run', false);
  const { startAdaptiveTask: task } = await ask<{ startAdaptiveTask: { id: string } }>(START, {
    objective: PROMPT,
    methods: [{ method: 'ai', actions: [{ action: 'process' }] }],
  });
  await ask(OBSERVE, {
    input: { taskId: task.id, stepNum: 0, success: true, documents: [{ name: 'answer.txt', content: CODE }] },
  });
  await ask(LOAD, { document: { pieces: [{ ...PIECE, piece_id: pieceId, tags: [...PIECE.tags, 'rows'] }] } });
}

/** Sets fields that only an ingested document gives a piece, and only a successful task gives a strategy. */
async function mark(): Promise<void> {
  const text = `MATCH (piece:Piece {namespace: $namespace, id: $pieceId}), (strategy:Strategy {namespace: $namespace})
    WHERE strategy.id ENDS WITH 'ai.process/deliver'
    SET piece.citation = 'wakes.md, page 4', strategy.learned = 'Deliver the numbers, not the code', strategy.learnedFor = 'Name the primes',
      strategy.workedInstruction = 'List them', strategy.workedParameters = '{"digits":3}'
    WITH piece MATCH (checkIn:CheckIn {namespace: $namespace})-[:BROUGHT]->(piece)
    CREATE (checkIn)-[:READ_FROM]->(piece)
    RETURN 1 AS n`;
  await graph.run({ name: 'test/mark', mode: 'write', text }, { namespace, pieceId });
}

/**
 * Sets fields that no call gives a memory that is searched: it was distilled, it was archived, it repeats another one,
 * and a third one is merged into it.
 */
async function markMemory(): Promise<void> {
  const text = `MATCH (memory:Memory {namespace: $namespace, id: $id})
    SET memory.usageCount = 7, memory.archivedAt = $now, memory.sourceSession = 'night shift', memory.duplicateOf = 'mem_0'
    MERGE (source:Memory {namespace: $namespace, id: 'mem_merged'})
    SET source.visibility = memory.visibility
    MERGE (source)-[:MERGED_INTO {change: 'c'}]->(memory)
    RETURN 1 AS n`;
  await graph.run(
    { name: 'test/mark-memory', mode: 'write', text },
    { namespace, id: memoryId, now: new Date(ARCHIVED) },
  );
}

async function readAll({ name, type, id, doors }: Kind): Promise<void> {
  const { __type: described } = await ask<{ __type: { fields: { name: string }[] } }>(
    `{ __type(name: "${type}") { fields { name } } }`,
  );
  // `explain` gives the reason for a position in a list; it is not stored.
  const stored = described.fields.filter((field) => field.name !== 'explain');
  const selected = stored.map((field) => `${field.name} ${SELECTIONS[field.name] ?? ''}`).join(' ');
  const readThrough = async ([door, operation]: [string, string]) => {
    const variable = operation.includes('$id') ? '($id: ID!)' : '';
    const query = `query ${variable} { ${operation} } fragment Every on ${type} { ${selected} }`;
    read.set(`${name} ${door}`, recordIn(await ask(query, { id: id() }), id()));
  };
  if (name !== 'MEMORY') {
    await Promise.all(Object.entries(doors).map(readThrough));
    return;
  }
  for (const door of Object.entries(doors)) {
    await markMemory();
    await readThrough(door);
    if (door[0] === 'memorySearch') await vi.waitUntil(isCounted, { timeout: 10_000 });
  }
}

/** Returns true once the use of the marked memory is written, which takes a moment. */
async function isCounted(): Promise<boolean> {
  const { memory } = await ask<{ memory: Fields }>('query ($id: ID!) { memory(id: $id) { usageCount } }', {
    id: memoryId,
  });
  return memory['usageCount'] === 8;
}

/** Returns the first record with this id that is selected with all its fields. */
function recordIn(value: unknown, id: string): Fields | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('ref' in value && 'id' in value && value.id === id) return value;
  for (const part of Object.values(value)) {
    const found = recordIn(part, id);
    if (found) return found;
  }
  return undefined;
}

describe.each(KINDS)('$name', ({ name, doors, expected, same = [] }) => {
  it('has another value in each field', () => {
    const values = Object.entries(expected()).filter(([field]) => !same.includes(field));
    expect(values.filter(([, value]) => value === null)).toEqual([]);
    expect(new Set(values.map(([, value]) => JSON.stringify(value))).size).toBe(values.length);
  });

  it.each(Object.keys(doors))('is whole as %s gives it', (door) => {
    expect(read.get(`${name} ${door}`)).toEqual(expected());
  });
});

it('ITEM is whole as exportCatalog gives it', async () => {
  const { exportCatalog } = await ask<{ exportCatalog: Fields[] }>('{ exportCatalog }');
  expect(exportCatalog).toContainEqual({
    ...RECORD,
    kb_learnings: RECORD.kb_learnings.map((learning) => expect.objectContaining(learning) as unknown),
  });
});
