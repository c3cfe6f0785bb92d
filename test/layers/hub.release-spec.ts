import neo4j from 'neo4j-driver';
import { describe, expect, it, vi } from 'vitest';
import { readCypherFile } from '../../src/graph/statement.js';
import { freshNamespace } from '../support/graph.js';
import { dbHitsOf } from '../support/plan.js';
import { type Knowledge, withKnowledge } from './support.js';

let service: Knowledge;
withKnowledge((started) => ({ service } = started));

describe('a hub', () => {
  const HUB = 20_000;
  const FILL = `UNWIND range(1, ${HUB}) AS i
    MERGE (hub:Entity {namespace: $namespace, id: 'hub'})
    CREATE (e:Entity {namespace: $namespace, id: 'e' + i})
    WITH hub, e, i, CASE WHEN i % 2 = 0 THEN hub ELSE e END AS source, CASE WHEN i % 2 = 0 THEN e ELSE hub END AS target
    CREATE (source)-[:LINK {namespace: $namespace, type: 'T' + (i % 7), properties: '{}',
      key: source.id + '\\n' + 'T' + (i % 7) + '\\n' + target.id + '\\n',
      reverseKey: target.id + '\\n' + 'T' + (i % 7) + '\\n' + source.id + '\\n'}]->(target)
    RETURN count(*) AS made`;

  it('costs what the answer costs, from it and through it, and gives the first relations in order', async () => {
    const namespace = freshNamespace();
    const driver = neo4j.driver(
      process.env.TEST_NEO4J_URI ?? '',
      neo4j.auth.basic(process.env.TEST_NEO4J_USER ?? 'neo4j', process.env.TEST_NEO4J_PASSWORD ?? ''),
    );
    try {
      await driver.executeQuery(FILL, { namespace });
      await driver.executeQuery('CALL db.resampleOutdatedIndexes()');
      const cost = async (start: string, depth: number, limit: number) => {
        // Statistics are sampled in the background. A plan made before that would be kept for long here.
        const { summary } = await driver.executeQuery(
          `CYPHER replan=force PROFILE ${readCypherFile('layers/retrieve').text}`,
          { namespace, asked: { entityId: start, knowledgeTypes: null, tags: null }, depth, limit },
        );
        return dbHitsOf(summary.profile);
      };
      // The answer has 20 of 20,000 relations. A few reads for each are expected; reading them all would take 20,000
      // and more.
      await vi.waitFor(async () => expect(await cost('hub', 1, 20)).toBeLessThan(1_000), {
        timeout: 40_000,
        interval: 1_000,
      });
      expect(await cost('e1', 2, 20)).toBeLessThan(1_000);
      expect(await cost('e1', 4, 20)).toBeLessThan(1_000);

      const { graphContext } = await service.retrieve(namespace, { query: '', entityId: 'hub', firstRelations: 3 });
      // T0 has the multiples of 7, ordered by the other end as text: e10003, e1001, e10010. The even ones lead away
      // from the hub.
      expect(graphContext.map(({ source, target }) => `${source.id} ${target.id}`)).toEqual([
        'hub e10010',
        'e10003 hub',
        'e1001 hub',
      ]);
    } finally {
      await driver.close();
    }
  });
});

it('superseded facts cost the entity that they lead from and to nothing', async () => {
  const namespace = freshNamespace();
  await service.data(namespace, 'mutation { declareRelationType(type: "WORKS_AT", functional: true) { changed } }');
  const works = (target_id: string) => ({
    source_id: 'ann',
    edge_type: 'WORKS_AT',
    target_id,
    valid_from: '2024-01-01',
  });
  const nodes = ['ann', 'acme', 'bolt'].map((node_id) => ({ node_id, node_type: 'thing' }));
  await service.load(namespace, { graph: { nodes, edges: [works('bolt')] } });
  const FILL = `MATCH (ann:Entity {namespace: $namespace, id: 'ann'}), (acme:Entity {namespace: $namespace, id: 'acme'})
    UNWIND range(1, 2000) AS i
    CREATE (ann)-[:WAS_LINK {namespace: $namespace, type: 'WORKS_AT', properties: '{}', key: 'ann\\nWORKS_AT\\nacme\\n\\n' + i,
      reverseKey: 'acme\\nWORKS_AT\\nann\\n\\n' + i}]->(acme)`;
  const driver = neo4j.driver(
    process.env.TEST_NEO4J_URI ?? '',
    neo4j.auth.basic(process.env.TEST_NEO4J_USER ?? 'neo4j', process.env.TEST_NEO4J_PASSWORD ?? ''),
  );
  try {
    const asked = { entityId: 'ann', knowledgeTypes: null, tags: null };
    const cost = async (name: string, parameters: object) => {
      const text = `CYPHER replan=force PROFILE ${readCypherFile(name).text}`;
      return dbHitsOf((await driver.executeQuery(text, { namespace, ...parameters })).summary.profile);
    };
    const all = async () => [
      await cost('layers/retrieve', { asked, depth: 2, limit: 20 }),
      await cost('layers/list-outgoing-relations', { ids: ['ann'], after: '', limit: 21 }),
      await cost('layers/count-relations', { ids: ['ann', 'acme'] }),
    ];
    const before = await all();
    await driver.executeQuery(FILL, { namespace });
    expect(await all()).toEqual(before);
    // A retrieval of another time reads as many of the 2,000 as it gives, some properties of each.
    const then = neo4j.types.DateTime.fromStandardDate(new Date());
    const when = { known: then, at: null, passed: then };
    const step = { frontier: ['ann'], seen: ['ann'] };
    expect(await cost('layers/list-around-at', { step, limit: 20, when })).toBeLessThan(2_000);
  } finally {
    await driver.close();
  }
});
