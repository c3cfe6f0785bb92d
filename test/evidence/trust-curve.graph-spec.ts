import { afterAll, beforeAll, expect, it } from 'vitest';
import { SystemClock } from '../../src/common/clock.js';
import { EvidenceRepository } from '../../src/evidence/evidence.repository.js';
import { EvidenceService } from '../../src/evidence/evidence.service.js';
import type { GraphService } from '../../src/graph/graph.service.js';
import { connectedGraph, freshNamespace } from '../support/graph.js';

let graph: GraphService;
let evidence: EvidenceService;
beforeAll(async () => {
  graph = await connectedGraph();
  evidence = new EvidenceService(new EvidenceRepository(graph), new SystemClock());
});
afterAll(() => graph.onApplicationShutdown());

const REF = 'item:a';

/** An item with these trusts, one change a minute, and an observation that waits and so is no part of the curve. */
async function withTrusts(trusts: readonly number[]): Promise<string> {
  const namespace = freshNamespace();
  const text = `CREATE (item:KnowledgeItem:Knowledge {namespace: $namespace, id: 'a', ref: $ref, kind: 'ITEM', title: 'a', text: 'a',
      trust: 1.0, initialTrust: 1.0, trustSince: datetime('2026-01-01'), createdAt: datetime('2026-01-01')})
    CREATE (item)-[:HAS_EVIDENCE]->(:Evidence {namespace: $namespace, id: 'waits', state: 'PENDING', sequence: 0,
      at: datetime('2026-01-01')})
    WITH item
    UNWIND range(0, size($trusts) - 1) AS n
    CREATE (item)-[:HAS_EVIDENCE]->(:Evidence {namespace: $namespace, id: 'e' + n, state: 'APPLIED', sequence: n + 1,
      trustAfter: $trusts[n], appliedAt: datetime('2026-01-02') + duration({minutes: n})})`;
  await graph.run({ name: 'test/trusts', mode: 'write', text }, { namespace, ref: REF, trusts: [...trusts] });
  return namespace;
}

it('is complete where it is short', async () => {
  expect(await evidence.trustCurve(await withTrusts([]), REF, 500)).toMatchObject([{ trust: 1, evidenceId: null }]);
  const few = [0.95, 0.9, 0.95, 0.95];
  expect((await evidence.trustCurve(await withTrusts(few), REF, 11)).map(({ trust }) => trust)).toEqual([1, ...few]);
  expect(await evidence.trustCurve(freshNamespace(), REF, 500)).toEqual([]);
});

it('keeps the beginning, the end and every extreme of a long history, in order', async () => {
  // Falls to 0.75 and rises again, with one drop and one peak that a sample of every n-th value would miss.
  const trusts = Array.from({ length: 3_000 }, (_, n) => 0.75 + Math.abs(n - 1_500) / 6_000);
  trusts[777] = 0.51;
  trusts[2_001] = 0.99;
  const namespace = await withTrusts(trusts);
  const curve = await evidence.trustCurve(namespace, REF, 100);
  expect(curve.length).toBeLessThanOrEqual(100);
  expect(curve.length).toBeGreaterThan(90);
  expect(curve[0]).toMatchObject({ trust: 1, evidenceId: null });
  expect(curve[1]).toMatchObject({ evidenceId: 'e0' });
  expect(curve.at(-1)).toMatchObject({ evidenceId: 'e2999', trust: trusts[2_999] });
  const times = curve.map(({ at }) => at.getTime());
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  const ids = curve.map(({ evidenceId }) => evidenceId);
  expect(ids).toContain('e777');
  expect(ids).toContain('e2001');
  // The smallest curve: the initial value, the first and last change, and the extremes between them.
  expect((await evidence.trustCurve(namespace, REF, 5)).map(({ evidenceId }) => evidenceId)).toEqual([
    null,
    'e0',
    'e1', // 0.75 + 1499 / 6000, above the peak
    'e777',
    'e2999',
  ]);
});
