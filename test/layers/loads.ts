import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GraphService } from '../../src/graph/graph.service.js';
import { freshNamespace } from '../support/graph.js';
import { counts, inconsistencies, type Knowledge, withKnowledge } from './support.js';

const ENTITIES = ['user:a', 'user:b', 'technique:c', 'global'];
const PIECES = ['p1', 'p2', 'p3'];
const entityId = fc.constantFrom(...ENTITIES);
/** Generates invalid values: wrong types, blanks, missing values, too long texts, and secrets. */
const broken = fc.oneof(
  fc.constantFrom(null, '', '  ', 7, [], {}, true, 'x'.repeat(600), 'a\u0000b', 'password=hunter2hunter2'),
  fc.jsonValue({ maxDepth: 2 }),
);
/** Returns mostly a valid value, and sometimes an invalid one. */
const often = <Value>(good: fc.Arbitrary<Value>): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: good, weight: 9 }, { arbitrary: broken, weight: 1 });
const fields = (shape: Record<string, fc.Arbitrary<unknown>>, requiredKeys: string[]) =>
  often(fc.record(shape, { requiredKeys }));

const piece = fields(
  {
    piece_id: often(fc.constantFrom(...PIECES)),
    content: often(fc.constantFrom('solver tip', 'mesh advice', 'jet noise')),
    knowledge_type: often(fc.constantFrom('fact', 'Procedure', 'EPISODIC')),
    info_type: often(fc.constantFrom('context', 'skills')),
    entity_id: often(entityId),
    mentions: often(fc.uniqueArray(entityId, { maxLength: 2 })),
    session: often(fc.constantFrom('s1', 's2')),
    position: often(fc.nat(3)),
  },
  ['piece_id', 'content'],
);
const node = fields(
  { node_id: often(entityId), node_type: often(fc.constant('thing')), label: often(fc.constant('L')) },
  ['node_id', 'node_type'],
);
const edge = fields(
  {
    source_id: often(entityId),
    target_id: often(entityId),
    edge_type: often(fc.constantFrom('R', 'Q')),
    properties: often(fc.record({ piece_id: often(fc.constantFrom(...PIECES)) }, { requiredKeys: [] })),
  },
  ['source_id', 'target_id', 'edge_type'],
);
const metadata = fc.dictionary(
  fc.oneof({ arbitrary: entityId, weight: 9 }, { arbitrary: fc.string(), weight: 1 }),
  fields(
    { entity_type: often(fc.constantFrom('user', 'technique')), properties: often(fc.constant({ team: 'aero' })) },
    ['entity_type'],
  ),
  { maxKeys: 3 },
);
const document = fc.record(
  {
    metadata: often(metadata),
    pieces: often(fc.array(piece, { maxLength: 4 })),
    graph: often(
      fc.record(
        { nodes: often(fc.array(node, { maxLength: 4 })), edges: often(fc.array(edge, { maxLength: 4 })) },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: [] },
);

/**
 * Declares the tests of what holds for every load.
 *
 * @param documents number of random loads of broken documents
 * @param isolated number of random loads into two namespaces
 */
export function loadsSoundly({ documents, isolated }: { documents: number; isolated: number }): void {
  let service: Knowledge;
  let graph: GraphService;
  withKnowledge((started) => ({ service, graph } = started));

  describe('a load of broken documents', () => {
    it('stores what it reports and nothing else, and a second time changes nothing', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(document, { minLength: 1, maxLength: 2 }), async (loaded) => {
          const namespace = freshNamespace();
          for (const given of loaded) {
            const before = await counts(graph, namespace);
            const report = await service.load(namespace, given);
            const after = await counts(graph, namespace);
            const sections = ['metadata', 'pieces', 'nodes', 'edges'] as const;
            const added = sections.reduce((sum, section) => sum + after[section] - before[section], 0);
            expect(added).toBe(report.created);
            const stored = sections.reduce((sum, section) => sum + report[section], 0);
            expect(report.created + report.updated + report.unchanged).toBe(stored);
            for (const section of sections) expect(report[section]).toBeLessThanOrEqual(after[section]);
            expect(JSON.stringify(report)).not.toContain('hunter2');
            expect(await service.load(namespace, given)).toEqual({
              ...report,
              created: 0,
              updated: 0,
              unchanged: stored,
            });
            expect(await counts(graph, namespace)).toEqual(after);
          }
          expect(await inconsistencies(graph, namespace)).toEqual([]);
        }),
        { numRuns: documents },
      );
    });
  });

  describe('isolation', () => {
    const loads = fc.array(
      fc.record({
        namespace: fc.nat(1),
        owner: fc.option(fc.constantFrom('user:a', 'user:b'), { nil: undefined }),
        id: fc.constantFrom(...PIECES),
        from: entityId,
        to: entityId,
        linked: fc.boolean(),
      }),
      { minLength: 3, maxLength: 8 },
    );

    it('keeps metadata, pieces and relations of a namespace and of an entity apart', async () => {
      await fc.assert(
        fc.asyncProperty(loads, async (written) => {
          const namespaces = [freshNamespace(), freshNamespace()] as const;
          const name = (at: number) => namespaces[at] ?? '';
          for (const { namespace, owner, id, from, to, linked } of written) {
            const mark = `of ${name(namespace)}`;
            await service.load(name(namespace), {
              metadata: { [from]: { entity_type: 'user', properties: { mark } } },
              // Each id has one owner, so that a later load does not give it to another one.
              pieces: [{ piece_id: `${id}-${owner ?? 'all'}`, content: `solver tip ${mark}`, entity_id: owner }],
              graph: {
                nodes: [
                  { node_id: from, node_type: 'thing' },
                  { node_id: to, node_type: 'thing' },
                ],
                edges: [
                  {
                    source_id: from,
                    target_id: to,
                    edge_type: 'R',
                    properties: { mark, ...(linked && { piece_id: `${id}-${owner ?? 'all'}` }) },
                  },
                ],
              },
            });
          }
          for (const at of [0, 1]) {
            const mark = `of ${name(at)}`;
            const own = written.filter(({ namespace }) => namespace === at);
            const stored = new Set(own.map(({ owner, id }) => `${id}-${owner ?? 'all'}`));
            expect((await counts(graph, name(at))).pieces).toBe(stored.size);
            for (const asking of ['user:a', 'user:b', 'technique:c', undefined]) {
              const found = await service.retrieve(name(at), {
                query: 'solver tip',
                entityId: asking,
                depth: 3,
                first: 50,
              });
              const mayRead = [...stored].filter((id) => id.endsWith('-all') || id.endsWith(`-${asking}`)).sort();
              expect(found.pieces.map(({ piece }) => piece.id).sort()).toEqual(mayRead);
              for (const { piece } of found.pieces) expect(piece.content).toBe(`solver tip ${mark}`);
              for (const { properties, piece } of found.graphContext) {
                expect(properties['mark']).toBe(mark);
                if (piece) expect(mayRead).toContain(piece.id);
              }
              for (const profile of [found.metadata, found.globalMetadata]) {
                if (profile) expect(profile['mark']).toBe(mark);
              }
            }
            expect(await inconsistencies(graph, name(at))).toEqual([]);
          }
        }),
        { numRuns: isolated },
      );
    });
  });
}
