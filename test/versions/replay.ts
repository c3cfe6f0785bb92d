import { expect, vi } from 'vitest';
import { Clock } from '../../src/common/clock.js';
import { MemoriesService } from '../../src/memories/memories.service.js';
import type { Knowledge } from '../layers/support.js';
import { freshNamespace } from '../support/graph.js';
import { seeded } from './support.js';

const BEGIN = Date.UTC(2020, 0, 1);
const DAY = 24 * 3_600_000;
const ITEMS = ['a', 'b', 'c'];
const PIECES = ['p1', 'p2', 'p3'];
const ENTITIES = ['ann', 'bob', 'acme', 'core'];
const FLUENTS = ['gap', 'silent', 'far'];
const DECLARE = 'mutation { declareRelationType(type: "WORKS_AT", functional: true) { changed } }';

/** Shows everything that the namespace knows, except the data that `approximated` names. */
const SHOWN = `query ($asOf: DateTime) {
  search(query: "blades", first: 100, asOf: $asOf) { hits { knowledge { ref title text trust
    ... on KnowledgeItem { description application shortcut prerequisites }
    ... on Memory { content tags confidence archivedAt mergedInto }
    ... on Piece { content tags entity { id } validFrom validTo } ... on Fluent { rules } } } }
  ${ENTITIES.map(
    (id) => `${id}: entity(id: "${id}", asOf: $asOf) { id label type properties
      relations(first: 50) { totalCount nodes { type validFrom validTo source { id } target { id label } piece { id content } } } }
    around_${id}: retrieve(query: "blades", entityId: "${id}", depth: 2, asOf: $asOf) { metadata
      graphContext { relationType validFrom validTo source { id } target { id label } piece { id content } } }`,
  ).join('\n')} }`;

/**
 * Carries out writes of all kinds on successive days, in an order that depends on the seed, and reads after each one what is
 * known. At the end, an answer about each of these days must be what was read then.
 */
export async function anyPast(service: Knowledge, seed: number, steps: number): Promise<void> {
  const any = seeded(seed);
  const namespace = freshNamespace();
  const one = <Each>(all: readonly Each[]) => all[any(all.length)];
  const some = <Each>(all: readonly Each[]) => all.filter(() => any(2) === 0);
  let count = 0;
  const fresh = () => `Blades v${(count += 1)}.`;
  let now = new Date(BEGIN);
  const clock = vi.spyOn(service.app.get(Clock), 'now').mockImplementation(() => now);
  const ask = <Data>(query: string, variables: object = {}) => service.data<Data>(namespace, query, variables);
  const memories: string[] = [];

  const saveItem = async () => {
    const id = one(ITEMS);
    await ask('mutation ($input: KnowledgeItemInput!) { saveKnowledgeItem(input: $input) { id } }', {
      input: {
        ...{ id, description: fresh(), application: one(['viewer', 'editor']), uiLocation: '', actionSequence: [] },
        ...{ prerequisites: [], outputState: '', docCitation: '' },
      },
    });
  };
  const fail = async () => {
    const { attachLearning } = await ask<{ attachLearning: { learning: { id: string } } }>(
      `mutation ($itemId: ID!, $task: String!) { attachLearning(input: { itemId: $itemId, kind: SELF_EXPLORATION, task: $task,
        stepNum: 0, originalAction: { action: "click" }, originalError: "no such menu", recoveryApproach: "Use it" }) {
          learning { id } } }`,
      { itemId: one(ITEMS), task: fresh() },
    );
    expect(attachLearning.learning.id).not.toBe('');
  };
  const recordMemory = async () => {
    const { recordMemory } = await ask<{ recordMemory: { memory: { id: string } } }>(
      'mutation ($input: MemoryInput!) { recordMemory(input: $input) { memory { id } } }',
      {
        input: {
          title: `${fresh()} ${seed}`,
          description: fresh(),
          content: fresh(),
          outcome: one(['SUCCESS', 'FAILURE']),
        },
      },
    );
    memories.push(recordMemory.memory.id);
  };
  const editMemory = () =>
    ask('mutation ($id: ID!, $content: String!) { editMemory(id: $id, content: $content) { id } }', {
      id: one(memories),
      content: fresh(),
    });
  const feedback = () =>
    ask('mutation ($id: ID!, $helpful: Boolean!) { memoryFeedback(memoryId: $id, helpful: $helpful) { success } }', {
      id: one(memories),
      helpful: any(3) === 0,
    });
  const mergeMemories = () =>
    ask('mutation ($source: ID!, $target: ID!) { mergeMemories(source: $source, target: $target) { changeId } }', {
      source: one(memories),
      target: one(memories),
    });
  const archive = () => service.app.get(MemoriesService).archiveFallen(() => Promise.resolve(true));
  const restoreMemory = () => ask('mutation ($id: ID!) { restoreMemory(id: $id) { id } }', { id: one(memories) });
  const load = () => {
    const nodes = some(ENTITIES).map((id) => ({ node_id: id, node_type: one(['person', 'firm']), label: fresh() }));
    const pieces = some(PIECES).map((id) => ({
      ...{ piece_id: id, content: fresh(), tags: some(['wind', 'sun']), knowledge_type: 'fact' },
      ...(any(2) === 0 && { entity_id: one(ENTITIES) }),
    }));
    const known = nodes.map((node) => node.node_id);
    const edges = [0, 1, 2].slice(any(3)).map(() => ({
      ...{ source_id: one(known), target_id: one(known) },
      ...(any(2) === 0 ? { edge_type: 'WORKS_AT', valid_from: `${1990 + any(20)}-01-01` } : { edge_type: 'KNOWS' }),
    }));
    const metadata = some(ENTITIES).map((id) => [id, { entity_type: 'thing', properties: { n: fresh() } }]);
    const graph = { nodes, edges: known.length > 0 ? edges : [] };
    return service.load(namespace, { metadata: Object.fromEntries(metadata) as object, pieces, graph });
  };
  const saveFluent = () => {
    const [name, needs] = [one(FLUENTS), one(FLUENTS)];
    return ask(
      `mutation ($name: String!, $rules: String!) { saveFluent(domain: "D", name: $name, rules: $rules,
        description: "About blades.") { fluent { name } } }`,
      {
        name,
        rules: `initiatedAt(${name}(V)=true, T) :-\n    happensAt(e${count}(V), T),\n    holdsAt(${needs}(V)=true, T).`,
      },
    );
  };
  const undo = async () => {
    const { changes } = await ask<{ changes: { nodes: { id: string }[] } }>('{ changes(first: 200) { nodes { id } } }');
    await ask('mutation ($id: ID!) { undo(changeId: $id) { changeId } }', { id: one(changes.nodes)?.id });
  };
  const restore = async () => {
    const ref = one([
      ...ITEMS.map((id) => `item:${id}`),
      ...PIECES.map((id) => `piece:${id}`),
      ...ENTITIES.map((id) => `entity:${id}`),
    ]);
    const { versions } = await ask<{ versions: { nodes: { number: number }[] } }>(
      'query ($ref: String!) { versions(ref: $ref, first: 200) { nodes { number } } }',
      { ref },
    );
    await ask('mutation ($ref: String!, $version: Int!) { restore(ref: $ref, version: $version) { number } }', {
      ref,
      version: one(versions.nodes)?.number,
    });
  };
  const retract = async () => {
    const { evidence: list } = await ask<{ evidence: { nodes: { evidence: { id: string } }[] } }>(
      '{ evidence(first: 50) { nodes { evidence { id } } } }',
    );
    const id = one(list.nodes)?.evidence.id;
    await ask('mutation ($ref: String!) { retract(ref: $ref, reason: "wrong") { at } }', { ref: `evidence:${id}` });
  };
  const writes = {
    saveItem,
    fail,
    recordMemory,
    editMemory,
    feedback,
    mergeMemories,
    archive,
    restoreMemory,
    load,
    saveFluent,
    undo,
    restore,
    retract,
  };
  const names = Object.keys(writes) as (keyof typeof writes)[];

  const read = async (asOf?: Date) => {
    const shown = await ask<Record<string, unknown>>(SHOWN, { asOf });
    return sortedDeep(shown);
  };
  try {
    await ask(DECLARE);
    await saveItem();
    await recordMemory();
    await recordMemory();
    await recordMemory();
    await load();
    const past: { readonly day: Date; readonly what: string; readonly shown: unknown }[] = [];
    for (let step = 0; step < steps; step++) {
      now = new Date(now.getTime() + (any(8) === 0 ? 150 : 1) * DAY);
      const name = one(names) ?? 'saveItem';
      const what = await writes[name]().then(
        () => name,
        (error: unknown) => `${name}: ${(error as Error).message}`,
      );
      past.push({ day: now, what, shown: await read() });
    }
    now = new Date(now.getTime() + DAY);
    await saveItem();
    for (const [step, { day, what, shown }] of past.entries()) {
      expect(await read(day), `seed ${seed}, after step ${step}: ${what}`).toEqual(shown);
    }
  } finally {
    clock.mockRestore();
  }
}

/** Sorts all lists, since the order depends on scores, and rounds trusts to nine decimals. */
function sortedDeep(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toFixed(9));
  if (Array.isArray(value)) {
    return value.map(sortedDeep).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, sortedDeep(each)]));
}
