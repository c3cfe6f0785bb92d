import * as fc from 'fast-check';
import { expect, vi } from 'vitest';
import { Clock } from '../../src/common/clock.js';
import { MemoriesService } from '../../src/memories/memories.service.js';
import { INGEST, type Knowledge, LOAD } from '../layers/support.js';
import { freshNamespace } from '../support/graph.js';
import type { OpenAiServer } from '../support/openai-server.js';

const BEGIN = Date.UTC(2020, 0, 1);
const DAY = 24 * 3_600_000;
const ITEMS = ['a', 'b', 'c'];
const PIECES = ['p1', 'p2', 'p3'];
const ENTITIES = ['ann', 'bob', 'acme', 'core'];
const FLUENTS = ['gap', 'silent', 'far'];

/**
 * One write. `by` are random numbers: what they choose depends on the door and on what the namespace has by then, so that
 * a write means the same wherever the same writes preceded it.
 */
interface Write {
  readonly door: Door;
  /** Days since the previous write. */
  readonly days: number;
  readonly by: readonly number[];
}

/** The parts of the service that a sequence writes to and asks. */
export interface Serving {
  readonly service: Knowledge;
  readonly llm: OpenAiServer;
}

type Numbers = (below: number) => number;
type Ask = <Data>(query: string, variables?: object) => Promise<Data>;

/** A namespace in which writes are carried out. */
interface Hand extends Serving {
  readonly namespace: string;
  readonly ask: Ask;
  /** Returns a text that no earlier write of this namespace had. */
  readonly fresh: () => string;
  readonly memories: string[];
  readonly plans: string[];
  /** Ids of the merges of entities, undone or not. */
  readonly merges: string[];
  /**
   * Refs of relations that a person deleted, by the number of the write. They are missing at earlier times, too (docs/time.md),
   * so a replay deletes them, too.
   */
  readonly deleted: { readonly write: number; readonly relation: string }[];
  /** By id that the service made: the name that it has in comparisons. */
  readonly names: Map<string, string>;
  writes: number;
}

interface Changed {
  readonly id: string;
  readonly at: string;
  readonly door: string;
  readonly refs: readonly string[];
}

/** Thrown if a write has nothing to choose from. */
class NothingYet extends Error {}
const one = <Each>(any: Numbers, all: readonly Each[]): Each => {
  const chosen = all[any(all.length)];
  if (chosen === undefined) throw new NothingYet();
  return chosen;
};
const some = <Each>(any: Numbers, all: readonly Each[]) => all.filter(() => any(2) === 0);

/** Gives each id that the service makes the same name in all namespaces. */
function call(hand: Hand, kind: string, id: string): void {
  if (!hand.names.has(id)) hand.names.set(id, `<${kind} ${hand.names.size}>`);
}

/** Replaces ids that the service made by their names. */
function named<Value>(hand: Hand, value: Value): Value {
  let text = JSON.stringify(value ?? null);
  for (const [id, name] of hand.names) text = text.replaceAll(id, name);
  return JSON.parse(text) as Value;
}

function edgeOf(any: Numbers, ends: readonly string[], carried: readonly string[]) {
  const from = any(2) === 0 ? 1990 + any(20) : undefined;
  return {
    ...{ source_id: one(any, ends), target_id: one(any, ends), edge_type: one(any, ['WORKS_AT', 'KNOWS']) },
    // A relation that is loaded again shows its stated end and properties of today (docs/time.md), so these depend on its key.
    ...(from !== undefined && {
      valid_from: `${from}-01-01`,
      ...(from % 3 === 0 && { valid_to: `${from + 3}-01-01` }),
    }),
    ...(carried.length > 0 && any(3) === 0 && { properties: { piece_id: one(any, carried) } }),
  };
}

function documentOf(hand: Hand, any: Numbers) {
  const nodes = some(any, ENTITIES).map((id) => ({
    ...{ node_id: id, node_type: one(any, ['person', 'firm']), label: hand.fresh(), properties: { n: hand.fresh() } },
  }));
  const pieces = some(any, PIECES).map((id) => ({
    ...{ piece_id: id, content: hand.fresh(), tags: some(any, ['wind', 'sun']), knowledge_type: 'fact' },
    // A reply of an LLM must have it; this is the value of a load without it.
    info_type: 'context',
    ...(any(2) === 0 && { entity_id: one(any, ENTITIES) }),
    ...(any(3) === 0 && { mentions: some(any, ENTITIES) }),
    ...(any(4) === 0 && { valid_from: `${1990 + any(9)}-01-01`, valid_to: `${2000 + any(9)}-01-01` }),
  }));
  const known = nodes.map((node) => node.node_id);
  const carried = pieces.map((piece) => piece.piece_id);
  const edges = known.length === 0 ? [] : [0, 1, 2].slice(any(3)).map(() => edgeOf(any, known, carried));
  const metadata = some(any, ENTITIES).map((id) => [id, { entity_type: 'thing', properties: { n: hand.fresh() } }]);
  return { metadata: Object.fromEntries(metadata) as object, pieces, graph: { nodes, edges } };
}

/** All changes, in an order that does not depend on ids. */
async function changesOf(hand: Hand): Promise<Changed[]> {
  const { changes } = await hand.ask<{ changes: { nodes: Changed[] } }>(
    '{ changes(first: 500) { nodes { id at door refs } } }',
  );
  const key = ({ at, door, refs }: Changed) => JSON.stringify([at, door, [...named(hand, refs)].sort()]);
  return changes.nodes.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

interface Observed {
  readonly ref: string;
  readonly learningId: string | null;
  readonly evidence: {
    readonly id: string;
    readonly at: string;
    readonly kind: string;
    readonly comment: string | null;
  };
}

async function evidenceOf(hand: Hand): Promise<Observed[]> {
  const { evidence } = await hand.ask<{ evidence: { nodes: Observed[] } }>(
    '{ evidence(first: 200) { nodes { ref evidence { id at kind comment } } } }',
  );
  const key = ({ ref, evidence: { at, kind, comment } }: Observed) =>
    JSON.stringify([at, kind, named(hand, ref), comment]);
  return evidence.nodes.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

async function learningsOf(hand: Hand): Promise<string[]> {
  const { learnings } = await hand.ask<{ learnings: { nodes: { id: string; task: string }[] } }>(
    '{ learnings(first: 200) { nodes { id task } } }',
  );
  return learnings.nodes.sort((a, b) => (a.task < b.task ? -1 : 1)).map(({ id }) => id);
}

interface Linked {
  readonly ref: string;
  readonly type: string;
  readonly validFrom: string | null;
  readonly validFromBasis: string | null;
  readonly source: { readonly id: string };
  readonly target: { readonly id: string };
  readonly piece: { readonly id: string } | null;
}

async function relationsOf(hand: Hand): Promise<Linked[]> {
  const shown = await hand.ask<Record<string, { relations: { nodes: Linked[] } } | null>>(
    `{ ${ENTITIES.map(
      (id) => `${id}: entity(id: "${id}") { relations(first: 50) { nodes { ref type validFrom validFromBasis
        source { id } target { id } piece { id } } } }`,
    ).join('\n')} }`,
  );
  const all = new Map(
    Object.values(shown).flatMap((each) => each?.relations.nodes.map((node) => [node.ref, node] as const) ?? []),
  );
  const key = (link: Linked) => JSON.stringify({ ...named(hand, link), ref: '' });
  return [...all.values()].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

const DELETE_RELATION = 'mutation ($ref: String!) { delete(ref: $ref) }';

/** Writes of all kinds by door. A write that is refused changes nothing. */
const DOORS = {
  saveItem: async ({ ask, fresh }: Hand, any: Numbers) => {
    const prerequisites = any(3) === 0 ? [one(any, ITEMS)] : [];
    await ask('mutation ($input: KnowledgeItemInput!) { saveKnowledgeItem(input: $input) { id } }', {
      input: {
        ...{ id: one(any, ITEMS), description: fresh(), application: one(any, ['viewer', 'editor']), uiLocation: '' },
        ...{ actionSequence: [], prerequisites, outputState: '', docCitation: '' },
      },
    });
  },
  fail: async (hand: Hand, any: Numbers) => {
    const { attachLearning } = await hand.ask<{ attachLearning: { learning: { id: string } } }>(
      `mutation ($itemId: ID!, $task: String!) { attachLearning(input: { itemId: $itemId, kind: SELF_EXPLORATION, task: $task,
        stepNum: 0, originalAction: { action: "click" }, originalError: "no such menu", recoveryApproach: "Use it" }) {
          learning { id } } }`,
      { itemId: one(any, ITEMS), task: hand.fresh() },
    );
    call(hand, 'learning', attachLearning.learning.id);
  },
  recordMemory: async (hand: Hand, any: Numbers) => {
    const { fresh } = hand;
    const { recordMemory } = await hand.ask<{ recordMemory: { memory: { id: string } } }>(
      'mutation ($input: MemoryInput!) { recordMemory(input: $input) { memory { id } } }',
      {
        input: { title: fresh(), description: fresh(), content: fresh(), outcome: one(any, ['SUCCESS', 'FAILURE']) },
      },
    );
    call(hand, 'memory', recordMemory.memory.id);
    hand.memories.push(recordMemory.memory.id);
  },
  editMemory: ({ ask, memories, fresh }: Hand, any: Numbers) =>
    ask('mutation ($id: ID!, $content: String!) { editMemory(id: $id, content: $content) { id } }', {
      id: one(any, memories),
      content: fresh(),
    }),
  feedback: ({ ask, memories }: Hand, any: Numbers) =>
    ask('mutation ($id: ID!, $helpful: Boolean!) { memoryFeedback(memoryId: $id, helpful: $helpful) { success } }', {
      id: one(any, memories),
      helpful: any(3) === 0,
    }),
  mergeMemories: ({ ask, memories }: Hand, any: Numbers) =>
    ask('mutation ($source: ID!, $target: ID!) { mergeMemories(source: $source, target: $target) { changeId } }', {
      source: one(any, memories),
      target: one(any, memories),
    }),
  archive: ({ service }: Hand) => service.app.get(MemoriesService).archiveFallen(() => Promise.resolve(true)),
  restoreMemory: ({ ask, memories }: Hand, any: Numbers) =>
    ask('mutation ($id: ID!) { restoreMemory(id: $id) { id } }', { id: one(any, memories) }),
  load: (hand: Hand, any: Numbers) => hand.ask(LOAD, { document: documentOf(hand, any) }),
  ingest: async (hand: Hand, any: Numbers) => {
    const { ask, llm, fresh } = hand;
    llm.reset();
    llm.reply({ content: JSON.stringify(documentOf(hand, any)) });
    await ask(INGEST, { text: `Text ${fresh()}.`, replace: true, allowOthers: true, allowGlobal: true });
    const { pieces, entities } = await ask<{
      pieces: { nodes: { id: string; content: string }[] };
      entities: { nodes: { id: string; label: string | null }[] };
    }>('{ pieces(first: 200) { nodes { id content } } entities(first: 200) { nodes { id label } } }');
    const texts = pieces.nodes
      .filter(({ id }) => !PIECES.includes(id))
      .sort((a, b) => (a.content < b.content ? -1 : 1));
    for (const { id } of texts) call(hand, 'piece', id);
    const things = entities.nodes.filter(({ id }) => !ENTITIES.includes(id));
    for (const { id } of things.sort((a, b) => ((a.label ?? '') < (b.label ?? '') ? -1 : 1))) call(hand, 'entity', id);
  },
  editPiece: ({ ask, fresh }: Hand, any: Numbers) =>
    ask(
      'mutation ($id: ID!, $content: String, $entityId: ID) { editPiece(id: $id, content: $content, entityId: $entityId) { id } }',
      { id: one(any, PIECES), content: fresh(), ...(any(2) === 0 && { entityId: one(any, ENTITIES) }) },
    ),
  editLearning: async (hand: Hand, any: Numbers) => {
    const id = one(any, await learningsOf(hand));
    await hand.ask('mutation ($id: ID!, $task: String!) { editLearning(id: $id, task: $task) { id } }', {
      id,
      task: hand.fresh(),
    });
  },
  resolveLearning: async (hand: Hand, any: Numbers) => {
    const id = one(any, await learningsOf(hand));
    await hand.ask('mutation ($id: ID!) { resolveLearning(id: $id, into: "https://example.org/mended") { id } }', {
      id,
    });
  },
  deleteRelation: async (hand: Hand, any: Numbers) => {
    // The deletion of a merged relation also deletes those of which it was made, whose refs a replay does not know.
    if (hand.merges.length > 0) throw new NothingYet();
    // Its ref does not depend on ids that the service made.
    const all = (await relationsOf(hand)).filter(({ piece }) => piece === null || PIECES.includes(piece.id));
    const relation = one(any, all);
    await hand.ask(DELETE_RELATION, { ref: relation.ref });
    hand.deleted.push({ write: hand.writes, relation: relation.ref });
  },
  mergeEntities: async ({ ask, merges }: Hand, any: Numbers) => {
    const { mergeEntities } = await ask<{ mergeEntities: { changeId: string } }>(
      'mutation ($source: ID!, $target: ID!) { mergeEntities(source: $source, target: $target) { changeId } }',
      { source: one(any, ENTITIES), target: one(any, ENTITIES) },
    );
    merges.push(mergeEntities.changeId);
  },
  saveFluent: ({ ask, writes }: Hand, any: Numbers) => {
    const [name, needs] = [one(any, FLUENTS), one(any, FLUENTS)];
    const rules = `initiatedAt(${name}(V)=true, T) :-\n    happensAt(e${writes}(V), T),\n    holdsAt(${needs}(V)=true, T).`;
    return ask(
      `mutation ($name: String!, $rules: String!) { saveFluent(domain: "D", name: $name, rules: $rules,
        description: "About blades.") { fluent { name } } }`,
      { name, rules },
    );
  },
  report: async (hand: Hand, any: Numbers) => {
    const { savePlan } = await hand.ask<{ savePlan: { id: string } }>(
      `mutation ($task: String!, $item: ID!) { savePlan(input: { task: $task,
        actions: [{ toolName: "Click-Tool", kbSource: $item }] }) { id } }`,
      { task: hand.fresh(), item: one(any, ITEMS) },
    );
    call(hand, 'plan', savePlan.id);
    hand.plans.push(savePlan.id);
    const { reportStep } = await hand.ask<{ reportStep: { learning: { id: string } | null } }>(
      `mutation ($planId: ID!, $outcome: StepOutcome!, $error: String) { reportStep(input: { planId: $planId, stepNum: 0,
        outcome: $outcome, error: $error, recover: false }) { learning { id } } }`,
      { planId: savePlan.id, ...(any(3) === 0 ? { outcome: 'SUCCESS' } : { outcome: 'FAILURE', error: hand.fresh() }) },
    );
    if (reportStep.learning) call(hand, 'learning', reportStep.learning.id);
  },
  retractReport: ({ ask, plans }: Hand, any: Numbers) =>
    ask('mutation ($ref: String!) { retract(ref: $ref, reason: "wrong") { at } }', {
      ref: `step:${one(any, plans)}/0`,
    }),
  attribute: async (hand: Hand, any: Numbers) => {
    const { attributeStep } = await hand.ask<{ attributeStep: { learning: { id: string } | null } }>(
      `mutation ($id: ID!, $item: ID!) { attributeStep(planId: $id, stepNum: 0, itemId: $item, force: true) {
        learning { id } } }`,
      { id: one(any, hand.plans), item: one(any, ITEMS) },
    );
    if (attributeStep.learning) call(hand, 'learning', attributeStep.learning.id);
  },
  retract: async (hand: Hand, any: Numbers) => {
    const id = one(any, await evidenceOf(hand)).evidence.id;
    await hand.ask('mutation ($ref: String!) { retract(ref: $ref, reason: "wrong") { at } }', {
      ref: `evidence:${id}`,
    });
  },
  restore: async ({ ask }: Hand, any: Numbers) => {
    const refs = [
      ...ITEMS.map((id) => `item:${id}`),
      ...PIECES.map((id) => `piece:${id}`),
      ...ENTITIES.map((id) => `entity:${id}`),
    ];
    const ref = one(any, refs);
    const { versions } = await ask<{ versions: { nodes: { number: number }[] } }>(
      'query ($ref: String!) { versions(ref: $ref, first: 200) { nodes { number } } }',
      { ref },
    );
    const version = one(any, versions.nodes).number;
    await ask('mutation ($ref: String!, $version: Int!) { restore(ref: $ref, version: $version) { number } }', {
      ref,
      version,
    });
  },
  undo: async (hand: Hand, any: Numbers) => {
    const id = one(any, await changesOf(hand)).id;
    await hand.ask('mutation ($id: ID!) { undo(changeId: $id) { changeId } }', { id });
  },
};
type Door = keyof typeof DOORS;

const WEIGHTS: Partial<Record<Door, number>> = { load: 4, undo: 4, mergeEntities: 2, ingest: 2, saveItem: 2 };
const write: fc.Arbitrary<Write> = fc.record({
  door: fc.oneof(
    ...(Object.keys(DOORS) as Door[]).map((door) => ({ arbitrary: fc.constant(door), weight: WEIGHTS[door] ?? 1 })),
  ),
  days: fc.oneof({ arbitrary: fc.constant(1), weight: 7 }, { arbitrary: fc.constant(150), weight: 1 }),
  by: fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 }),
});

/** Everything that a namespace shows, except what `approximated` and docs/time.md name as state of today. */
const RELATION = 'validFrom validTo source { id label } target { id label } piece { id content }';
const SHOWN: readonly { readonly query: string; readonly name?: string }[] = [
  {
    query: `query ($asOf: DateTime) { search(query: "blades", first: 100, asOf: $asOf) { hits { knowledge { ref title text trust
    ... on KnowledgeItem { description application learnings(first: 20) { nodes { id task } } }
    ... on Memory { content tags confidence archivedAt mergedInto }
    ... on Piece { content tags entity { id } validFrom validTo } ... on Fluent { rules fluentKind } } } } }`,
  },
  ...FLUENTS.map((name) => ({
    name,
    query: `query ($asOf: DateTime) {
      dependencies(domain: "D", name: "${name}", asOf: $asOf) { fluents { name } }
      dependents(domain: "D", name: "${name}", asOf: $asOf) { name } }`,
  })),
  ...ENTITIES.map((id) => ({
    query: `query ($asOf: DateTime, $validAt: DateTime) {
      known: entity(id: "${id}", asOf: $asOf) { id label type properties pieces(first: 50) { nodes { id content } }
        relations(first: 50, direction: BOTH) { totalCount nodes { type ${RELATION} } } }
      valid: entity(id: "${id}", asOf: $asOf, validAt: $validAt) { pieces(first: 50) { nodes { id content } }
        relations(first: 50) { totalCount nodes { type ${RELATION} } } }
      around: retrieve(query: "blades", entityId: "${id}", depth: 2, first: 50, asOf: $asOf) { metadata
        pieces { piece { id content tags trust } } graphContext { relationType depth ${RELATION} } } }`,
  })),
];
const CONTEXT = `query ($asOf: DateTime, $entityId: ID) {
  context(input: { query: "blades", first: 50, maxTokens: 100000, minTrust: 0, minMatch: 0, asOf: $asOf, entityId: $entityId }) {
    text } }`;

/** What is compared of a time. */
interface Compared {
  /** Fluents that have existed since. */
  readonly names: ReadonlySet<string>;
  readonly isWithLearnings: boolean;
}

/** @returns the answers about a time; those to fields that are refused hold their code */
async function shown(hand: Hand, { names, isWithLearnings }: Compared, asOf?: Date): Promise<unknown> {
  const variables = { asOf, validAt: new Date(Date.UTC(1999, 5, 1)) };
  const answers: unknown[] = [];
  for (const [n, { query, name }] of SHOWN.entries()) {
    if (name !== undefined && !names.has(name)) continue;
    const { data, errors = [] } = await hand.service.graphql(hand.namespace, query, variables);
    answers.push({ n, data: withoutNames(data, names), refused: errors.map(({ extensions }) => extensions['code']) });
    if (errors.some(({ extensions }) => extensions['code'] === 'INTERNAL')) throw new Error(JSON.stringify(errors));
  }
  const texts: Record<string, unknown> = {};
  for (const entityId of [undefined, 'ann', 'bob']) {
    const { context } = await hand.ask<{ context: { text: string } }>(CONTEXT, { asOf, entityId });
    texts[entityId ?? ''] = context.text.split('\n');
  }
  const all = withoutUses(named(hand, { answers, texts }));
  return unordered(isWithLearnings ? all : withoutLearnings(all));
}

/** Replaces how often memories were used: that is a counter of today, and each of these contexts is a use. */
function withoutUses(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(/used \d+ times?/g, 'used')) as unknown;
}

/**
 * Leaves out the events of rules, and fluents other than those named: names that no rule used at some time since are
 * missing (docs/time.md).
 */
function withoutNames(data: Record<string, unknown> | null, names: ReadonlySet<string>): unknown {
  const { dependencies, dependents } = (data ?? {}) as {
    readonly dependencies?: { readonly fluents: readonly { readonly name: string }[] } | null;
    readonly dependents?: readonly { readonly name: string }[] | null;
  };
  if (!dependencies || !dependents) return data;
  const known = (fluents: readonly { readonly name: string }[]) => fluents.filter(({ name }) => names.has(name));
  return { dependencies: known(dependencies.fluents), dependents: known(dependents) };
}

/** The fluents that have existed since a time, also if only as a name that rules use. */
async function fluentsSince({ service, namespace }: Hand, time: Date): Promise<ReadonlySet<string>> {
  const query = '{ fluents(domain: "D") { nodes { name createdAt } } }';
  const { data, errors = [] } = await service.graphql(namespace, query);
  // A domain is NOT_FOUND until its first fluent is saved.
  if (errors.some(({ extensions }) => extensions['code'] !== 'NOT_FOUND')) throw new Error(JSON.stringify(errors));
  const fluents = data?.['fluents'] as { nodes: { name: string; createdAt: string }[] } | undefined;
  const old = (fluents?.nodes ?? []).filter(
    ({ name, createdAt }) => FLUENTS.includes(name) && new Date(createdAt) <= time,
  );
  return new Set(old.map(({ name }) => name));
}

/** Removes the learnings of items, and the lines of learnings in contexts with the blank lines around them. */
function withoutLearnings(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value
      .filter((each) => typeof each !== 'string' || !/^\s*$|^ +- |^\d+\. |PAST LEARNINGS/.test(each))
      .map(withoutLearnings);
  }
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([key]) => key !== 'learnings');
  return Object.fromEntries(entries.map(([key, each]) => [key, withoutLearnings(each)]));
}

/** Doors that may take a learning back, which then is missing at earlier times, too (docs/time.md). */
const TAKE_BACK: ReadonlySet<Door> = new Set<Door>(['retract', 'retractReport', 'attribute', 'resolveLearning']);

/** Sorts all lists, since their order depends on scores, and rounds trusts to nine decimals. */
function unordered(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toFixed(9));
  if (Array.isArray(value)) {
    return value.map(unordered).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, unordered(each)]));
}

/**
 * Draws a sequence of writes through the doors of the service and carries it out in one namespace. Then what that shows
 * about some of the times is compared with what a new namespace shows in which only the writes up to that time were
 * carried out.
 *
 * @param seed of the sequence
 * @param steps maximum number of writes
 * @param times number of times that are compared
 */
export async function showsThePast(
  serving: Serving,
  seed: number,
  { steps, times }: { readonly steps: number; readonly times: number },
): Promise<void> {
  let now = new Date(BEGIN);
  const clock = vi.spyOn(serving.service.app.get(Clock), 'now').mockImplementation(() => now);
  const days = (writes: readonly Write[]) => writes.reduce((sum, { days }) => sum + days, 0);
  const at = (writes: readonly Write[]) => new Date(BEGIN + days(writes) * DAY);
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(write, { minLength: steps, maxLength: steps }),
        fc.array(fc.nat(0xffff), { minLength: times, maxLength: times }),
        async (writes, asked) => {
          const carryOut = async (some: readonly Write[]) => {
            now = new Date(BEGIN);
            const hand = await begin(serving);
            const results: string[] = [];
            for (const [n, each] of some.entries()) {
              now = at(some.slice(0, n + 1));
              hand.writes = n;
              results.push(await result(hand, each));
            }
            return { hand, results };
          };
          const whole = await carryOut(writes);
          now = new Date(at(writes).getTime() + DAY);
          const lengths = [...new Set(asked.map((each) => 1 + (each % writes.length)))];
          const past = new Map<number, { readonly how: Compared; readonly then: unknown }>();
          const compared = async (length: number): Promise<Compared> => ({
            names: await fluentsSince(whole.hand, at(writes.slice(0, length))),
            isWithLearnings: !writes.slice(length).some(({ door }) => TAKE_BACK.has(door)),
          });
          for (const length of lengths) {
            const how = await compared(length);
            past.set(length, { how, then: await shown(whole.hand, how, at(writes.slice(0, length))) });
          }
          for (const [length, { how, then }] of past) {
            const replayed = await carryOut(writes.slice(0, length));
            const told = `seed ${seed}, after ${length} writes: ${whole.results.join(', ')}`;
            expect(named(replayed.hand, replayed.results), told).toEqual(whole.results.slice(0, length));
            const gone = whole.hand.deleted.filter(({ write }) => write >= length).map(({ relation }) => relation);
            for (const ref of gone) await replayed.hand.ask(DELETE_RELATION, { ref });
            expect(then, told).toEqual(await shown(replayed.hand, how));
          }
        },
      ),
      // Shrinking would repeat the sequence hundreds of times.
      { seed, numRuns: 1, endOnFailure: true },
    );
  } finally {
    clock.mockRestore();
  }
}

async function begin(serving: Serving): Promise<Hand> {
  const namespace = freshNamespace();
  let count = 0;
  const ask: Ask = (query, variables = {}) => serving.service.data(namespace, query, variables);
  await ask('mutation { declareRelationType(type: "WORKS_AT", functional: true) { changed } }');
  const fresh = () => `Blades v${(count += 1)}.`;
  const lists = { memories: [], plans: [], merges: [], deleted: [], names: new Map<string, string>() };
  const hand: Hand = { ...serving, namespace, ask, fresh, ...lists, writes: -1 };
  const zero: Numbers = () => 0;
  await DOORS.saveItem(hand, zero);
  await DOORS.recordMemory(hand, zero);
  await DOORS.recordMemory(hand, zero);
  await DOORS.load(hand, zero);
  return hand;
}

/** Codes of defects of the service and of this file. */
const DEFECTS = new Set(['INTERNAL', 'GRAPHQL_VALIDATION_FAILED', 'DATABASE_UNAVAILABLE', 'LLM_UNAVAILABLE']);

/** @returns what became of a write: its door, and the code if it was refused */
async function result(hand: Hand, { door, by }: Write): Promise<string> {
  let used = 0;
  const any: Numbers = (below) => (below === 0 ? 0 : hash(by, used++) % below);
  try {
    await DOORS[door](hand, any);
    return door;
  } catch (error) {
    if (error instanceof NothingYet) return `${door}: nothing`;
    const { message } = error as Error;
    const code = /"code":"(\w+)"/.exec(message)?.[1];
    if (code === undefined || DEFECTS.has(code)) throw error;
    return `${door}: ${code}`;
  }
}

/** Returns as many numbers as a write needs from the few that were drawn. */
function hash(by: readonly number[], used: number): number {
  const drawn = by[used % by.length] ?? 0;
  return (Math.imul(drawn + 1, 2_654_435_761 + used * 40_503) >>> 0) >>> 8;
}
