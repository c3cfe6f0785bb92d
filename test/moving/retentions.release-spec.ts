import { afterAll, beforeAll, expect, it } from 'vitest';
import { AuditKeeper } from '../../src/audit/audit.keeper.js';
import { CONFIG } from '../../src/config/config.module.js';
import type { Config } from '../../src/config/config.js';
import { GraphService } from '../../src/graph/graph.service.js';
import { kinds } from '../../src/kinds.js';
import { ReceiptKeeper } from '../../src/knowledge/receipts.keeper.js';
import { ArchiveKeeper } from '../../src/memories/archive.keeper.js';
import { FoldCheck } from '../../src/moving/folds.js';
import { SampleStart } from '../../src/sample/sample.start.js';
import { type RunningService, startService } from '../../src/service.js';
import { OldVersionsKeeper } from '../../src/versions/versions.keeper.js';
import { withOwnDatabase } from '../setup/own-database.js';
import { inconsistencies } from '../layers/support.js';
import { testConfig } from '../support/graph.js';

// All four retentions delete what they may of the demo data, which happened over two weeks.

const DAY = 86_400_000;
const namespace = 'demo';

withOwnDatabase((own) => {
  let service: RunningService;
  let graph: GraphService;
  beforeAll(async () => {
    service = await startService(testConfig({ ...own().connection, SAMPLE: 'true' }));
    graph = service.app.get(GraphService, { strict: false });
    await service.app.get(SampleStart, { strict: false }).loaded();
  }, 240_000);
  afterAll(() => service?.close());

  const ask = async <Data>(query: string, variables: object = {}): Promise<Data> => {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-namespace': namespace },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as { data: Data; errors?: unknown };
    expect(errors).toBeUndefined();
    return data;
  };
  const rows = <Row extends object>(text: string, parameters: object = {}) =>
    graph.run<object, Row>({ name: 'test/retentions', mode: 'write', text }, { namespace, ...parameters });
  const refs = async () =>
    (await rows<{ ref: string }>('MATCH (k:Knowledge {namespace: $namespace}) RETURN k.ref AS ref ORDER BY ref')).map(
      ({ ref }) => ref,
    );
  const trusts = () =>
    rows('MATCH (k:Knowledge {namespace: $namespace}) RETURN k.ref AS ref, k.trust AS trust ORDER BY ref');
  const counted = async () => {
    const [row] = await rows<{ versions: number; receipts: number; texts: number; audit: number; memories: number }>(
      `RETURN COUNT { (:Version {namespace: $namespace}) } AS versions,
         COUNT { (:Receipt {namespace: $namespace}) } AS receipts,
         COUNT { (r:Receipt {namespace: $namespace}) WHERE r.text <> '' } AS texts,
         COUNT { (:Audit {namespace: $namespace}) } AS audit,
         COUNT { (:Memory {namespace: $namespace}) } AS memories`,
    );
    if (!row) throw new Error('one row');
    return row;
  };
  /** Trusts that differ from the fold of their evidence; must be none. */
  const unfolded = async (count: number) => {
    const check = new FoldCheck(
      graph,
      namespace,
      kinds.map(({ kind }) => kind),
      service.app.get<Config>(CONFIG),
    );
    for (const ref of await refs()) await check.add(ref);
    await check.flush();
    expect(check.checked).toBeGreaterThan(count);
    return check.findings;
  };

  it('what folds, searches of another time and retractions need stays when everything old goes', async () => {
    // One memory is archived for long, and a record of the audit is old.
    const { memories } = await ask<{ memories: { nodes: { id: string }[] } }>(
      '{ memories(first: 20) { nodes { id } } }',
    );
    const archived = memories.nodes.at(-1)?.id;
    await rows(
      `MATCH (m:Memory {namespace: $namespace, id: $archived}) SET m.archivedAt = datetime() - duration({days: 400})
       RETURN m.id AS id`,
      { archived },
    );
    await rows(
      `CREATE (a:Audit {namespace: $namespace, id: '0000', at: datetime() - duration({days: 400})}) RETURN a.id AS id`,
    );
    const now = Date.now();
    const before = new Date(now - 3 * DAY);
    const times = [2.9 * DAY, 2 * DAY, 1.2 * DAY, 3_600_000].map((ago) => new Date(now - ago));
    const answersAt = () =>
      Promise.all(
        times.map((asOf) =>
          ask(
            `query ($asOf: DateTime) { search(query: "open a measurement file and join it", first: 10, asOf: $asOf) {
               hits { knowledge { ref title text trust } } } }`,
            { asOf },
          ),
        ),
      );
    const had = { counts: await counted(), trusts: await trusts(), answers: await answersAt() };
    expect(await unfolded(150)).toEqual([]);

    const keeper = <T>(of: new (...given: never[]) => T): T => service.app.get(of, { strict: false });
    expect(await keeper(OldVersionsKeeper).expire(before)).toBeGreaterThan(0);
    expect((await keeper(ReceiptKeeper).cleanUp(before)).emptied).toBeGreaterThan(0);
    expect(await keeper(AuditKeeper).expire(before)).toBeGreaterThan(0);
    expect(await keeper(ArchiveKeeper).expire(before)).toBe(1);

    const has = await counted();
    expect(has.memories).toBe(had.counts.memories - 1);
    expect(has.versions).toBeLessThan(had.counts.versions);
    expect(has.texts).toBeLessThan(had.counts.texts);
    const gone = `memory:${String(archived)}`;
    expect(await trusts()).toEqual(had.trusts.filter((row) => (row as { ref: string }).ref !== gone));
    expect(await unfolded(150)).toEqual([]);
    expect(await inconsistencies(graph, namespace)).toEqual([]);
    expect(await answersAt()).toEqual(had.answers);

    // Evidence from before that time and from after it can still be retracted.
    const entries = await rows<{ id: string; isOld: boolean }>(
      `MATCH (e:Evidence {namespace: $namespace}) WHERE e.retracts IS NULL AND e.state = 'APPLIED'
       RETURN e.id AS id, e.at < $before AS isOld ORDER BY id`,
      { before },
    );
    for (const isOld of [true, false]) {
      const entry = entries.find((one) => one.isOld === isOld);
      expect(entry, String(isOld)).toBeDefined();
      const { retract } = await ask<{ retract: { changes: object[] } }>(
        'mutation ($ref: String!) { retract(ref: $ref, reason: "wrong") { changes { ref } } }',
        { ref: `evidence:${entry?.id}` },
      );
      expect(retract.changes.length).toBeGreaterThan(0);
    }
    expect(await unfolded(150)).toEqual([]);
  }, 240_000);
});
