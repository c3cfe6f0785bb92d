import { setTimeout as delay } from 'node:timers/promises';
import { request, type ServiceAddress } from './graphql-client.js';
import type { CommandOutput } from './command.js';

/**
 * Result of one of the three demos: the question, and the order of its answers before and after the first answer
 * failed.
 */
export interface Told {
  readonly title: string;
  readonly question: string;
  readonly before: readonly Answer[];
  readonly after: readonly Answer[];
  /** Lines of the prompt or ledger that explain the change. */
  readonly why: readonly string[];
}

/** A search hit as `npm run demo` prints it. */
export interface Answer {
  readonly ref: string;
  readonly title: string;
  readonly score: number;
  readonly trust: number;
}

type Address = ServiceAddress & { readonly namespace: string };
type Data = Record<string, unknown>;

const SHOWN = 3;
const EMBEDDED_MS = 30_000;
const LOOK_MS = 200;

/**
 * Demonstrates the loop three times: a question, ranked answers, a failure of the first, a new order, and a successful
 * next attempt; for documentation, a memory and a rule.
 *
 * @param keep leaves the data in the namespace; otherwise everything in it is deleted
 * @throws CommandFailure when no service answers, or the namespace contains other data
 */
export async function runDemo(
  address: Address,
  { keep }: { readonly keep: boolean },
  output: CommandOutput,
): Promise<readonly Told[]> {
  const ask = (query: string, variables: Data = {}) => request(address, query, variables);
  output.note(`Loading a catalog of 120 entries into namespace "${address.namespace}" ...`);
  await ask('mutation { loadSample(catalogOnly: true) { changed } }');
  try {
    await untilEmbedded(ask);
    return [await showItem(ask, output), await showMemory(ask, output), await showRule(ask, output)];
  } finally {
    if (keep) output.note(`\nLook around: header x-namespace: ${address.namespace}`);
    else await ask('mutation { removeSample { changed } }');
  }
}

type Ask = (query: string, variables?: Data) => Promise<Data>;

/**
 * Waits for the vectors of the catalog, because entries without a vector rank below those with one. It does not wait if
 * the model is unavailable.
 */
async function untilEmbedded(ask: Ask): Promise<void> {
  for (const end = Date.now() + EMBEDDED_MS; Date.now() < end; await delay(LOOK_MS)) {
    const { embedder } = (await ask('{ status { embedder { model stale problem } } }'))['status'] as {
      embedder: { model: string | null; stale: number; problem: string | null };
    };
    if (embedder.model === null || embedder.problem !== null || embedder.stale === 0) return;
  }
}

interface Hit {
  readonly score: number;
  readonly knowledge: { readonly ref: string; readonly id: string; readonly title: string; readonly trust: number };
}

const HIT = 'score knowledge { ref id title trust }';
const PROMPT = `query ($input: PlanningInput!) { planningPrompt(input: $input) { receiptId user items { ${HIT} } } }`;
const SAVE = 'mutation ($input: PlanInput!) { savePlan(input: $input) { id } }';
const REPORT = 'mutation ($input: StepReportInput!) { reportStep(input: $input) { trustAfter } }';
const FINISH = 'mutation ($planId: ID!, $success: Boolean!) { finishPlan(planId: $planId, success: $success) { id } }';

/**
 * In the demo, the numeric and the tabular window are sorted in different ways, and the question does not state which
 * one is open.
 */
async function showItem(ask: Ask, output: CommandOutput): Promise<Told> {
  const title = '1. Documentation that misleads';
  const task = 'Bring the list into ascending order by its column header';
  const prompt = async () => {
    const { planningPrompt } = await ask(PROMPT, { input: { task, application: 'asammdf', first: SHOWN } });
    return planningPrompt as { receiptId: string; user: string; items: readonly Hit[] };
  };
  const attempt = async ({ receiptId, items }: Awaited<ReturnType<typeof prompt>>, report: Data) => {
    const kbSource = items[0]?.knowledge.id;
    const actions = [{ toolName: 'Click-Tool', toolArguments: { loc: ['last_state:header:Speed'] }, kbSource }];
    const { savePlan } = await ask(SAVE, { input: { task, receiptId, actions } });
    const planId = (savePlan as { id: string }).id;
    await ask(REPORT, { input: { planId, stepNum: 0, recover: false, ...report } });
    await ask(FINISH, { planId, success: report['outcome'] === 'SUCCESS' });
  };

  const first = await prompt();
  heading(output, title, task);
  list(output, answers(first.items));
  const failed = first.items[0]?.knowledge.title ?? '';
  const error = 'Double click on the header: nothing happened';
  const recoveryApproach = 'The open window was a tabular one. Right click on the header, then Asc.';
  await attempt(first, { outcome: 'FAILURE', error, recoveryApproach });
  output.note(`   The agent follows "${failed}" and fails: ${error}.`);

  const second = await prompt();
  asked(output, answers(second.items));
  const why = linesAbout(second.user, [error, recoveryApproach]);
  reasons(output, why);
  await attempt(second, { outcome: 'SUCCESS' });
  output.note(`   The agent follows "${second.items[0]?.knowledge.title ?? ''}": done.`);
  return { title, question: task, before: answers(first.items), after: answers(second.items), why };
}

const CONTEXT = `query ($input: ContextInput!) { context(input: $input) { receiptId hits { ${HIT} } } }`;
const OUTCOME = 'mutation ($input: OutcomeInput!) { reportOutcome(input: $input) { id } }';

interface Context {
  readonly receiptId: string;
  readonly hits: readonly Hit[];
}

async function showMemory(ask: Ask, output: CommandOutput): Promise<Told> {
  const title = '2. A memory that does not hold';
  const query = 'the upload of a recording stopped halfway';
  const record = 'mutation ($input: MemoryInput!) { recordMemory(input: $input) { id } }';
  const memories = [
    {
      title: 'The upload of a recording stopped halfway: start it again at once',
      description: 'The upload of a recording stopped halfway.',
      content: 'Start the upload again at once.',
    },
    {
      title: 'An upload stopped halfway: wait until the server has let go of the file',
      description: 'The upload of a large recording stopped halfway.',
      content: 'Wait a minute, until the server has let go of the half file, and then upload it.',
    },
  ];
  for (const memory of memories) await ask(record, { input: { ...memory, outcome: 'SUCCESS' } });
  const context = async () =>
    (await ask(CONTEXT, { input: { query, kinds: ['MEMORY'], first: SHOWN, minMatch: 0 } }))['context'] as Context;

  const first = await context();
  heading(output, title, query);
  list(output, answers(first.hits));
  const followed = first.hits[0]?.knowledge;
  // A single voice does not change a memory's trust.
  for (const session of ['monday', 'tuesday']) {
    await ask(
      `mutation ($id: ID!, $session: ID!) {
         memoryFeedback(memoryId: $id, helpful: false, session: $session, comment: "The server refused the file") { applied } }`,
      { id: followed?.id, session },
    );
  }
  output.note(`   Agents follow "${followed?.title ?? ''}" in two sessions, and the server refuses the file.`);

  const second = await context();
  asked(output, answers(second.hits));
  const why = await ledgerOf(ask, 'MEMORY', followed?.id);
  reasons(output, why, 'The ledger of the first says why:');
  const used = second.hits.slice(0, 1).map(({ knowledge }) => knowledge.ref);
  await ask(OUTCOME, { input: { receiptId: second.receiptId, success: true, used } });
  output.note(`   The agent follows "${second.hits[0]?.knowledge.title ?? ''}": done.`);
  return { title, question: query, before: answers(first.hits), after: answers(second.hits), why };
}

const DESCRIPTION = 'A ship waits for a berth: it lies still in the roads.';
const rulesOf = (name: string, area: string) =>
  `initiatedAt(${name}(Ship)=true, T) :- happensAt(stop_start(Ship), T), holdsAt(withinArea(Ship, ${area})=true, T).
terminatedAt(${name}(Ship)=true, T) :- happensAt(stop_end(Ship), T).`;

async function showRule(ask: Ask, output: CommandOutput): Promise<Told> {
  const title = '3. A rule that finds too much';
  const query = 'a ship waits for a berth';
  const save = `mutation ($name: String!, $rules: String!, $description: String!) {
    saveFluent(domain: "HARBOUR", name: $name, rules: $rules, description: $description) { fluent { id } } }`;
  for (const [name, area] of [
    ['mooringHold', 'anchorage'],
    ['mooringQueue', 'roads'],
  ] as const) {
    await ask(save, { name, rules: rulesOf(name, area), description: DESCRIPTION });
  }
  const context = async () => {
    const input = { query, kinds: ['FLUENT'], domain: 'HARBOUR', first: 2, minMatch: 0 };
    return (await ask(CONTEXT, { input }))['context'] as Context;
  };

  const first = await context();
  heading(output, title, query);
  list(output, answers(first.hits));
  const followed = first.hits[0]?.knowledge;
  const comment = 'It also found ships that only stayed for the night';
  const report = { receiptId: first.receiptId, success: false, used: followed ? [followed.ref] : [], comment };
  await ask(OUTCOME, { input: report });
  output.note(`   The agent takes the rule "${followed?.title ?? ''}", and it is the wrong one: ${comment}.`);

  const second = await context();
  asked(output, answers(second.hits));
  const why = await ledgerOf(ask, 'FLUENT', followed?.id);
  reasons(output, why, 'The ledger of the first says why:');
  const used = second.hits.slice(0, 1).map(({ knowledge }) => knowledge.ref);
  await ask(OUTCOME, { input: { receiptId: second.receiptId, success: true, used } });
  output.note(`   The agent takes "${second.hits[0]?.knowledge.title ?? ''}": done.`);
  return { title, question: query, before: answers(first.hits), after: answers(second.hits), why };
}

/** The observations of a memory or rule, newest first, with their effects on its trust. */
async function ledgerOf(ask: Ask, kind: 'MEMORY' | 'FLUENT', id: string | undefined): Promise<string[]> {
  const entries = 'evidence(first: 2) { nodes { comment trustBefore trustAfter } }';
  const query = `query ($id: ID!, $kind: KnowledgeKind!) {
    knowledge(id: $id, kind: $kind) { ... on Memory { ${entries} } ... on Fluent { ${entries} } } }`;
  const { evidence } = (await ask(query, { id, kind }))['knowledge'] as {
    evidence: { nodes: readonly { comment: string; trustBefore: number; trustAfter: number }[] };
  };
  return evidence.nodes.map(
    ({ comment, trustBefore, trustAfter }) => `${comment} (trust ${shown(trustBefore)} → ${shown(trustAfter)})`,
  );
}

function answers(hits: readonly Hit[]): Answer[] {
  return hits.map(({ score, knowledge: { ref, title, trust } }) => ({ ref, title, score, trust }));
}

function heading(output: CommandOutput, title: string, question: string): void {
  output.note(`\n${title}`);
  output.note(`   Question: ${question}`);
}

function asked(output: CommandOutput, found: readonly Answer[]): void {
  output.note('   The same question again:');
  list(output, found);
}

function list(output: CommandOutput, found: readonly Answer[]): void {
  found.forEach(({ title, score, trust }, index) => {
    output.note(`   ${index + 1}. ${title.padEnd(72)} score ${shown(score)}  trust ${shown(trust)}`);
  });
}

function reasons(output: CommandOutput, why: readonly string[], title = 'The prompt says why:'): void {
  output.note(`   ${title}`);
  for (const line of why) output.note(`   | ${line}`);
}

/** Lines of a text that contain one of the wanted texts. */
function linesAbout(text: string, wanted: readonly string[]): string[] {
  return text
    .split('\n')
    .filter((line) => wanted.some((part) => line.includes(part)))
    .map((line) => line.trim());
}

function shown(value: number): string {
  return value.toFixed(3);
}
