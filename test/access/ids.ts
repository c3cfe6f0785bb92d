import type { World } from '../graph/every-mutation.js';
import { conversation, type Given, GIVEN, learning, memory } from '../graph/every-mutation.js';

// Every argument of the API that takes an id or a ref is in exactly one of the three lists below, written as
// `field(argument)`, where one operation takes refs of several kinds followed by the kind. test/access/foreign-ids.e2e-spec.ts fails for an argument that is in none of them: whoever adds one
// decides here who may use the id.

/** An operation on something that belongs to one team and project. */
export interface Probe {
  /** Arguments that are accepted from the owner, with whatever they refer to. */
  readonly make: (world: World) => Given | Promise<Given>;
  /** What is selected of the answer; by default only its type. */
  readonly select?: string;
}

const mutation = (field: string): Probe => ({ make: (world) => GIVEN[field]?.(world) ?? {} });

const ofMemory = (more: Given = {}): Probe => ({
  make: async (world) => ({ ref: `memory:${await edited(world)}`, ...more }),
});

async function edited(world: World): Promise<string> {
  const id = await memory(world);
  await world.ask('mutation ($id: ID!) { editMemory(id: $id, content: "another content") { id } }', { id });
  return id;
}

async function changeOf(world: World): Promise<string> {
  const data = await world.ask('query ($ref: String!) { changes(ref: $ref, first: 1) { nodes { id } } }', {
    ref: `memory:${await edited(world)}`,
  });
  return (data['changes'] as { nodes: { id: string }[] }).nodes[0]?.id ?? '';
}

/** A receipt whose outcome lowered the trust of an item. */
async function ended(world: World): Promise<{ query: string; receiptId: string }> {
  // No other item has this word, so that the trust of this one decides on the answer.
  const query = world.fresh();
  await world.ask('mutation ($input: KnowledgeItemInput!) { saveKnowledgeItem(input: $input) { id } }', {
    input: {
      ...{ id: world.fresh(), description: query, uiLocation: 'Menu', actionSequence: ['click'], prerequisites: [] },
      ...{ outputState: 's', docCitation: 'd' },
    },
  });
  const { context } = await world.ask(
    'query ($input: ContextInput!) { context(input: $input) { receiptId hits { knowledge { ref } } } }',
    {
      input: { query, kinds: ['ITEM'], first: 1, minMatch: 0 },
    },
  );
  const { receiptId, hits } = context as { receiptId: string; hits: { knowledge: { ref: string } }[] };
  await world.ask('mutation ($input: OutcomeInput!) { reportOutcome(input: $input) { id } }', {
    input: { receiptId, success: false, used: hits.map(({ knowledge }) => knowledge.ref) },
  });
  return { query, receiptId };
}

async function queued(world: World): Promise<{ sessionId: string; id: string }> {
  const sessionId = world.fresh();
  const data = await world.ask('mutation ($input: SessionInput!) { queueSession(input: $input) { id } }', {
    input: { sessionId, outcome: 'SUCCESS', trace: `It went well, ${world.fresh()}` },
  });
  return { sessionId, id: data['queueSession']?.['id'] as string };
}

const job: (argument: string) => Probe['make'] = (argument) => async (world) => ({
  [argument]: (await queued(world)).id,
});

/**
 * What belongs to a team and project: memories, sessions, conversations and receipts, with their jobs, evidence and
 * changes. For a caller of another team and project, such an id is the id of nothing.
 */
export const SEPARATE: Readonly<Record<string, Probe>> = {
  // ───────────────────────────── receipts ─────────────────────────────
  'receipt(id)': { make: async (world) => ({ id: (await ended(world)).receiptId }) },
  'reportOutcome(input.receiptId)': mutation('reportOutcome'),
  'savePlan(input.receiptId)': {
    make: async (world) => {
      const { input } = (await GIVEN['savePlan']?.(world)) as { input: Given };
      const { planningPrompt } = await world.ask('{ planningPrompt(input: { task: "open it" }) { receiptId } }');
      return { input: { ...input, receiptId: planningPrompt?.['receiptId'] } };
    },
  },
  'context(input.exclude.receipts)': {
    make: async (world) => {
      const { query, receiptId } = await ended(world);
      return { input: { query, kinds: ['ITEM'], first: 1, minMatch: 0, exclude: { receipts: [receiptId] } } };
    },
    select: '{ hits { explain { trust } } }',
  },
  'planningPrompt(input.exclude.receipts)': {
    make: async (world) => {
      const { query, receiptId } = await ended(world);
      return { input: { task: query, first: 1, exclude: { receipts: [receiptId] } } };
    },
    select: '{ items { explain { trust } } }',
  },
  // ───────────────────────────── memories ─────────────────────────────
  'changes(ref)': ofMemory(),
  'delete(ref)': mutation('delete'),
  'diff(ref)': ofMemory({ from: 1 }),
  'editMemory(id)': mutation('editMemory'),
  'effect(ref)': ofMemory(),
  'judgeMemories(judgements.memoryId)': mutation('judgeMemories'),
  'knowledge(id)': { make: async (world) => ({ kind: 'MEMORY', id: await memory(world) }) },
  'memory(id)': { make: async (world) => ({ id: await memory(world) }) },
  'memoryFeedback(memoryId)': mutation('memoryFeedback'),
  'recordMemory(input.supersedes)': {
    make: async (world) => {
      const said = { title: 'Newer', description: 'd', content: `newer ${world.fresh()}`, outcome: 'SUCCESS' };
      return { input: { ...said, supersedes: await memory(world) } };
    },
  },
  'mergeMemories(source)': mutation('mergeMemories'),
  'mergeMemories(target)': mutation('mergeMemories'),
  'moveMemories(ids)': { ...mutation('moveMemories'), select: '{ moved }' },
  'promoteMemory(id)': mutation('promoteMemory'),
  'receipts(ref)': {
    make: async (world) => {
      const [id, query] = [await memory(world), world.fresh()];
      await world.ask('mutation ($id: ID!, $query: String!) { editMemory(id: $id, content: $query) { id } }', {
        ...{ id, query },
      });
      await world.ask('query ($query: String!) { context(input: { query: $query, minMatch: 0 }) { receiptId } }', {
        query,
      });
      return { ref: `memory:${id}` };
    },
    select: '{ totalCount nodes { id } }',
  },
  'resolveLearning(into)': {
    make: async (world) => ({ id: await learning(world, 'keys'), into: `memory:${await memory(world)}` }),
  },
  'restore(ref)': ofMemory({ version: 1 }),
  'startTrial(of)': mutation('startTrial'),
  'restoreMemory(id)': { make: async (world) => ({ id: await memory(world) }) },
  'retract(ref)': mutation('retract'),
  'retract(ref) of an outcome': {
    make: async (world) => ({ ref: `receipt:${(await ended(world)).receiptId}`, reason: 'wrong' }),
  },
  'subgraph(ref)': ofMemory(),
  'undo(changeId)': { make: async (world) => ({ changeId: await changeOf(world) }) },
  'versions(ref)': ofMemory(),
  // ───────────────────────────── sessions, their jobs, conversations ─────────────────────────────
  'conversation(id)': { make: async (world) => ({ id: await conversation(world) }) },
  'delete(ref) of a conversation': { make: async (world) => ({ ref: `conversation:${await conversation(world)}` }) },
  'distilConversation(id)': mutation('distilConversation'),
  'distillationJob(id)': { make: job('id') },
  'distillationProgress(jobId)': { make: job('jobId') },
  'retryDistillations(filter.jobIds)': {
    make: async (world) => ({ filter: { jobIds: [(await queued(world)).id] } }),
    select: '{ retried }',
  },
  'retryDistillations(filter.sessionIds)': {
    make: async (world) => ({ filter: { sessionIds: [(await queued(world)).sessionId] } }),
    select: '{ retried }',
  },
};

/**
 * Ids that a caller chooses, or that name something of the call itself. Nothing is read by them; a session's name that
 * is taken in the namespace is refused (CONFLICT).
 */
export const OWN: Readonly<Record<string, readonly string[]>> = {
  'The name of a session, chosen by who begins it': [
    'addMessages(session)',
    'addTranscript(session)',
    'queueSession(input.sessionId)',
  ],
  'The id of a message within its session': ['addMessages(messages.messageId)'],
  'The session of the call, like x-session': [
    ...['context(input.session)', 'createPlan(input.session)', 'judgeMemories(session)'],
    ...['memoryFeedback(session)', 'planningPrompt(input.session)', 'reportOutcome(input.session)'],
  ],
  'Knowledge that the receipt of the call contains': ['reportOutcome(input.used)'],
};

/** What all teams and projects of a namespace share, with the reason. */
export const SHARED: Readonly<Record<string, readonly string[]>> = {
  'Items and their learnings are what an organisation knows of its applications': [
    ...['attachLearning(input.itemId)', 'attributeStep(itemId)', 'completeLearning(id)'],
    ...['editLearning(id)', 'knowledgeItem(id)', 'learning(id)', 'reportOutcome(input.steps.followedLearning)'],
    ...[
      'reportStep(input.followedLearning)',
      'resolveLearning(id)',
      'saveKnowledgeItem(input.id)',
      'verifyLearning(id)',
    ],
    ...[
      'savePlan(input.actions.followsLearning)',
      'savePlan(input.actions.kbSource)',
      'savePlan(input.retrievedItems)',
    ],
  ],
  'Plans teach items, so that whoever carries one out may report on it': [
    ...['attributeStep(planId)', 'finishPlan(planId)', 'plan(id)', 'reportOutcome(input.planId)'],
    ...['reportStep(input.planId)', 'savePlan(input.recovers)'],
    ...['context(input.exclude.plans)', 'createPlan(input.exclude.plans)', 'planningPrompt(input.exclude.plans)'],
  ],
  'Tasks teach strategies, which all agents share': [
    ...['adaptiveTask(id)', 'carryOut(taskId)', 'judgeStep(taskId)', 'observe(input.taskId)'],
    ...['reportOutcome(input.taskId)', 'context(input.exclude.tasks)', 'createPlan(input.exclude.tasks)'],
    'planningPrompt(input.exclude.tasks)',
  ],
  'Documents, and the pieces, entities, relations and check-ins of knowledge, describe one world': [
    ...[
      'checkIn(id)',
      'closeDocument(id)',
      'decideContradiction(relations)',
      'decideSupersession(newerId)',
      'decideSupersession(olderId)',
    ],
    ...['document(id)'],
    ...['editPiece(entityId)', 'editPiece(id)', 'entity(id)', 'ingestDocument(document.entityId)'],
    ...['ingestText(entityId)', 'keepApart(one)', 'keepApart(other)', 'mergeEntities(source)', 'mergeEntities(target)'],
    ...['pieces(session)', 'structureDocuments(ids)', 'structureDocuments(without)', 'structuring(ids)'],
    ...['context(input.entityId)', 'provideKnowledge(entityId)', 'retrieve(entityId)'],
    'search(filter.entityId)',
  ],
  'A trial withholds from all sessions of the namespace, and reviewers stop it': ['stopTrial(id)'],
  'Lists of what the caller sees can be narrowed by it': ['receipts(session)', 'sessionTurns(session)'],
  'Evidence of knowledge that the caller sees names its session': [
    ...['evidence(session)', 'context(input.exclude.sessions)', 'createPlan(input.exclude.sessions)'],
    'planningPrompt(input.exclude.sessions)',
  ],
  'Its input is that of planningPrompt, and it asks an LLM': ['createPlan(input.exclude.receipts)'],
  'Only an admin key of all teams and projects is answered': ['audit(ref)', 'revokeApiKey(id)'],
};
