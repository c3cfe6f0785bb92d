import fc from 'fast-check';
import type { Driver } from 'neo4j-driver';
import { expect } from 'vitest';
import { EvidenceKind } from '../../src/evidence/evidence.model.js';
import type { Ledger } from '../../src/evidence/ledger.js';
import { NOTHING } from '../../src/evidence/policy.js';
import type { GraphService } from '../../src/graph/graph.service.js';
import { fromDriver, toDriver } from '../../src/graph/values.js';
import { freshNamespace } from '../support/graph.js';
import { givenTo, type History, type Kept, type Ruled, START } from './histories.js';

/** Folds random histories, in whatever order their entries come, to the trust that the rules make of them. */
export function foldsAsRuled({ policy, histories }: Ruled, numRuns: number): void {
  fc.assert(
    fc.property(histories, ({ initial, entries, end }) => {
      const begin = { trust: initial, since: START };
      expect(policy.fold(begin, entries)).toEqual(end);
      expect(policy.fold(begin, entries.toReversed())).toEqual(end);
      // Leaves the entries out, as a context with `exclude` does.
      const wrong = entries.flatMap(({ id, retractedBy }) => (retractedBy === null ? [] : [id]));
      const { policyConstants } = policy.mark;
      const untouched = entries.map((entry) => ({ ...entry, retractedBy: null, policyConstants }));
      if (wrong.length > 0) expect(policy.fold(begin, untouched, new Set(wrong))).toEqual(end);
      const against = entries.find(
        ({ kind, positive, trustBefore: before, trustAfter: after }) =>
          before !== null &&
          after !== null &&
          kind !== EvidenceKind.RETRACTION &&
          (positive ? after < before : after > before && before >= 0.5),
      );
      if (against) expect.fail(`moved the wrong way: ${JSON.stringify(against)}`);
    }),
    { numRuns },
  );
}

/** Number of histories whose rows share a transaction. */
const TOGETHER = 300;

/**
 * Writes random histories into a database, each on a node of its own, and compares every answer, every entry and every
 * trust with the rules, and the trust with the fold of the stored entries. They must be equal to the bit.
 */
export async function replayInDatabase(
  { policy, histories }: Ruled,
  count: number,
  { graph, ledger, driver }: { graph: GraphService; ledger: Ledger; driver: Driver },
): Promise<void> {
  const seed = Math.trunc(Math.random() * 2 ** 31);
  const drawn = fc.sample(histories, { numRuns: count, seed });
  for (let from = 0; from < count; from += TOGETHER) {
    const namespace = freshNamespace();
    const some = drawn.slice(from, from + TOGETHER).map((history, n) => ({ history, ref: `item:n${n}` }));
    await create(driver, namespace, some);
    for (let round = 0; some.some(({ history }) => round < history.batches.length); round++) {
      const uses = some.map(({ history, ref }) => ({ ref, uses: history.batches[round]?.uses ?? 0 }));
      await driver.executeQuery(
        `UNWIND $uses AS row MATCH (node:Knowledge {namespace: $namespace, ref: row.ref})
         SET node.usageCount = node.usageCount + toInteger(row.uses)
         FOREACH (_ IN range(1, toInteger(row.uses)) | CREATE (:Receipt {namespace: $namespace, agent: randomUUID()})-[:GAVE]->(node))`,
        { namespace, uses },
      );
      const rows = some.flatMap(({ history, ref }) =>
        (history.batches[round]?.rows ?? []).map((told) => ({ ...told, ref })),
      );
      const [observed, wrong] = [
        rows.filter(({ evidence }) => !evidence.retracts),
        rows.filter(({ evidence }) => evidence.retracts),
      ];
      const answers = await graph.transaction((transaction) =>
        ledger.record(
          transaction,
          policy,
          observed.map(({ ref, now, requestHash, evidence }) => ({
            namespace,
            ref,
            now,
            requestHash,
            // Agents are weighed by their signals in the whole namespace. Each history therefore gets agents of its
            // own.
            evidence: { ...evidence, ...idsOf(ref, evidence), agent: evidence.agent && `${ref}:${evidence.agent}` },
          })),
        ),
      );
      expect(answers, `seed ${seed}`).toEqual(observed.map(({ answer }, n) => ({ ...answer, n })));
      const back = await graph.transaction((transaction) =>
        ledger.retract(
          transaction,
          wrong.map(({ ref, now, evidence }) => {
            const ids = idsOf(ref, evidence);
            const retraction = { ...ids, agent: null, comment: null };
            return { namespace, ref, policy, now, retracts: ids.retracts ?? [], evidence: retraction };
          }),
        ),
      );
      expect(back, `seed ${seed}`).toEqual(
        wrong.map(({ ref, evidence, answer: { trustBefore, trustAfter } }) => {
          const { id: evidenceId, retracts } = idsOf(ref, evidence);
          return { ref, evidenceId, retracts, trustBefore, trustAfter };
        }),
      );
    }
    for (const { ref, trust, since, tried, succeeded, entries } of await read(driver, namespace)) {
      const history = some.find((one) => one.ref === ref)?.history;
      if (!history) throw new Error(`${ref} has no history`);
      const place = `seed ${seed}, ${ref}`;
      expect(
        entries.map((entry) => asKept(ref, entry)),
        place,
      ).toEqual(history.entries.map((entry) => ({ ...entry, ...idsOf(ref, entry) })));
      expect(trust, place).toBe(history.end.trust);
      const counted = entries.filter(
        ({ kind, positive, weight, state, retractedBy, stepNum }) =>
          (positive ||
            weight !== 1 ||
            policy.mark.policy !== 'factor' ||
            // A correction whose failure was retracted counts as a try.
            (kind === EvidenceKind.HUMAN_CORRECTION && !isTried(entries, stepNum))) &&
          state === 'APPLIED' &&
          retractedBy === null &&
          kind !== EvidenceKind.RETRACTION &&
          kind !== EvidenceKind.RESTORED,
      );
      // The database adds shares in another order, and subtracts retracted ones, so that sums may differ in the last
      // digits.
      const sum = (of: typeof counted) => of.reduce((all, { share }) => all + (share ?? 1), 0);
      expect(tried, place).toBeCloseTo(sum(counted), 9);
      expect(succeeded, place).toBeCloseTo(sum(counted.filter(({ positive }) => positive)), 9);
      const begin = { trust: history.initial, since: START };
      expect(policy.fold(begin, entries), place).toEqual({ trust, since });
      expect(policy.refold(begin, entries, NOTHING).standing, place).toEqual({ trust, since });
      expect(new Set(entries.map((entry) => `${entry.policy} ${entry.policyConstants}`)), place).toEqual(
        new Set(entries.map(() => `${policy.mark.policy} ${policy.mark.policyConstants}`)),
      );
    }
    await driver.executeQuery('MATCH (node:Knowledge|Evidence|Receipt {namespace: $namespace}) DETACH DELETE node', {
      namespace,
    });
  }
}

/** True if a failure of this step counts, or if one that changed no trust was retracted. */
function isTried(entries: readonly Stored[], stepNum: number | null): boolean {
  return entries.some(
    (entry) =>
      entry.kind === EvidenceKind.STEP_FAILURE &&
      entry.stepNum === stepNum &&
      (entry.retractedBy === null || entry.weight === 1),
  );
}

/** Returns ids that are unique in the namespace. */
function idsOf(
  ref: string,
  { id, ...entry }: { id: string; retracts?: readonly string[]; retractedBy?: string | null },
) {
  return {
    id: `${ref}:${id}`,
    ...(entry.retracts && { retracts: entry.retracts.map((one) => `${ref}:${one}`) }),
    ...('retractedBy' in entry && { retractedBy: entry.retractedBy ? `${ref}:${entry.retractedBy}` : null }),
  };
}

type Stored = Kept & {
  readonly policy: string;
  readonly policyConstants: string;
  readonly firstApplied: boolean | null;
};

/**
 * Converts an entry to the form of the rules: stored agents are prefixed with the name of their node, and users of a
 * node may have any name.
 */
function asKept(ref: string, { policy: _, policyConstants: __, firstApplied: ___, agent, ...entry }: Stored): Kept {
  return {
    ...entry,
    agent: agent?.slice(`${ref}:`.length) ?? null,
    givenTo: entry.givenTo && givenTo(new Set(entry.givenTo).size),
  };
}

async function create(
  driver: Driver,
  namespace: string,
  some: readonly { history: History; ref: string }[],
): Promise<void> {
  const rows = some.map(({ history, ref }) => ({ ref, trust: history.initial }));
  await driver.executeQuery(
    `UNWIND $rows AS row
     CREATE (:Knowledge {namespace: $namespace, ref: row.ref, trust: row.trust, initialTrust: row.trust, usageCount: 0,
       attempts: 0, successes: 0, updatedAt: $start, decaysSince: $start, trustSince: $start})`,
    toDriver({ namespace, rows, start: START }),
  );
}

interface ReadNode {
  readonly ref: string;
  readonly trust: number;
  readonly since: Date;
  readonly tried: number;
  readonly succeeded: number;
  readonly entries: Stored[];
}

async function read(driver: Driver, namespace: string): Promise<ReadNode[]> {
  const { records } = await driver.executeQuery(
    `MATCH (node:Knowledge {namespace: $namespace})
     RETURN node.ref AS ref, node.trust AS trust, node.decaysSince AS since,
       coalesce(node.tried, 0.0) AS tried, coalesce(node.succeeded, 0.0) AS succeeded,
       COLLECT {
         MATCH (node)-[:HAS_EVIDENCE]->(entry:Evidence)
         RETURN entry {.id, .kind, .positive, .weight, .at, .appliedAt, .countedAt, .sequence, .state, .uses, .givenTo, .firstApplied,
           .trustBefore, .trustAfter, .share, .retractedBy, .planId, .stepNum, .agent, .session, .policy,
           .policyConstants}
         ORDER BY entry.sequence
       } AS entries`,
    { namespace },
  );
  return records.map((record) => fromDriver(record.toObject()) as ReadNode);
}
