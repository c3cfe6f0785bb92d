import { readFileSync } from 'node:fs';
import { SeededTime } from '../common/seeded-time.js';
import { DAY_MS, dayOf } from './recorded.js';

/** The acting agent and its session. */
interface Voice {
  readonly agent: string;
  readonly session: string;
}

/** Carries out one operation of the API. */
export type Ask = (
  who: Voice,
  query: string,
  variables: Readonly<Record<string, unknown>>,
) => Promise<Record<string, unknown>>;

/** Time and author of an action: days before the last day, time of day (UTC), agent. */
interface Moment {
  readonly day: number;
  readonly at: string;
  readonly agent: string;
  readonly session?: string;
}

interface MemoriesOfSample {
  readonly record: readonly (Moment & Record<string, unknown> & { readonly key: string })[];
  readonly signals: readonly (Moment & { memory: string; helpful: boolean; comment: string })[];
  readonly promote: readonly (Moment & { memory: string; scope: string })[];
}

/** An activity that has no rules yet. */
interface PlannedOfSample {
  readonly dependencies: object;
  readonly descriptions: object;
}

interface TaskOfSample extends Moment {
  readonly objective: string;
  readonly answers: readonly string[];
}

/**
 * Agents who carry out tasks with the documentation for two weeks. It calls `at` before each task, with the part of the
 * two weeks that has passed, in [0,1), and then carries out operations of the API.
 */
export type Work = (ask: Ask, at: (passed: number) => void) => Promise<void>;

/** Days of the work, and the hours of each day (UTC) at which it begins and ends. */
const WORK = { days: 14, from: 9, to: 17 };

const APPLICATION = 'asammdf';
/** The time at which all documentation is loaded, before anyone uses it. */
const BEGIN: Moment = { day: 14, at: '08:00', agent: 'mara' };

const read = (name: string): string =>
  readFileSync(new URL(`../../sample/${name}`, import.meta.url), 'utf8').replace(/^\uFEFF/, '');
const json = <Value>(name: string): Value => JSON.parse(read(name)) as Value;

/** Carries out one part of the story. Each part has its own clock and ids. */
class Teller {
  constructor(
    private readonly ask: Ask,
    private readonly time: SeededTime,
    private readonly lastDay: number,
  ) {}

  /** Runs an operation at its moment. Operations of the same moment follow one another by a second. */
  async at<Data>(moment: Moment, query: string, variables: Record<string, unknown>): Promise<Data> {
    const [hours = 0, minutes = 0] = moment.at.split(':').map(Number);
    const asked = this.lastDay - moment.day * DAY_MS + (hours * 60 + minutes) * 60_000;
    this.time.goTo(new Date(Math.max(asked, this.time.now().getTime() + 1000)));
    const who = { agent: moment.agent, session: moment.session ?? `${moment.agent}-${moment.day}` };
    return (await this.ask(who, query, variables)) as Data;
  }
}

/** @param end a time on the day after the last day of the story */
function teller(ask: Ask, end: Date): (name: string, work: (teller: Teller) => Promise<void>) => Promise<void> {
  const lastDay = dayOf(end) * DAY_MS;
  return (name, work) => {
    const time = new SeededTime(new Date(lastDay - 15 * DAY_MS), name);
    return time.run(() => work(new Teller(ask, time, lastDay)));
  };
}

/**
 * Carries out through the API two weeks of a team that works with agents: the team documents knowledge, agents use it,
 * and the service learns from the results. One operation follows the other, so that the data is always the same.
 *
 * @param end a time on the day after the last day of the story
 * @param work what the agents do with the documentation
 */
export async function tellStory(ask: Ask, end: Date, work: Work): Promise<void> {
  const part = teller(ask, end);
  await part('work', (teller) => tellWork(teller, work));
  await part('memories', tellMemories);
  await part('notes', tellNotes);
  await part('rules', tellRules);
  await part('tasks', tellTasks);
}

/** The first part of the story only: the documentation. */
export function tellDocumentation(ask: Ask, end: Date): Promise<void> {
  return teller(ask, end)('work', tellCatalog);
}

async function tellCatalog(teller: Teller): Promise<void> {
  const items = json<unknown[]>('knowledge_catalog.json');
  const importCatalog = `mutation ($items: [JSON!]!, $application: String) {
    importCatalog(items: $items, application: $application) { created } }`;
  await teller.at(BEGIN, importCatalog, { items, application: APPLICATION });
}

async function tellWork(teller: Teller, work: Work): Promise<void> {
  await tellCatalog(teller);
  let moment = { day: WORK.days, at: '' };
  const at = (passed: number): void => {
    const day = Math.floor(passed * WORK.days);
    const minutes = Math.floor((WORK.from + (passed * WORK.days - day) * (WORK.to - WORK.from)) * 60);
    const time = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
    moment = { day: WORK.days - day, at: time.join(':') };
  };
  await work((who, query, variables) => teller.at({ ...moment, ...who }, query, { ...variables }), at);
}

async function tellMemories(teller: Teller): Promise<void> {
  const { record, signals, promote } = json<MemoriesOfSample>('memories.json');
  const ids = new Map<string, string>();
  const told = [
    ...record.map((memory) => ({
      moment: memory,
      tell: async () => {
        const { key, title, description, content, outcome, tags } = memory;
        const input = { title, description, content, outcome, tags, idempotencyKey: `sample-${key}` };
        const mutation = 'mutation ($input: MemoryInput!) { recordMemory(input: $input) { id } }';
        const { recordMemory } = await teller.at<{ recordMemory: { id: string } }>(memory, mutation, { input });
        ids.set(key, recordMemory.id);
      },
    })),
    ...signals.map((signal) => ({
      moment: signal,
      tell: () =>
        teller.at(
          signal,
          `mutation ($id: ID!, $helpful: Boolean!, $comment: String, $key: String) {
             memoryFeedback(memoryId: $id, helpful: $helpful, comment: $comment, idempotencyKey: $key) { success } }`,
          {
            id: ids.get(signal.memory),
            helpful: signal.helpful,
            comment: signal.comment,
            key: `sample-${signal.memory}-${signal.agent}-${signal.day}`,
          },
        ),
    })),
    ...promote.map((one) => ({
      moment: one,
      tell: () =>
        teller.at(one, 'mutation ($id: ID!, $scope: MemoryScope!) { promoteMemory(id: $id, scope: $scope) { id } }', {
          id: ids.get(one.memory),
          scope: one.scope,
        }),
    })),
  ];
  told.sort(({ moment: a }, { moment: b }) => b.day - a.day || (a.at < b.at ? -1 : 1));
  for (const { tell } of told) await tell();
}

async function tellNotes(teller: Teller): Promise<void> {
  const document = json<object>('notes.json');
  const mutation = 'mutation ($document: JSON!) { loadKnowledge(document: $document) { created } }';
  await teller.at(BEGIN, mutation, { document });
}

const SAVE_FLUENT = `mutation ($domain: String!, $name: String!, $rules: String!) {
  saveFluent(domain: $domain, name: $name, rules: $rules) { fluent { id } } }`;

async function tellRules(teller: Teller): Promise<void> {
  const domains = json<Record<string, PlannedOfSample>>('rtec/planned.json');
  // This is an earlier version of the fluent, whose rules do not distinguish ports.
  await teller.at(BEGIN, SAVE_FLUENT, { domain: 'MSA', name: 'gap', rules: read('rtec/gap_before.prolog') });
  for (const [domain, planned] of Object.entries(domains)) {
    const moment = { ...BEGIN, day: 12, agent: 'ines' };
    const name = domain.toLowerCase();
    await teller.at(
      moment,
      'mutation ($domain: String!, $of: VocabularyInput!) { declareVocabulary(domain: $domain, vocabulary: $of) { name } }',
      { domain, of: json(`rtec/${name}_vocabulary.json`) },
    );
    await teller.at(
      moment,
      `mutation ($domain: String!, $rules: String!) { importRules(domain: $domain, rules: $rules) { fluents { id } } }`,
      { domain, rules: read(`rtec/${name}.prolog`) },
    );
    await teller.at(
      moment,
      'mutation ($domain: String!, $graph: JSON!) { importDependencies(domain: $domain, graph: $graph) { edges } }',
      { domain, graph: { ...json<object>(`rtec/${name}_dependencies.json`), ...planned.dependencies } },
    );
    await teller.at(
      moment,
      'mutation ($domain: String!, $of: JSON!) { describeActivities(domain: $domain, descriptions: $of) { name } }',
      { domain, of: { ...json<object>(`rtec/${name}_descriptions.json`), ...planned.descriptions } },
    );
  }
}

async function tellTasks(teller: Teller): Promise<void> {
  const methods = [{ method: 'ai', actions: [{ action: 'process' }] }];
  for (const task of json<readonly TaskOfSample[]>('adaptive_tasks.json')) {
    const { startAdaptiveTask } = await teller.at<{ startAdaptiveTask: { id: string } }>(
      task,
      `mutation ($objective: String!, $methods: [MethodInput!]!) {
         startAdaptiveTask(objective: $objective, methods: $methods) { id } }`,
      { objective: task.objective, methods },
    );
    for (const [stepNum, content] of task.answers.entries()) {
      const documents = [{ name: 'answer.txt', content }];
      const input = { taskId: startAdaptiveTask.id, stepNum, success: true, documents };
      await teller.at(task, 'mutation ($input: ObservationInput!) { observe(input: $input) { num } }', { input });
    }
  }
}
