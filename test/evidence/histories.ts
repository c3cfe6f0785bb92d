import fc from 'fast-check';
import { EvidenceKind } from '../../src/evidence/evidence.model.js';
import type { LedgerAnswer, Observation } from '../../src/evidence/ledger.statements.js';
import type { Entry, Policy, Standing } from '../../src/evidence/policy.js';
import { consensusPolicy } from '../../src/evidence/policies/consensus.js';
import { factorPolicy } from '../../src/evidence/policies/factor.js';
import { laplacePolicy } from '../../src/evidence/policies/laplace.js';
import { type readStatement } from '../../src/graph/statement.js';
import type { Sample } from '../../src/evidence/calibration.js';

// Random histories of a node, and what the rules of each policy make of them: written down a second time, step by step,
// without the code under test.

const DAY_MS = 86_400_000;
export const START = new Date('2026-01-01T00:00:00.000Z');
const noSamples = { name: 'none', mode: 'read', text: '' } as ReturnType<
  typeof readStatement<{ namespace: string }, Sample>
>;

/** One row of a history, with what must be answered. */
export interface Told {
  readonly evidence: Observation;
  readonly requestHash: string;
  readonly now: Date;
  readonly answer: LedgerAnswer;
}

/** An entry as it must be stored. */
export type Kept = Entry & {
  readonly state: 'APPLIED' | 'PENDING' | 'EXPIRED';
  readonly uses: number;
  readonly trustBefore: number | null;
  readonly trustAfter: number | null;
  readonly retractedBy: string | null;
};

/** What is told in one transaction; before it the node is used so many times more. */
export interface Batch {
  readonly uses: number;
  readonly rows: readonly Told[];
}

export interface History {
  readonly initial: number;
  readonly batches: readonly Batch[];
  readonly entries: readonly Kept[];
  readonly end: Standing;
}

export interface Ruled {
  readonly policy: Policy;
  readonly histories: fc.Arbitrary<History>;
}

interface Step {
  readonly what: string;
  readonly positive: boolean;
  /** Chooses an earlier entry. */
  readonly pick: number;
  readonly afterMs: number;
}

const stepOf = (...what: string[]) =>
  fc.record({
    what: fc.constantFrom(...what),
    positive: fc.boolean(),
    pick: fc.nat(1_000),
    afterMs: fc.constantFrom(0, 1, 60_000, DAY_MS, 4 * DAY_MS, 7 * DAY_MS, 40 * DAY_MS),
  });
const batchesOf = (step: fc.Arbitrary<Step>) =>
  fc.array(fc.record({ uses: fc.constantFrom(0, 0, 1, 3), steps: fc.array(step, { minLength: 1, maxLength: 4 }) }), {
    minLength: 1,
    maxLength: 4,
  });
type Drawn = readonly { readonly uses: number; readonly steps: readonly Step[] }[];

/** Goes through a history: `record` applies a step to the node, and answers. */
function play(
  drawn: Drawn,
  record: (
    step: Step,
    id: string,
    at: Date,
    uses: number,
  ) => { observation: Omit<Observation, 'id'>; answer: Omit<LedgerAnswer, 'outcome'> },
): Batch[] {
  const told: Told[] = [];
  let [now, last, uses] = [START.getTime(), START.getTime(), 0];
  return drawn.map(({ uses: more, steps }) => {
    uses += more;
    const rows = steps.map((step): Told => {
      now += step.afterMs;
      const earlier = told[step.pick % (told.length || 1)];
      if (earlier && step.what === 'repeat')
        return { ...earlier, now: new Date(now), answer: { ...earlier.answer, outcome: 'EXISTS' } };
      if (earlier && step.what === 'conflict') {
        return {
          ...earlier,
          now: new Date(now),
          requestHash: 'other',
          answer: { ...earlier.answer, outcome: 'CONFLICT' },
        };
      }
      last = Math.max(now, last);
      const id = `e${String(told.length).padStart(3, '0')}`;
      const { observation, answer } = record(step, id, new Date(now), uses);
      const row: Told = {
        evidence: { id, ...observation },
        requestHash: 'h',
        now: new Date(now),
        answer: { ...answer, outcome: 'CREATED' },
      };
      told.push(row);
      return row;
    });
    return { uses: more, rows };
  });
}

const FACTOR = { factor: 0.95, floor: 0.5, share: 0.05 };

function factorHistory(initial: number, drawn: Drawn): History {
  const entries: Kept[] = [];
  let trust = initial;
  const move = (before: number, { positive, weight }: Pick<Entry, 'positive' | 'weight'>) =>
    positive ? before + weight * (1 - before) : before * weight < 0.5 ? 0.5 : before * weight;
  const batches = play(drawn, ({ what, positive, pick }, id, at) => {
    const before = trust;
    const open = entries.filter(({ kind, retractedBy }) => kind !== EvidenceKind.RETRACTION && retractedBy === null);
    const wrong = what === 'retract' ? open[pick % open.length] : undefined;
    let kind = positive ? EvidenceKind.STEP_SUCCESS : EvidenceKind.STEP_FAILURE;
    let said = { positive, weight: positive ? 0.05 : pick % 5 === 0 ? 1 : 0.95 };
    if (wrong) {
      kind = EvidenceKind.RETRACTION;
      const due = open.filter((entry) => entry !== wrong).reduce(move, initial);
      said =
        due < before
          ? { positive: false, weight: due / before }
          : { positive: true, weight: before < 1 ? (due - before) / (1 - before) : 0 };
      entries[entries.indexOf(wrong)] = { ...wrong, retractedBy: id };
    }
    trust = move(before, said);
    const moved = { trustBefore: before, trustAfter: trust };
    entries.push({
      id,
      kind,
      ...said,
      ...moved,
      at,
      appliedAt: at,
      sequence: entries.length,
      state: 'APPLIED',
      uses: 0,
      retractedBy: null,
    });
    const observation = wrong ? { kind, retracts: [wrong.id] } : { kind, ...said };
    return { observation: { ...observation, agent: null, comment: null }, answer: { applied: true, ...moved } };
  });
  return { initial, batches, entries, end: { trust, since: START } };
}

function laplaceHistory(drawn: Drawn): History {
  const entries: Kept[] = [];
  let [attempts, successes, trust] = [0, 0, 0.5];
  const batches = play(drawn, ({ positive }, id, at) => {
    const before = trust;
    attempts += 1;
    successes += positive ? 1 : 0;
    trust = (successes + 1) / (attempts + 2);
    const kind = EvidenceKind.VALIDATION;
    const moved = { trustBefore: before, trustAfter: trust };
    entries.push({
      id,
      kind,
      positive,
      weight: 1,
      ...moved,
      at,
      appliedAt: at,
      sequence: attempts - 1,
      state: 'APPLIED',
      uses: attempts - 1,
      retractedBy: null,
    });
    return { observation: { kind, positive, agent: null, comment: null }, answer: { applied: true, ...moved } };
  });
  return { initial: 0.5, batches, entries, end: { trust, since: START } };
}

const CONSENSUS = { decayPerMs: 0.05 / (30 * DAY_MS), windowMs: 7 * DAY_MS, threshold: 2, settled: 3, prune: 0.3 };

/** The rules as they are said: over the whole ledger each time, nothing kept beside it. */
function consensusHistory(initial: number, drawn: Drawn): History {
  const entries: Kept[] = [];
  let end: Standing = { trust: initial, since: START };
  let last = START.getTime();
  const batches = play(drawn, ({ what, positive, pick }, id, now, uses) => {
    const moment = Math.max(now.getTime(), last + 1);
    last = moment;
    const at = new Date(moment);
    const before = Math.max(0, end.trust - CONSENSUS.decayPerMs * (moment - end.since.getTime()));
    const restored = what === 'restore';
    const kind = restored ? EvidenceKind.RESTORED : EvidenceKind.TASK_COMPLETION;
    const sign = restored || positive;
    const weight = restored ? 0.5 : [0.3, 0.1, 0.2][pick % 3]! * (positive ? 1 : -1);
    const young = ({ at: told }: Entry) => told.getTime() >= moment - 7 * DAY_MS;
    const own: Kept = {
      id,
      kind,
      positive: sign,
      weight,
      at,
      appliedAt: null,
      sequence: entries.length,
      state: 'PENDING',
      uses,
      trustBefore: null,
      trustAfter: null,
      retractedBy: null,
    };
    if (!restored) {
      entries.forEach((entry, n) => {
        if (entry.state === 'PENDING' && !young(entry)) entries[n] = { ...entry, state: 'EXPIRED' };
      });
    }
    entries.push(own);
    const agreeing = entries.filter(
      (entry) => young(entry) && entry.kind !== EvidenceKind.RESTORED && entry.positive === positive,
    );
    const applied = restored || uses >= 3 || agreeing.length >= 2;
    let trust = before;
    for (const entry of !applied ? [] : restored ? [own] : agreeing.filter(({ state }) => state === 'PENDING')) {
      const next = restored ? Math.max(trust, weight) : Math.min(1, Math.max(0, trust + entry.weight));
      entries[entries.indexOf(entry)] = {
        ...entry,
        state: 'APPLIED',
        appliedAt: at,
        trustBefore: trust,
        trustAfter: next,
      };
      trust = next;
    }
    if (applied) end = { trust, since: at };
    return {
      observation: { kind, positive: sign, weight, agent: null, comment: null },
      answer: { applied, trustBefore: before, trustAfter: trust },
    };
  });
  return { initial, batches, entries, end };
}

const share = (min: number) => fc.double({ min, max: 1, noNaN: true });

export const RULED: Readonly<Record<'factor' | 'consensus' | 'laplace', Ruled>> = {
  factor: {
    policy: factorPolicy(FACTOR, noSamples),
    histories: fc
      .tuple(share(0.5), batchesOf(stepOf('observe', 'observe', 'observe', 'retract', 'repeat', 'conflict')))
      .map(([initial, drawn]) => factorHistory(initial, drawn)),
  },
  consensus: {
    policy: consensusPolicy(CONSENSUS, noSamples),
    histories: fc
      .tuple(share(0), batchesOf(stepOf('observe', 'observe', 'observe', 'observe', 'restore', 'repeat', 'conflict')))
      .map(([initial, drawn]) => consensusHistory(initial, drawn)),
  },
  laplace: {
    policy: laplacePolicy({ priorSuccesses: 1, priorAttempts: 2 }, noSamples),
    histories: batchesOf(stepOf('observe', 'observe', 'repeat', 'conflict')).map(laplaceHistory),
  },
};
