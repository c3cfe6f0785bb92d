import { expect } from 'vitest';
import { hashOfParts } from '../../src/common/hash.js';
import { canonicalJson } from '../../src/common/json.js';
import type { GraphService } from '../../src/graph/graph.service.js';
import type { Statement } from '../../src/graph/statement.js';
import { OldVersionsKeeper } from '../../src/versions/versions.keeper.js';
import { inconsistencies, INGEST, type Knowledge } from '../layers/support.js';
import { freshNamespace } from '../support/graph.js';
import type { OpenAiServer } from '../support/openai-server.js';
import { seeded } from './support.js';
import { type State, UndoModel, type World } from './undo-model.js';

const ENTITIES = ['user:al', 'user:bo', 'case:x'];
const PIECES = ['p1', 'p2'];
const NODE = ['label', 'nodeType', 'properties'];

/**
 * Carries out loads, ingestions, restores and undos of pieces, entities and relations. Then it compares the graph with
 * the model.
 */
export async function anySequenceOfLayers(
  { service, graph, llm }: { service: Knowledge; graph: GraphService; llm: OpenAiServer },
  seed: number,
  steps: number,
  {
    merges = false,
    deletesOld = false,
  }: {
    /** True if entities are merged, too. */
    readonly merges?: boolean;
    /** True if old versions are deleted now and then; the changes from before are not undone any more. */
    readonly deletesOld?: boolean;
  } = {},
): Promise<void> {
  const any = seeded(seed);
  const namespace = freshNamespace();
  const model = new UndoModel(requiredOf, unsaidOf, needsOf, mergeEntities);
  /** Latest time before each step, and by change; of an undo, that of the original change. */
  const begins: Date[] = [];
  const times = new Map<string, Date>();
  let keptSince = new Date(0);
  let count = 0;
  const fresh = () => `v${(count += 1)}`;
  const some = <Each>(all: readonly Each[]) => all.filter(() => any(2) === 0);
  const one = <Each>(all: readonly Each[]) => all[any(all.length)];
  const ask = <Data>(query: string, variables: object = {}) =>
    service.data<Data>(namespace, query, variables, { 'x-agent': 'alice' });

  const world = async (): Promise<World> => {
    const rows = await graph.run(readWorld, { namespace });
    return new Map(rows.map(({ ref, state }) => [ref, JSON.parse(JSON.stringify(state)) as State]));
  };
  const document = (before: World) => {
    const nodes = some(ENTITIES).map((id) => ({
      node_id: id,
      node_type: fresh(),
      label: fresh(),
      properties: { n: fresh() },
    }));
    const ends = ENTITIES.filter(
      (id) => nodes.some((node) => node.node_id === id) || before.get(`entity:${id}`)?.['nodeType'],
    );
    const pieces = some(PIECES).map((id) => ({
      piece_id: id,
      content: fresh(),
      title: any(2) === 0 ? fresh() : '',
      knowledge_type: 'fact',
      info_type: fresh(),
      tags: any(2) === 0 ? [fresh()] : [],
      entity_id: any(2) === 0 ? one(ENTITIES) : undefined,
      mentions: some(ENTITIES),
      session: any(2) === 0 ? one(['s1', 's2']) : undefined,
    }));
    const carried = PIECES.filter((id) => before.has(`piece:${id}`) || pieces.some((each) => each.piece_id === id));
    const edges = ends.length < 2 || any(2) === 0 ? [] : [edge(ends, carried)];
    const metadata = some(ENTITIES).map((id) => [
      id,
      { entity_type: fresh(), properties: { [merges && any(2) === 0 ? fresh() : 'm']: fresh() } },
    ]);
    return { metadata: Object.fromEntries(metadata) as object, pieces, graph: { nodes, edges } };
  };
  const edge = (ends: readonly string[], carried: readonly string[]) => ({
    source_id: one(ends),
    target_id: one(ends),
    edge_type: one(['KNOWS', 'USES']),
    properties: { n: fresh(), ...(carried.length > 0 && any(2) === 0 && { piece_id: one(carried) }) },
  });
  const ingest = async (before: World) => {
    llm.reset();
    llm.reply({ content: JSON.stringify(document(before)) });
    await ask(INGEST, { text: `Text ${fresh()}.`, replace: true, allowOthers: true, allowGlobal: true });
  };
  const restore = async (before: World) => {
    const ref = one([...before.keys()]);
    if (ref === undefined) return;
    const read = 'query ($ref: String!) { versions(ref: $ref, first: 500) { nodes { number } } }';
    const { versions } = await ask<{ versions: { nodes: { number: number }[] } }>(read, { ref });
    const write = 'mutation ($ref: String!, $version: Int!) { restore(ref: $ref, version: $version) { number } }';
    await ask(write, { ref, version: one(versions.nodes)?.number });
  };
  const changes = async () =>
    (await ask<{ changes: { nodes: { id: string }[] } }>('{ changes(first: 500) { nodes { id } } }')).changes.nodes;

  for (let step = 0; step < steps; step++) {
    let before = await world();
    begins.push(new Date());
    if (deletesOld && any(6) === 0) {
      const cut = begins.at(-1 - any(8)) ?? keptSince;
      if (cut > keptSince) keptSince = cut;
      await service.app.get(OldVersionsKeeper, { strict: false }).expire(cut, undefined, namespace);
    }
    const standing = model.standing.filter((id) => (times.get(id) ?? keptSince) >= keptSince);
    const now = begins.at(-1) ?? new Date();
    const what = any(merges ? 12 : 10);
    if (what >= 10) {
      const [source, target] = [one(ENTITIES), one(ENTITIES)];
      if (source === target || !before.has(`entity:${source}`) || !before.has(`entity:${target}`)) continue;
      const merge =
        'mutation ($source: ID!, $target: ID!) { mergeEntities(source: $source, target: $target) { changeId } }';
      const { mergeEntities } = await ask<{ mergeEntities: { changeId: string } }>(merge, { source, target });
      model.merged(mergeEntities.changeId, source ?? '', target ?? '');
      times.set(mergeEntities.changeId, now);
    } else if (what >= 6 && standing.length > 0) {
      const id = one(standing) ?? '';
      const undo = 'mutation ($id: ID!) { undo(changeId: $id) { changeId restored kept { ref field byChange } } }';
      const answer = await ask<{ undo: { changeId: string; restored: string[] } }>(undo, { id }).catch(
        (error: unknown) => {
          // Two merges of the same entities in opposite directions cannot both stand.
          if (error instanceof Error && error.message.includes('was merged otherwise since')) return undefined;
          throw error;
        },
      );
      if (!answer) continue;
      const report = answer.undo;
      model.undone(report.changeId, id);
      times.set(report.changeId, times.get(id) ?? now);
      const after = await world();
      const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
        (ref) => JSON.stringify(before.get(ref)) !== JSON.stringify(after.get(ref)),
      );
      expect(new Set(report.restored)).toEqual(new Set(changed));
      expect((await ask<{ undo: object }>(undo, { id })).undo).toMatchObject({
        changeId: report.changeId,
        restored: [],
      });
    } else {
      const known = new Set((await changes()).map(({ id }) => id));
      await (what < 3 ? service.load(namespace, document(before)) : what < 5 ? ingest(before) : restore(before));
      const made = (await changes()).filter(({ id }) => !known.has(id));
      expect(made.length).toBeLessThanOrEqual(1);
      const after = await world();
      if (made[0]) {
        model.changed(made[0].id, before, after);
        times.set(made[0].id, now);
      }
      // A restored version may lack fields that other things need.
      before = after;
    }
    expect(sorted(await world()), `seed ${seed}, step ${step}`).toEqual(sorted(model.world(blankOf, before)));
  }
  expect(await inconsistencies(graph, namespace)).toEqual([]);
}

function requiredOf(ref: string, state: State): readonly string[] {
  const isSet = (field: string) => state[field] !== null && state[field] !== undefined;
  if (ref.startsWith('piece:')) return ['content', 'infoType'];
  if (ref.startsWith('relation:')) return ['sourceId', 'targetId', 'type', 'pieceId', 'properties'];
  return [
    ...(NODE.some(isSet) ? ['nodeType', 'properties'] : []),
    ...(['metadataType', 'metadata'].some(isSet) ? ['metadataType', 'metadata'] : []),
  ];
}

/**
 * Returns the fields of an entity that a change leaves open. An entity may be created without a record, because another
 * one refers to it or a text names it.
 */
function unsaidOf(ref: string, state: State): readonly string[] {
  if (!ref.startsWith('entity:')) return [];
  const records = [NODE, ['metadataType', 'metadata']];
  return records.filter((record) => record.every((field) => (state[field] ?? null) === null)).flat();
}

function needsOf(ref: string, state: State): readonly (readonly [string, readonly string[]])[] {
  const ids = (values: readonly unknown[]) => values.filter((id) => typeof id === 'string');
  if (ref.startsWith('piece:')) {
    return ids([state['entityId'], ...(state['mentioned'] as string[])]).map((id) => [`entity:${id}`, []] as const);
  }
  if (!ref.startsWith('relation:')) return [];
  const ends = ids([state['sourceId'], state['targetId']]).map((id) => [`entity:${id}`, NODE] as const);
  return [...ends, ...ids([state['pieceId']]).map((id) => [`piece:${id}`, ['content', 'infoType']] as const)];
}

/**
 * Merges two entities as if they had always been one. Where both have a value, the target's applies, unless a later
 * change set it.
 */
function mergeEntities(
  world: Map<string, Record<string, unknown>>,
  source: string,
  target: string,
  isOpen: (ref: string, field: string) => boolean,
): void {
  const of = (id: unknown) => (id === source ? target : id);
  for (const [ref, state] of [...world].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (ref.startsWith('piece:')) {
      state['entityId'] = of(state['entityId']);
      const mentioned = state['mentioned'] as string[];
      if (mentioned.includes(source)) state['mentioned'] = [...new Set(mentioned.map(of))].sort();
    }
    if (!ref.startsWith('relation:')) continue;
    const [sourceId, targetId] = [of(state['sourceId']), of(state['targetId'])];
    if (sourceId === state['sourceId'] && targetId === state['targetId']) continue;
    world.delete(ref);
    const key = hashOfParts([[sourceId, state['type'], targetId, state['pieceId'] ?? ''].join('\n')]);
    const isLoop = sourceId === targetId && state['sourceId'] !== state['targetId'];
    if (!isLoop && !world.has(`relation:${key}`)) world.set(`relation:${key}`, { ...state, sourceId, targetId });
  }
  const part = world.get(`entity:${source}`);
  if (!part) return;
  world.delete(`entity:${source}`);
  const own = world.get(`entity:${target}`) ?? { ...blankOf(`entity:${target}`) };
  world.set(`entity:${target}`, own);
  for (const record of [NODE, ['metadataType', 'metadata']]) {
    const json = record.at(-1) ?? '';
    const [before, added] = [own[json], part[json]];
    if (typeof added !== 'string' || !isOpen(`entity:${target}`, json)) continue;
    if (typeof before === 'string') {
      own[json] = canonicalJson({ ...(JSON.parse(added) as object), ...(JSON.parse(before) as object) });
      if (record === NODE) own['label'] ??= part['label'];
    } else for (const field of record) own[field] = part[field];
  }
}

function blankOf(ref: string): State {
  if (ref.startsWith('entity:')) {
    return { label: null, nodeType: null, properties: null, metadataType: null, metadata: null };
  }
  return ref.startsWith('piece:')
    ? { title: '', content: null, infoType: null, tags: [], entityId: null, mentioned: [], session: null }
    : { sourceId: null, targetId: null, type: null, pieceId: null, properties: null };
}

/** Reads all things of the namespace; entities without their type, which is derived. */
const readWorld: Statement<{ namespace: string }, { ref: string; state: State }> = {
  name: 'test',
  mode: 'read',
  text: `MATCH (piece:Piece {namespace: $namespace})
    RETURN piece.ref AS ref, piece {.title, .content, .infoType, .tags, .entityId, .mentioned, .session} AS state
   UNION ALL
    MATCH (entity:Entity {namespace: $namespace}) WHERE entity.rule IS NULL
    RETURN 'entity:' + entity.id AS ref, entity {.label, .nodeType, .properties, .metadataType, .metadata} AS state
   UNION ALL
    MATCH (source:Entity {namespace: $namespace})-[link:LINK]->(target:Entity)
    RETURN link.ref AS ref,
      link {sourceId: source.id, targetId: target.id, .type, .pieceId, .properties} AS state`,
};

function sorted(world: World): [string, State][] {
  return [...world].sort(([a], [b]) => (a < b ? -1 : 1));
}
