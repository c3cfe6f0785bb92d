/** Sends an operation and returns its data; throws on errors. */
export type Ask = (query: string, variables?: object) => Promise<Record<string, Record<string, unknown>>>;

export type Given = Readonly<Record<string, unknown>>;

/** A namespace in which arguments are prepared. */
export interface World {
  readonly ask: Ask;
  /** A text that no other call of this world gets; the same in each world for the same number of calls. */
  fresh(): string;
}

const ITEM = {
  description: 'Opens it',
  uiLocation: 'Menu',
  actionSequence: ['click'],
  prerequisites: [],
  outputState: 's',
  docCitation: 'd',
};
const RULES = (name: string) => `initiatedAt(${name}(X)=true, T) :- happensAt(start(X), T).`;
const INTENT = { dataType: 'text', expectedFormat: 'text', successCriteria: ['not empty'] };

async function item({ ask, fresh }: World): Promise<string> {
  const id = fresh();
  await ask('mutation ($input: KnowledgeItemInput!) { saveKnowledgeItem(input: $input) { id } }', {
    input: { ...ITEM, id },
  });
  return id;
}

export async function learning(world: World, recoveryApproach?: string) {
  const input = {
    ...{
      itemId: await item(world),
      kind: 'SELF_EXPLORATION',
      task: 't',
      stepNum: 0,
      originalAction: {},
      originalError: 'e',
    },
    ...(recoveryApproach !== undefined && { recoveryApproach }),
  };
  const data = await world.ask(
    'mutation ($input: LearningInput!) { attachLearning(input: $input) { learning { id evidenceId: id } } }',
    { input },
  );
  return (data['attachLearning'] as { learning: { id: string } }).learning.id;
}

const memoryInput = (title: string) => ({
  title,
  description: `about ${title}`,
  content: `do ${title}`,
  outcome: 'SUCCESS',
});
export async function memory({ ask, fresh }: World, input: object = {}): Promise<string> {
  const data = await ask('mutation ($input: MemoryInput!) { recordMemory(input: $input) { id } }', {
    input: { ...memoryInput(fresh()), ...input },
  });
  return data['recordMemory']?.['id'] as string;
}

async function piece({ ask, fresh }: World, more: object = {}): Promise<string> {
  const id = fresh();
  const pieces = [{ piece_id: id, content: `Stop ${id}`, knowledge_type: 'fact', info_type: 'hints', ...more }];
  await ask('mutation ($document: JSON!) { loadKnowledge(document: $document) { created } }', { document: { pieces } });
  return id;
}

async function entities({ ask, fresh }: World): Promise<[string, string]> {
  const [a, b] = [fresh(), fresh()];
  const nodes = [a, b].map((id) => ({ node_id: id, node_type: 'thing', label: `Label ${id}` }));
  const edges = [{ source_id: a, target_id: b, edge_type: 'NEXT' }];
  await ask('mutation ($document: JSON!) { loadKnowledge(document: $document) { created } }', {
    document: { graph: { nodes, edges } },
  });
  return [a, b];
}

async function plan(world: World): Promise<{ planId: string; itemId: string }> {
  const itemId = await item(world);
  const actions = [0, 1].map(() => ({ toolName: 'click', toolArguments: {}, reasoning: 'it opens', kbSource: itemId }));
  const data = await world.ask('mutation ($input: PlanInput!) { savePlan(input: $input) { id } }', {
    input: { task: `open ${world.fresh()}`, actions },
  });
  return { planId: data['savePlan']?.['id'] as string, itemId };
}

async function reported(world: World) {
  const made = await plan(world);
  const input = { planId: made.planId, stepNum: 0, outcome: 'FAILURE', recover: false, error: 'no such menu' };
  await world.ask('mutation ($input: StepReportInput!) { reportStep(input: $input) { __typename } }', { input });
  return made;
}

async function domain({ ask, fresh }: World): Promise<{ domain: string; name: string }> {
  const made = { domain: fresh(), name: 'walking' };
  await ask(
    'mutation ($domain: String!, $name: String!, $rules: String!) { saveFluent(domain: $domain, name: $name, rules: $rules) { __typename } }',
    { ...made, rules: RULES('walking') },
  );
  return made;
}

async function document({ ask, fresh }: World): Promise<string> {
  const data = await ask(
    'mutation ($document: IngestDocumentInput!) { ingestDocument(document: $document) { document { id } } }',
    {
      document: { content: `# Pumps\n\nStop them ${fresh()}.`, source: `${fresh()}.md`, mediaType: 'text/markdown' },
    },
  );
  return (data['ingestDocument'] as { document: { id: string } }).document.id;
}

export async function conversation({ ask, fresh }: World): Promise<string> {
  const session = fresh();
  await ask(
    'mutation ($session: ID!, $messages: [MessageInput!]!) { addMessages(session: $session, messages: $messages) { __typename } }',
    {
      session,
      messages: [{ messageId: fresh(), role: 'user', content: 'The valve sticks.' }],
    },
  );
  return session;
}

async function task({ ask, fresh }: World): Promise<string> {
  const data = await ask(
    'mutation ($objective: String!, $methods: [MethodInput!]!) { startAdaptiveTask(objective: $objective, methods: $methods) { id } }',
    { objective: `a list of ${fresh()}`, methods: [{ method: 'ai', actions: [{ action: 'do' }] }] },
  );
  return data['startAdaptiveTask']?.['id'] as string;
}

async function receipt({ ask, fresh }: World, query: string): Promise<string> {
  const data = await ask('query ($input: ContextInput!) { context(input: $input) { receiptId } }', {
    input: { query: `${query} ${fresh()}`, minMatch: 0 },
  });
  return data['context']?.['receiptId'] as string;
}

async function evidenceOf(world: World): Promise<string> {
  const id = await memory(world);
  await world.ask('mutation ($id: ID!) { memoryFeedback(memoryId: $id, helpful: true) { __typename } }', { id });
  const data = await world.ask('query ($id: ID!) { memory(id: $id) { evidence(first: 1) { nodes { id } } } }', { id });
  return (data['memory']?.['evidence'] as { nodes: { id: string }[] }).nodes[0]?.id ?? '';
}

/** Arguments that are accepted, made anew for each call, with whatever they refer to. */
export const GIVEN: Readonly<Record<string, (world: World) => Given | Promise<Given>>> = {
  addMessages: ({ fresh }) => ({
    session: fresh(),
    messages: [{ messageId: fresh(), role: 'user', content: 'It sticks.' }],
  }),
  addTranscript: ({ fresh }) => ({
    session: fresh(),
    trace: JSON.stringify([{ role: 'user', content: 'It sticks.' }]),
  }),
  attachLearning: async (world) => ({
    input: {
      itemId: await item(world),
      kind: 'SELF_EXPLORATION',
      task: 't',
      stepNum: 0,
      originalAction: {},
      originalError: 'e',
    },
  }),
  attributeStep: async (world) => ({
    ...only(await reported(world), 'planId'),
    stepNum: 0,
    itemId: await item(world),
    force: true,
  }),
  closeDocument: async (world) => ({ id: await document(world) }),
  completeLearning: async (world) => ({ id: await learning(world), recoveryApproach: 'use the keys' }),
  declareRelationType: ({ fresh }) => ({ type: `R${fresh().toUpperCase()}`, functional: true }),
  declareVocabulary: ({ fresh }) => ({
    domain: fresh(),
    vocabulary: { inputEvents: ['start/1'], inputFluents: ['on/1'] },
  }),
  deleteClauses: async (world) => {
    const { domain: name } = await domain(world);
    await world.ask(
      'mutation ($domain: String!, $rules: String!) { importRules(domain: $domain, rules: $rules) { __typename } }',
      {
        domain: name,
        rules: 'helper(a).',
      },
    );
    return { domain: name, clauses: ['helper(a).'] };
  },
  delete: async (world) => ({ ref: `memory:${await memory(world)}` }),
  deleteDomain: async (world) => {
    const { domain: name } = await domain(world);
    return { domain: name, confirm: name };
  },
  deleteFluent: (world) => domain(world),
  describeActivities: ({ fresh }) => ({ domain: fresh(), descriptions: { walking: 'somebody walks' } }),
  distilConversation: async (world) => ({ id: await conversation(world), outcome: 'SUCCESS' }),
  editLearning: async (world) => ({
    id: await learning(world, 'keys'),
    task: 'another',
    originalAction: {},
    originalError: 'e',
  }),
  editMemory: async (world) => ({ id: await memory(world), content: 'another content' }),
  editPiece: async (world) => ({ id: await piece(world), content: 'another content' }),
  finishPlan: async (world) => ({ ...only(await plan(world), 'planId'), success: true }),
  importCatalog: ({ fresh }) => ({
    items: [
      {
        ...{ knowledge_id: fresh(), description: 'Opens it', ui_location: 'Menu', action_sequence: ['click'] },
        ...{ prerequisites: [], output_state: 's', doc_citation: 'd' },
      },
    ],
  }),
  importDependencies: ({ fresh }) => ({ domain: fresh(), graph: { a: ['b'], b: [] } }),
  importRules: ({ fresh }) => ({ domain: fresh(), rules: RULES('running') }),
  ingestDocument: ({ fresh }) => ({
    document: { content: `# Pumps\n\nStop them ${fresh()}.`, source: `${fresh()}.md`, mediaType: 'text/markdown' },
  }),
  judgeMemories: async (world) => ({ judgements: [{ memoryId: await memory(world), helpful: true }] }),
  keepApart: async (world) => {
    const [one, other] = await entities(world);
    return { one, other };
  },
  learnStrategy: ({ fresh }) => ({ action: { method: 'ai', action: fresh() }, intent: INTENT, success: true }),
  loadKnowledge: ({ fresh }) => ({
    document: { pieces: [{ piece_id: fresh(), content: 'Stop it', knowledge_type: 'fact', info_type: 'hints' }] },
  }),
  memoryFeedback: async (world) => ({ memoryId: await memory(world), helpful: true }),
  mergeEntities: async (world) => {
    const [source, target] = await entities(world);
    return { source, target };
  },
  mergeMemories: async (world) => ({ source: await memory(world), target: await memory(world) }),
  moveMemories: async (world) => ({ ids: [await memory(world)], to: 'another' }),
  observe: async (world) => ({
    input: {
      ...{
        taskId: await task(world),
        stepNum: 0,
        success: false,
        error: 'it failed',
        action: { method: 'ai', action: 'do' },
      },
      documents: [{ name: 'out.txt', content: 'nothing', mimeType: 'text/plain' }],
    },
  }),
  promoteMemory: async (world) => ({ id: await memory(world), scope: 'ORG' }),
  queueSession: ({ fresh }) => ({ input: { sessionId: fresh(), outcome: 'SUCCESS', trace: 'It went well' } }),
  recordMemory: ({ fresh }) => ({ input: memoryInput(fresh()) }),
  reportOutcome: async (world) => {
    const id = await item(world);
    return { input: { receiptId: await receipt(world, `Opens it ${id}`), success: true } };
  },
  reportStep: async (world) => ({
    input: {
      ...only(await plan(world), 'planId'),
      stepNum: 0,
      outcome: 'FAILURE',
      recover: false,
      error: 'no such menu',
    },
  }),
  resolveLearning: async (world) => ({ id: await learning(world, 'keys'), into: `item:${await item(world)}` }),
  restore: async (world) => {
    const id = await piece(world);
    await world.ask('mutation ($id: ID!) { editPiece(id: $id, content: "edited") { id } }', { id });
    return { ref: `piece:${id}`, version: 1 };
  },
  retract: async (world) => ({ ref: `evidence:${await evidenceOf(world)}`, reason: 'it was another one' }),
  saveFluent: ({ fresh }) => ({ domain: fresh(), name: 'walking', rules: RULES('walking') }),
  saveKnowledgeItem: ({ fresh }) => ({ input: { ...ITEM, id: fresh() } }),
  savePlan: async (world) => ({
    input: {
      task: `open ${world.fresh()}`,
      actions: [{ toolName: 'click', toolArguments: {}, reasoning: 'it opens', kbSource: await item(world) }],
    },
  }),
  setAutomaticMentions: () => ({ enabled: false }),
  startTrial: async (world) => ({ of: `memory:${await memory(world)}` }),
  startAdaptiveTask: ({ fresh }) => ({
    ...{ objective: `a list of ${fresh()}`, methods: [{ method: 'ai', actions: [{ action: 'do' }] }] },
  }),
  verifyLearning: async (world) => ({ id: await learning(world, 'keys'), verified: true }),
};

/** Mutations that are not tried, and why. */
export const NOT_TRIED: Readonly<Record<string, string>> = {
  carryOut: 'records nothing in the graph',
  createApiKey: 'closes the database that tests share; each call makes another key, as its description says',
  createPlan: 'asks an LLM, then does what savePlan does',
  decideMatch: 'needs a session of a connected agent; test/hooks has one',
  decideContradiction: 'needs facts that contradict one another; test/review decides on them',
  decideSupersession: 'needs doubts that a job finds',
  generateRules: 'asks an LLM, then does what saveFluent does',
  ingestText: 'asks an LLM, then does what loadKnowledge does',
  judgeStep: 'needs a step that no rule decides',
  loadSample: 'takes a minute; test/moving and test/setup load it',
  reembed: 'changes the embedding model of all namespaces',
  relink: 'starts a job',
  removeSample: 'takes a minute',
  restoreMemory: 'needs an archived memory',
  stopTrial: 'needs a trial; test/trials stops one twice',
  retryDistillations: 'needs a job that failed',
  revokeApiKey: 'closes the database that tests share',
  structureDocuments: 'asks an LLM',
  undo: 'test/versions undoes each kind of change',
};

function only<Key extends string>(made: Readonly<Record<Key, unknown>>, key: Key): Given {
  return { [key]: made[key] };
}
