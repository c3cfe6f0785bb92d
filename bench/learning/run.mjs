// One run: a stream of tasks in one world, with one arm and one seed. The service sees only the agents' requests.
import { generator } from '../lib/data.mjs';
import { agentsOf, capturedOf, choose, saysOf } from './agents.mjs';

const PROMPT = `query ($input: PlanningInput!) { planningPrompt(input: $input) { receiptId tokens
  items { score knowledge { ref id trust ... on KnowledgeItem { actionSequence learnings(first: 3) { nodes { id recoveryApproach recoveryFailed } } } } } } }`;
const CONTEXT = `query ($input: ContextInput!) { context(input: $input) { receiptId tokensUsed
  hits { score knowledge { ref id trust ... on KnowledgeItem { learnings(first: 3) { nodes { id recoveryApproach recoveryFailed } } } } } } }`;
const SAVE = 'mutation ($input: PlanInput!) { savePlan(input: $input) { id } }';
const REPORT = 'mutation ($input: StepReportInput!) { reportStep(input: $input) { trustAfter } }';
const FEEDBACK =
  'mutation ($memoryId: ID!, $helpful: Boolean!) { memoryFeedback(memoryId: $memoryId, helpful: $helpful) { applied } }';
const SEARCH = `query ($query: String!, $kinds: [KnowledgeKind!]) {
  search(query: $query, kinds: $kinds, first: 30) { hits { knowledge { id trust } } } }`;
const OUTCOME = 'mutation ($input: OutcomeInput!) { reportOutcome(input: $input) { id } }';
const LEARNED = 'mutation ($input: LearningInput!) { attachLearning(input: $input) { trustAfter } }';

/** Number of fake sessions that a liar uses for each lie. */
const FORGED = 3;
const QUARTERS = 4;

/** What agents do in each arm besides asking; `asks` is false if they do not use the service. */
const ARMS = {
  nothing: { asks: false },
  retrieval: { asks: true },
  learnings: { asks: true, reports: true },
  trust: { asks: true, reports: true, feedback: true },
  credit: { asks: true, reports: true, feedback: true, credits: true },
  captured: { asks: true, isCaptured: true },
  skillmem: { asks: true, reports: true, credits: true },
};

/**
 * @param client queries the service in the run's own namespace: `query(text, variables, headers)`
 * @param probe called after each quarter with the trust of right and wrong knowledge, if the world has such knowledge
 * @param coverage share of the entries by which hooks can recognise that a step followed them
 * @returns one record per task: `{ success, attempts, repeated, tokens, regret }`
 */
export async function run({ world, arm, seed, tasks, liars = 0, coverage, client, probe }) {
  const does = ARMS[arm];
  // Tasks and agents are the same in every arm, whatever the results of the attempts.
  const stream = generator(101 * seed + 7);
  const random = generator(103 * seed + 9);
  const agents = agentsOf(liars);
  const failedBefore = new Set();
  const records = [];
  if (does.asks) await world.load(client);
  for (let turn = 0; turn < tasks; turn++) {
    if (does.asks) await world.change?.(client, turn);
    const task = world.tasks(stream, turn);
    const agent = agents[Math.floor(stream() * agents.length)];
    const best = world.best(task);
    const session = agent.lies ? `${agent.name}-${turn}` : `${agent.name}-${Math.floor(turn / 40)}`;
    const ask = (text, variables, forged = '') =>
      client.query(text, variables, { 'x-agent': agent.name, 'x-session': `${session}${forged}` });
    // Tasks of liars are not counted, since their failures say nothing about the service.
    const counts = !agent.lies;
    if (!does.asks) {
      const alone = world.alone ? await world.alone(task, random) : { success: random() < world.unaided, attempts: 1 };
      if (counts) records.push({ ...alone, repeated: 0, tokens: 0, regret: best - Number(alone.success) });
      continue;
    }
    const tried = new Set();
    let [success, repeated, tokens] = [false, 0, 0];
    while (tried.size < world.tries && !success) {
      // The agent asks again for each attempt, as it would after a failure.
      const given = await adviceFor(ask, world, task);
      tokens += given.tokens;
      const left = given.advice.filter(({ id }) => !tried.has(id));
      if (left.length === 0) break;
      const chosen = choose(agent, left, (each) => world.fits(task, each), random);
      tried.add(chosen.id);
      const learned = chosen.learnings?.find(({ recoveryApproach }) => recoveryApproach !== null);
      const instead = learned && random() < agent.follows ? learned : undefined;
      success = random() < (await world.works(task, chosen.id, instead?.recoveryApproach, chosen));
      const what = `${task.key ?? task.text}\n${chosen.id}\n${instead?.recoveryApproach ?? ''}`;
      if (!success && failedBefore.has(what)) repeated++;
      if (!success) failedBefore.add(what);
      const attempt = { world, does, agent, task, given, chosen, instead, success, random };
      if (does.isCaptured) await capture(ask, { ...attempt, seed, coverage });
      else await tell(ask, attempt);
    }
    if (agent.lies && does.feedback && world.plant) await plant(ask, { world, agent, task, turn });
    if (probe && world.probes && (turn + 1) % Math.floor(tasks / QUARTERS) === 0) probe(await standing(client, world));
    if (counts) records.push({ success, attempts: tried.size, repeated, tokens, regret: best - Number(success) });
  }
  return records;
}

/**
 * A liar records something that does not work, once for each kind of task, and reports from one fake session after
 * another that it helps.
 */
async function plant(ask, { world, agent, task, turn }) {
  const id = await world.plant(ask, task, agent.name);
  for (let n = 0; n < FORGED; n++) await ask(FEEDBACK, { memoryId: id, helpful: true }, `-${turn}-${n}`);
}

/**
 * The state of knowledge whose truth the world knows: the mean trust of suitable knowledge that is right, wrong, or
 * planted by liars; the shares of tasks whose first hit is suitable, and whose first suitable hit is right.
 */
async function standing(client, world) {
  const trusts = { right: [], wrong: [], planted: [] };
  let [suitable, first] = [0, 0];
  for (const task of world.probes) {
    const { search } = await client.query(SEARCH, { query: task.text, kinds: world.kinds });
    const [best] = search.hits;
    if (best && world.fits(task, best.knowledge)) suitable++;
    const fitting = search.hits.map(({ knowledge }) => knowledge).filter((each) => world.fits(task, each));
    for (const { id, trust } of fitting)
      trusts[world.isPlanted?.(id) ? 'planted' : world.isGood(id) ? 'right' : 'wrong'].push(trust);
    if (fitting.length > 0 && world.isGood(fitting[0].id)) first++;
  }
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    suitable: suitable / world.probes.length,
    first: first / world.probes.length,
    right: mean(trusts.right),
    wrong: mean(trusts.wrong),
    ...(trusts.planted.length > 0 && { planted: mean(trusts.planted) }),
  };
}

/**
 * @returns `{ receiptId, promptId, tokens, advice }`; `promptId` is the receipt if it is that of a planning prompt,
 *   which a plan can name
 */
async function adviceFor(ask, world, task) {
  if (world.kinds?.[0] === 'ITEM') {
    const { planningPrompt } = await ask(PROMPT, { input: { task: task.text, first: 5 } });
    const { receiptId, tokens, items } = planningPrompt;
    return { receiptId, promptId: receiptId, tokens, advice: items.map(adviceOf) };
  }
  const { context } = await ask(CONTEXT, { input: { query: task.text, kinds: world.kinds, first: 5, minTrust: 0 } });
  return {
    receiptId: context.receiptId,
    tokens: context.tokensUsed,
    advice: context.hits.map(adviceOf),
  };
}

function adviceOf({ knowledge }) {
  const learnings = knowledge.learnings?.nodes.filter(({ recoveryFailed }) => !recoveryFailed);
  return { ...knowledge, learnings };
}

/**
 * What the hooks of a connected agent report of an attempt; the agent itself reports nothing. An outcome always says what
 * was used. A learning blames its item, so that the failure does not blame it again.
 */
async function capture(ask, { world, agent, task, given, chosen, success, random, seed, coverage }) {
  const captured = capturedOf({ seed, coverage, given: given.advice, chosen, success }, random);
  if (!captured) return;
  const { said, used } = captured;
  const itemId = /^item:(.+)$/u.exec(used[0] ?? '')?.[1];
  const found = itemId !== undefined && !said && random() < agent.explores;
  if (found) {
    await ask(LEARNED, {
      input: {
        ...{ itemId, kind: 'SELF_EXPLORATION', task: task.text, stepNum: 0, originalError: 'It did not work' },
        ...{ originalAction: { tool_name: 'Click' }, recoveryApproach: world.instead(itemId, success, task) },
      },
    });
  }
  await ask(OUTCOME, { input: { receiptId: given.receiptId, success: said, used: found ? [] : used } });
}

/** The agent's report of an attempt. */
async function tell(ask, { world, does, agent, task, given, chosen, instead, success, random }) {
  if (!does.reports) return;
  const said = saysOf(agent, success, random);
  let planId;
  if (chosen.ref.startsWith('item:')) {
    const { savePlan } = await ask(SAVE, {
      input: {
        task: task.text,
        receiptId: given.promptId,
        actions: [
          {
            toolName: 'Click',
            toolArguments: {},
            kbSource: chosen.id,
            ...(instead && { followsLearning: instead.id }),
          },
        ],
      },
    });
    planId = savePlan.id;
    const found = agent.lies || random() < agent.explores;
    const isWrong = agent.lies || (world.misleads && random() < agent.mistakes);
    const step = said
      ? { outcome: 'SUCCESS' }
      : {
          outcome: 'FAILURE',
          error: 'It did not work',
          recover: false,
          ...(found && { recoveryApproach: world.instead(chosen.id, isWrong, task) }),
        };
    await ask(REPORT, { input: { planId, stepNum: 0, ...step } });
  }
  const ofMemory = chosen.ref.startsWith('memory:');
  // Feedback weighs more than an outcome, so liars always give feedback.
  if (agent.lies && does.feedback && ofMemory) {
    for (let n = 0; n < FORGED; n++) await ask(FEEDBACK, { memoryId: chosen.id, helpful: said }, `-${n}`);
  } else if (does.feedback && ofMemory && !does.credits) {
    await ask(FEEDBACK, { memoryId: chosen.id, helpful: said });
  }
  // Feedback and attempts are reported for the same attempts as outcomes, so agents do not report both.
  if (!does.credits && chosen.ref.startsWith('strategy:')) await world.attempt(ask, chosen.id, said);
  if (does.credits) {
    await ask(OUTCOME, {
      input: { receiptId: given.receiptId, success: said, used: [chosen.ref], ...(planId && { planId }) },
    });
  }
}
