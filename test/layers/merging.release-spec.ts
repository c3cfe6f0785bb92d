import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GraphService } from '../../src/graph/graph.service.js';
import { connectedGraph, freshNamespace } from '../support/graph.js';
import { OpenAiServer } from '../support/openai-server.js';
import { inconsistencies, INGEST, type Knowledge, knowledgeService, LOAD } from './support.js';

// A merge of an entity with many relations, pieces and mentions takes several transactions. Meanwhile others write and read.

const SOURCE = 'user:al';
const TARGET = 'user:alice';
const RELATIONS = 900;
const COMMON = 150;
const PIECES = 450;
const MENTIONS = 100;

let llm: OpenAiServer;
let service: Knowledge;
let graph: GraphService;
beforeAll(async () => {
  llm = await OpenAiServer.start();
  service = await knowledgeService({ ...llm.environment, REQUEST_TIMEOUT_MS: '300000' });
  graph = await connectedGraph();
});
afterAll(async () => {
  await service.close();
  await graph.onApplicationShutdown();
  await llm.close();
});

interface Edge {
  readonly source_id: string;
  readonly target_id: string;
  readonly edge_type: string;
}
interface Part {
  readonly edges: readonly Edge[];
  readonly pieces: readonly { piece_id: string; content: string; entity_id?: string; mentions?: string[] }[];
}
const thing = (n: number) => `thing:${n}`;
const edge = (source_id: string, edge_type: string, target_id: string): Edge => ({ source_id, target_id, edge_type });
const range = (length: number) => Array.from({ length }, (_, n) => n);

/** The entity has relations in both directions, some that the target has, too, some to the target, and one to itself. */
const BEFORE: Part = {
  edges: [
    ...range(RELATIONS).map((n) => (n % 2 === 0 ? edge(SOURCE, 'USES', thing(n)) : edge(thing(n), 'MADE_BY', SOURCE))),
    ...range(COMMON).map((n) => edge(TARGET, 'USES', thing(n * 2))),
    edge(SOURCE, 'KNOWS', TARGET),
    edge(TARGET, 'KNOWS', SOURCE),
    edge(TARGET, 'LIKES', thing(1)),
  ],
  pieces: [
    ...range(PIECES).map((n) => ({ piece_id: `own-${n}`, content: `Al wrote part ${n}.`, entity_id: SOURCE })),
    ...range(MENTIONS).map((n) => ({
      piece_id: `of-${n}`,
      content: `Part ${n} was written.`,
      mentions: [SOURCE, thing(n)],
    })),
    { piece_id: 'alice', content: 'Alice wrote it.', entity_id: TARGET },
  ],
};
const nodes = (ids: readonly string[]) => ids.map((node_id) => ({ node_id, node_type: 'thing', label: node_id }));

interface World {
  /** `source type target`, sorted; one for each stored relation. */
  readonly edges: string[];
  /** Owner by piece. */
  readonly owners: Record<string, string | null>;
  /** Mentioned entities that a document states, by piece. */
  readonly mentioned: Record<string, string[]>;
}

async function world(namespace: string): Promise<World> {
  const text = `RETURN COLLECT { MATCH (s:Entity {namespace: $namespace})-[l:LINK|WAS_LINK]->(t:Entity)
      RETURN s.id + ' ' + l.type + ' ' + t.id } AS edges,
    COLLECT { MATCH (p:Piece {namespace: $namespace})
      RETURN [p.id, COLLECT { MATCH (p)-[:ABOUT]->(e) RETURN e.id }[0], p.entityId,
        COLLECT { MATCH (p)-[m:MENTIONS]->(e) WHERE m.by IS NULL RETURN e.id ORDER BY e.id }] } AS pieces`;
  const [row] = await graph.run<
    { namespace: string },
    { edges: string[]; pieces: [string, string | null, string | null, string[]][] }
  >({ name: 'test', mode: 'read', text }, { namespace });
  if (!row) throw new Error('one row');
  for (const [id, about, owner] of row.pieces) expect([id, about]).toEqual([id, owner]);
  return {
    edges: row.edges.sort(),
    owners: Object.fromEntries(row.pieces.map(([id, , owner]) => [id, owner])),
    mentioned: Object.fromEntries(row.pieces.map(([id, , , ids]) => [id, ids])),
  };
}

const one = (id: string) => (id === SOURCE ? TARGET : id);
/** The relations after the merge: equal ones once, and none from an entity to itself. */
const mergedEdges = (parts: readonly Part[]) =>
  [
    ...new Set(
      parts.flatMap(({ edges }) =>
        edges.flatMap(({ source_id, edge_type, target_id }) =>
          one(source_id) === one(target_id) ? [] : [`${one(source_id)} ${edge_type} ${one(target_id)}`],
        ),
      ),
    ),
  ].sort();

describe('a merge in several transactions', () => {
  it('loses nothing that others write meanwhile, and gives back what was moved when it is undone', async () => {
    const namespace = freshNamespace();
    const ask = <Data>(query: string, variables: object = {}) => service.data<Data>(namespace, query, variables);
    const load = (part: Part, ids: readonly string[]) =>
      ask(LOAD, { document: { pieces: part.pieces, graph: { nodes: nodes(ids), edges: part.edges } } });
    await load(BEFORE, [SOURCE, TARGET, ...range(RELATIONS).map(thing)]);
    const before = await world(namespace);

    let isDone = false;
    const written: Part[] = [];
    const refused: string[] = [];
    const seen: [string, string][] = [];
    /** Repeats a write until the merge is done; only what was acknowledged is expected. */
    const writer = async (name: string, write: (n: number) => Promise<Part>) => {
      for (let n = 0; !isDone; n++) {
        try {
          written.push(await write(n));
        } catch (error) {
          const code = /"code":"(\w+)"/.exec((error as Error).message)?.[1] ?? String(error);
          refused.push(`${name}: ${code}`);
        }
      }
    };
    const ends = (id: string, name: string) => async (n: number) => {
      const part: Part = {
        edges: [
          edge(id, 'USES', thing(n)),
          edge(id, `NEW_${name}`, thing(n)),
          edge(thing(n + 1), 'MADE_BY', id),
          edge(thing(n), 'NEAR', thing(n + 1)),
        ],
        pieces: [
          { piece_id: `${name}-${n}`, content: `${name} said ${n}.`, entity_id: id },
          { piece_id: `${name}-of-${n}`, content: `${name} was told ${n}.`, mentions: [id] },
        ],
      };
      await load(part, []);
      return part;
    };
    const ingest = async (n: number) => {
      const part: Part = { edges: [edge(SOURCE, 'INGESTED', thing(n))], pieces: [] };
      const piece = {
        piece_id: `i${n}`,
        content: `Al was seen ${n} times.`,
        knowledge_type: 'fact',
        info_type: 'notes',
        entity_id: SOURCE,
      };
      llm.reply({
        content: JSON.stringify({ metadata: {}, pieces: [piece], graph: { nodes: [], edges: part.edges } }),
      });
      const { ingestText } = await ask<{ ingestText: { load: { edges: number } } }>(INGEST, {
        text: `Al was seen ${n} times with thing ${n}.`,
        entityId: SOURCE,
        replace: true,
        allowOthers: true,
      });
      return ingestText.load.edges === 1 ? part : { edges: [], pieces: [] };
    };
    const reader = async () => {
      const READ = `query ($id: ID!) { entity(id: $id) { id relations(first: 5, direction: BOTH) { totalCount nodes { type } } pieces(first: 5) { nodes { id } } }
        retrieve(query: "part", entityId: $id, depth: 2) { graphContext { relationType } } }`;
      while (!isDone) {
        for (const id of [SOURCE, TARGET]) {
          const { entity } = await ask<{ entity: { id: string; relations: { nodes: object[] } } }>(READ, { id });
          seen.push([id, entity.id]);
        }
      }
    };
    const merging = ask<{ mergeEntities: Record<string, unknown> & { changeId: string } }>(
      'mutation ($source: ID!, $target: ID!) { mergeEntities(source: $source, target: $target) { changeId relations collapsed selfLoops pieces } }',
      { source: SOURCE, target: TARGET },
    ).finally(() => {
      isDone = true;
    });
    await Promise.all([
      merging,
      writer('al', ends(SOURCE, 'AL')),
      writer('alice', ends(TARGET, 'ALICE')),
      writer('ingest', ingest),
      reader(),
    ]);
    const { mergeEntities } = await merging;
    expect(refused.filter((each) => !each.endsWith('CONFLICT'))).toEqual([]);
    expect(written.length).toBeGreaterThan(5);

    const after = await world(namespace);
    expect(after.edges).toEqual(mergedEdges([BEFORE, ...written]));
    const said = [BEFORE, ...written].flatMap(({ pieces }) => pieces);
    for (const { piece_id, entity_id, mentions = [] } of said) {
      expect([piece_id, after.owners[piece_id] ?? null]).toEqual([piece_id, entity_id === undefined ? null : TARGET]);
      expect([piece_id, after.mentioned[piece_id]]).toEqual([piece_id, mentions.map(one).sort()]);
    }
    expect(Object.values(after.owners)).not.toContain(SOURCE);
    expect(await inconsistencies(graph, namespace)).toEqual([]);
    // From the first answer in which the id stands for the target, it does so in all.
    const first = seen.findIndex(([id, shown]) => id === SOURCE && shown === TARGET);
    expect(seen.slice(first).every(([, shown]) => shown === TARGET)).toBe(true);
    expect(seen.every(([id, shown]) => shown === id || (id === SOURCE && shown === TARGET))).toBe(true);
    expect(await ask('{ entity(id: "user:al") { id } }')).toEqual({ entity: { id: TARGET } });

    const { undo } = await ask<{ undo: { kept: { ref: string }[] } }>(
      'mutation ($id: ID!) { undo(changeId: $id) { kept { ref } } }',
      { id: mergeEntities.changeId },
    );
    const apart = await world(namespace);
    for (const each of before.edges) expect(apart.edges).toContain(each);
    expect(new Set(apart.edges).size).toBe(apart.edges.length);
    for (const [id, owner] of Object.entries(before.owners)) expect([id, apart.owners[id]]).toEqual([id, owner]);
    for (const [id, all] of Object.entries(before.mentioned)) expect([id, apart.mentioned[id]]).toEqual([id, all]);
    // What was written since is with one of the two, and what the target got is named.
    const sides = (each: string) => each.split(' ').map(one).join(' ');
    expect(
      [...new Set(apart.edges.map(sides))].filter((each) => !each.includes(`${TARGET} KNOWS ${TARGET}`)).sort(),
    ).toEqual(after.edges);
    const kept = new Set(undo.kept.map(({ ref }) => ref));
    const pieces = written.flatMap((part) => part.pieces.filter(({ entity_id }) => entity_id === SOURCE));
    const atTarget = pieces.filter(({ piece_id }) => apart.owners[piece_id] === TARGET);
    expect(atTarget.filter(({ piece_id }) => !kept.has(`piece:${piece_id}`))).toEqual([]);
    expect(pieces.filter(({ piece_id }) => ![SOURCE, TARGET].includes(apart.owners[piece_id] ?? ''))).toEqual([]);
    expect(await inconsistencies(graph, namespace)).toEqual([]);
  });
});
