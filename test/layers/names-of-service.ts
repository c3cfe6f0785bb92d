import { beforeEach, describe, expect, it } from 'vitest';
import { cypherFileNames, readCypherFile } from '../../src/graph/statement.js';
import type { GraphService } from '../../src/graph/graph.service.js';
import { RESERVED_LABELS, RESERVED_PROPERTIES } from '../../src/entities/shown/reserved.js';
import { freshNamespace } from '../support/graph.js';
import { inconsistencies, type Knowledge, withKnowledge } from './support.js';

export const MERGE = 'mutation { mergeEntities(source: "user:al", target: "user:alice") { changeId } }';
export const UNDO = 'mutation ($id: ID!) { undo(changeId: $id) { changeId } }';

/**
 * Declares the test of properties and types of users that have the names of the service's own.
 *
 * @param step one of so many names is tried; 1 tries all
 */
export function areNeverConfused(step: number): void {
  let service: Knowledge;
  let graph: GraphService;
  let namespace: string;
  withKnowledge((started) => ({ service, graph } = started));
  beforeEach(() => {
    namespace = freshNamespace();
  });
  const run = <Row extends object>(text: string, parameters: object = {}, inside = namespace) =>
    graph.run<object, Row>({ name: 'test', mode: 'read', text }, { namespace: inside, ...parameters });

  describe('names of the service', () => {
    /** All names of properties in statements, and all labels. */
    const NAMES = new Set<string>([
      ...cypherFileNames().flatMap((name) =>
        [...readCypherFile(name).text.matchAll(/\.(\w+)|\b(\w+): /g)].map(([, read, said]) => read ?? said ?? ''),
      ),
      ...RESERVED_PROPERTIES,
    ]);
    const hostile = Object.fromEntries(
      [...NAMES].filter((_, n) => n % step === 0).flatMap((name) => (name === 'token' ? [] : [[name, 'x']])),
    );
    const types = [...RESERVED_LABELS].filter((label, n) => n % step === 0 || label === 'Memory');
    const filled = (properties: object, typeOf: (label: string) => string) => ({
      metadata: { 'user:al': { entity_type: typeOf('Knowledge'), properties } },
      pieces: [
        { piece_id: 'p-al', content: 'Al prefers small steps.', entity_id: 'user:al' },
        { piece_id: 'p-of', content: 'A note on the mesh.', mentions: ['user:al', 'e:Memory'] },
      ],
      graph: {
        nodes: [
          ...['user:al', 'user:alice'].map((id) => ({ node_id: id, node_type: 'user', label: id, properties })),
          ...types.map((label) => ({ node_id: `e:${label}`, node_type: typeOf(label) })),
        ],
        edges: [
          ...types.map((label) => ({ source_id: 'user:al', target_id: `e:${label}`, edge_type: 'USES' })),
          { source_id: 'user:al', target_id: 'user:alice', edge_type: 'KNOWS', properties },
        ],
      },
    });
    /** All properties of the service on nodes and relationships, and what it answers. */
    async function world(inside: string): Promise<unknown> {
      const rows = await run<{ labels: string[]; entries: string[][] }>(
        `MATCH (n {namespace: $namespace}) WHERE NOT n:Change AND NOT n:Name AND NOT n:Version
           AND NOT n:WordCount AND NOT n:WordStatistics
         RETURN [label IN labels(n) WHERE NOT label IN coalesce(n.shownLabels, [])] AS labels,
           [name IN keys(n) WHERE NOT name IN coalesce(n.shownProperties, []) AND NOT name IN $own | [name, toStringOrNull(n[name])]] AS entries
        UNION ALL
         MATCH (n:Entity|EntityAlias|DeletedEntity {namespace: $namespace})-[r:LINK|WAS_LINK]->()
         RETURN [type(r)] AS labels,
           [name IN keys(r) WHERE NOT name IN coalesce(r.shownProperties, []) AND NOT name IN $own | [name, toStringOrNull(r[name])]] AS entries`,
        {
          own: [
            ...['shownProperties', 'shownLabels', 'shownNames', 'shownTypes', 'namespace', 'facets', 'change'],
            ...['properties', 'metadata', 'nodeHash', 'metadataHash', 'createdAt', 'updatedAt', 'since', 'type'],
            ...['metadataType', 'nodeType', 'trustSince', 'changedAt', 'nameWords', 'merge', 'beganAt', 'documentHash'],
            'joinedAt',
            // Vectors, which any service on this database adds at a time of its own.
            ...['embedding0', 'embedding1', 'model0', 'model1'],
          ],
        },
        inside,
      );
      const retrieved = await service.retrieve(inside, {
        query: 'small steps',
        entityId: 'user:al',
        depth: 2,
        first: 5,
      });
      return {
        rows: rows
          .map(({ labels, entries }) =>
            JSON.stringify([labels.toSorted(), entries.map((each) => each.join(' ')).sort()]),
          )
          .sort(),
        pieces: retrieved.pieces,
        context: retrieved.graphContext.map(({ source, target, depth, score }) => [source.id, target.id, depth, score]),
        inconsistencies: await inconsistencies(graph, inside),
      };
    }

    it('are never confused with those of users: the same graph with and without such properties answers the same', async () => {
      const twin = freshNamespace();
      const worlds: unknown[][] = [];
      for (const [inside, properties, typeOf] of [
        [namespace, hostile, (label: string) => label],
        [twin, {}, (label: string) => `my ${label}`],
      ] as const) {
        const states: unknown[] = [];
        expect((await service.load(inside, filled(properties, typeOf))).skipped).toEqual([]);
        states.push(await world(inside));
        const merged = await service.data<{ mergeEntities: { changeId: string } }>(inside, MERGE, {});
        states.push(await world(inside));
        await service.data(inside, UNDO, { id: merged.mergeEntities.changeId });
        states.push(await world(inside));
        worlds.push(states);
      }
      expect(worlds[0]).toEqual(worlds[1]);
      // No entity has a second label of the service.
      const labels = await run<{ labels: string[] }>(
        'MATCH (e:Entity {namespace: $namespace}) RETURN labels(e) AS labels',
      );
      for (const { labels: each } of labels)
        expect(each.filter((label) => RESERVED_LABELS.has(label))).toEqual(['Entity']);
      expect(labels.some(({ labels: each }) => each.includes('Memory_'))).toBe(true);
    });
  });
}
