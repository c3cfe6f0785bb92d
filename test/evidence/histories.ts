import fc from 'fast-check';
import { EvidenceKind } from '../../src/evidence/evidence.model.js';
import {
  type ConsensusConstants,
  type LedgerAnswer,
  listTrustSamples,
  type Observation,
} from '../../src/evidence/ledger.statements.js';
import type { Entry, Policy, Standing } from '../../src/evidence/policy.js';
import { consensusPolicy } from '../../src/evidence/policies/consensus.js';
import { factorPolicy } from '../../src/evidence/policies/factor.js';
import { laplacePolicy } from '../../src/evidence/policies/laplace.js';

// Generates random histories of a node, with the results that the rules of each policy demand. The rules are
// implemented here a second time, step by step, without the code under test.

const DAY_MS = 86_400_000;
export const START = new Date('2026-01-01T00:00:00.000Z');

/** One row of a history, with the expected answer; for a retraction, only the expected trusts. */
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
  readonly share: number | null;
  readonly countedAt: Date | null;
  readonly planId: string | null;
  readonly stepNum: number | null;
  readonly agent: string | null;
  readonly session: string | null;
  /** Voices that had received the node by then, if this settles it. */
  readonly givenTo: readonly string[] | null;
};

/** Properties that were not given. */
const UNSAID = {
  retractedBy: null,
  countedAt: null,
  planId: null,
  stepNum: null,
  agent: null,
  session: null,
  givenTo: null,
  share: null,
} as const;

/**
 * Rows of one transaction; a retraction has a transaction of its own. Before it, the node is used the given number of
 * times.
 */
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
  /** Selects an earlier entry. */
  readonly pick: number;
  readonly afterMs: number;
  /** Share of an outcome of a context; null for an observation of the node alone. */
  readonly share: number | null;
  readonly agent: string | null;
  readonly session: string | null;
}

const stepOf = (...what: string[]) =>
  fc.record({
    what: fc.constantFrom(...what),
    positive: fc.boolean(),
    pick: fc.nat(1_000),
    afterMs: fc.constantFrom(0, 1, 60_000, DAY_MS, 4 * DAY_MS, 7 * DAY_MS, 40 * DAY_MS),
    share: fc.option(fc.constantFrom(1, 1 / 3, 0.25, 0.7, 1e-9), { freq: 2 }),
    agent: fc.constantFrom(null, 'a', 'b'),
    session: fc.constantFrom(null, 's', 't'),
  });
const batchesOf = (step: fc.Arbitrary<Step>) =>
  fc.array(fc.record({ uses: fc.constantFrom(0, 0, 1, 3), steps: fc.array(step, { minLength: 1, maxLength: 4 }) }), {
    minLength: 1,
    maxLength: 4,
  });
type Drawn = readonly { readonly uses: number; readonly steps: readonly Step[] }[];

/** The result of a step of the history; undefined if there is nothing to retract. */
type Made = { observation: Omit<Observation, 'id'>; answer: Omit<LedgerAnswer, 'outcome' | 'retracted'> } | undefined;

/** Plays a history: `record` applies a step to the node and returns the answer. */
function play(
  drawn: Drawn,
  record: (step: Step, id: string, moments: { now: Date; at: Date }, uses: number) => Made,
): Batch[] {
  const told: Told[] = [];
  const retracted = new Set<string>();
  let [now, last, uses, count] = [START.getTime(), START.getTime(), 0, 0];
  return drawn.flatMap(({ uses: more, steps }) => {
    uses += more;
    const rows = steps.flatMap((step): Told[] => {
      now += step.afterMs;
      const earlier = told[step.pick % (told.length || 1)];
      const outcome = { repeat: 'EXISTS', conflict: 'CONFLICT' }[step.what] as 'EXISTS' | 'CONFLICT' | undefined;
      if (earlier && outcome) {
        const answer = { ...earlier.answer, outcome, retracted: retracted.has(earlier.evidence.id) };
        return [{ ...earlier, now: new Date(now), requestHash: outcome === 'EXISTS' ? 'h' : 'other', answer }];
      }
      // Each retraction gets a time of its own.
      const at = new Date(step.what === 'retract' && last >= now ? last + 1 : Math.max(now, last));
      const id = `e${String(count).padStart(3, '0')}`;
      const made = record(step, id, { now: new Date(now), at }, uses);
      if (!made) return [];
      count++;
      const { observation, answer } = made;
      const row: Told = {
        evidence: { id, ...observation },
        requestHash: 'h',
        now: new Date(now),
        answer: { ...answer, outcome: 'CREATED', retracted: false },
      };
      last = at.getTime();
      if (observation.retracts) for (const one of observation.retracts) retracted.add(one);
      else told.push(row);
      return [row];
    });
    return runsOf(rows).map((run, n) => ({ uses: n === 0 ? more : 0, rows: run }));
  });
}

/** Groups rows that share a transaction, in order; a retraction has its own. */
function runsOf(rows: readonly Told[]): Told[][] {
  const runs: Told[][] = [[]];
  for (const row of rows) {
    const run = runs.at(-1)!;
    const isAlone = (one: Told | undefined) => one?.evidence.retracts !== undefined;
    if (run.length > 0 && (isAlone(row) || isAlone(run[0]))) runs.push([row]);
    else run.push(row);
  }
  return runs;
}

const FACTOR = { factor: 0.95, floor: 0.5, share: 0.05 };

function factorHistory(initial: number, drawn: Drawn): History {
  const entries: Kept[] = [];
  let trust = initial;
  const move = (before: number, { positive, weight }: Pick<Entry, 'positive' | 'weight'>) =>
    positive ? before + weight * (1 - before) : before * weight < 0.5 ? 0.5 : before * weight;
  /** The failure of a step lowers trust; its correction does so only if the failure was retracted. */
  const due = (out: Kept) => {
    const isOpen = (entry: Kept) => entry !== out && entry.retractedBy === null;
    return entries
      .filter((entry) => isOpen(entry) && entry.kind !== EvidenceKind.RETRACTION)
      .map((entry) => {
        if (entry.kind !== EvidenceKind.HUMAN_CORRECTION || entry.weight !== 1) return entry;
        const failure = entries.find(
          ({ kind, stepNum }) => kind === EvidenceKind.STEP_FAILURE && stepNum === entry.stepNum,
        );
        return failure && !isOpen(failure) ? { ...entry, weight: failure.weight } : entry;
      })
      .reduce(move, initial);
  };
  const batches = play(drawn, ({ what, positive, pick, share: part }, id, { at }) => {
    const before = trust;
    const open = entries.filter(({ kind, retractedBy }) => kind !== EvidenceKind.RETRACTION && retractedBy === null);
    const wrong = what === 'retract' ? open[pick % open.length] : undefined;
    if (what === 'retract' && !wrong) return undefined;
    const uncorrected = open.filter(
      (entry) =>
        entry.kind === EvidenceKind.STEP_FAILURE &&
        entry.planId !== null &&
        !entries.some(({ kind, stepNum }) => kind === EvidenceKind.HUMAN_CORRECTION && stepNum === entry.stepNum),
    );
    const corrected = what === 'correct' ? uncorrected[pick % uncorrected.length] : undefined;
    let kind = positive ? EvidenceKind.STEP_SUCCESS : EvidenceKind.STEP_FAILURE;
    let share = part;
    let said = { positive, weight: positive ? 0.05 : pick % 5 === 0 ? 1 : 0.95 };
    // An outcome with share 1 weighs exactly as much as a report without a share.
    if (share !== null) said = { positive, weight: positive ? 0.05 * share : 0.95 ** share };
    let step: Pick<Kept, 'planId' | 'stepNum'> =
      share === null ? { planId: 'p', stepNum: entries.length } : { planId: null, stepNum: null };
    if (corrected) {
      kind = EvidenceKind.HUMAN_CORRECTION;
      share = null;
      said = { positive: false, weight: 1 };
      step = { planId: 'p', stepNum: corrected.stepNum };
    }
    if (wrong) {
      share = null;
      step = { planId: null, stepNum: null };
      kind = EvidenceKind.RETRACTION;
      const after = due(wrong);
      said =
        after < before
          ? { positive: false, weight: after / before }
          : { positive: true, weight: before < 1 ? (after - before) / (1 - before) : 0 };
      entries[entries.indexOf(wrong)] = { ...wrong, retractedBy: id };
      trust = after;
    } else {
      trust = move(before, said);
    }
    const moved = { trustBefore: before, trustAfter: trust };
    entries.push({
      ...UNSAID,
      id,
      kind,
      ...said,
      ...moved,
      ...step,
      at,
      appliedAt: at,
      sequence: entries.length,
      state: 'APPLIED',
      uses: 0,
      share,
    });
    const observation = wrong ? { kind, retracts: [wrong.id] } : { kind, ...said, ...step, share };
    return { observation: { ...observation, agent: null, comment: null }, answer: { applied: true, ...moved } };
  });
  return { initial, batches, entries, end: { trust, since: START } };
}

function laplaceHistory(drawn: Drawn): History {
  const entries: Kept[] = [];
  let trust = 0.5;
  const batches = play(drawn, ({ what, positive, share: part, pick }, id, { at }) => {
    const open = () => entries.filter((one) => one.kind !== EvidenceKind.RETRACTION && one.retractedBy === null);
    const wrong = what === 'retract' ? open()[pick % open().length] : undefined;
    if (what === 'retract' && !wrong) return undefined;
    const before = trust;
    const uses = open().filter(({ share }) => share === null).length;
    const kind = wrong ? EvidenceKind.RETRACTION : EvidenceKind.VALIDATION;
    const share = wrong ? null : part;
    if (wrong) entries[entries.indexOf(wrong)] = { ...wrong, retractedBy: id };
    entries.push({
      ...UNSAID,
      id,
      kind,
      positive,
      weight: share ?? 1,
      trustBefore: before,
      trustAfter: before,
      at,
      appliedAt: at,
      sequence: entries.length,
      state: 'APPLIED',
      uses,
      share,
    });
    const attempts = open().filter((one) => one.share === null);
    const shares = open().filter((one) => one.share !== null);
    const sum = (some: readonly Kept[]) => some.reduce((all, one) => all + one.share!, 0);
    trust =
      (attempts.filter((one) => one.positive).length + sum(shares.filter((one) => one.positive)) + 1) /
      (attempts.length + sum(shares) + 2);
    const moved = { trustBefore: before, trustAfter: trust };
    const retraction = { ...moved, positive: trust >= before, weight: trust - before };
    entries[entries.length - 1] = { ...entries.at(-1)!, ...(wrong ? retraction : moved) };
    const observation = wrong ? { kind, retracts: [wrong.id] } : { kind, positive, share };
    return { observation: { ...observation, agent: null, comment: null }, answer: { applied: true, ...moved } };
  });
  return { initial: 0.5, batches, entries, end: { trust, since: START } };
}

type Rules = Pick<ConsensusConstants, 'of' | 'settledBy'> & Policy['constants'];
const SEED: Rules = { of: 'signals', settledBy: 'uses' };
const MEASURED: Rules = { of: 'voices', settledBy: 'voices' };
const OF_AGENTS: Rules = { of: 'agents', settledBy: 'never' };
const SETTLED_BY_AGENTS: Rules = { of: 'agents', settledBy: 'voices' };
const CONSENSUS = {
  decayPerMs: 0.05 / (30 * DAY_MS),
  windowMs: 7 * DAY_MS,
  threshold: 2,
  settled: 3,
  looked: 1_000,
  prune: 0.3,
};

interface Judged {
  readonly state: Kept['state'];
  /** The time from which it counts, and its effect then. */
  readonly from: Date | null;
  readonly trustBefore: number | null;
  readonly trustAfter: number | null;
}

/** Implements the rules literally: it reads the whole ledger each time and caches nothing. */
function judge(
  initial: number,
  entries: readonly Kept[],
  rules: Rules,
): { judged: Map<string, Judged>; end: Standing } {
  const judged = new Map<string, Judged>();
  let end: Standing = { trust: initial, since: START };
  const voiceOf = ({ agent, session }: Kept) => JSON.stringify(rules.of === 'agents' ? agent : [agent, session]);
  const stateOf = ({ id }: Kept) => judged.get(id)?.state;
  entries.forEach((entry, n) => {
    const { at, positive, weight, uses } = entry;
    const restored = entry.kind === EvidenceKind.RESTORED;
    const young = ({ at: told }: Entry) => told.getTime() >= at.getTime() - 7 * DAY_MS;
    const until = entries.slice(0, n + 1);
    // Each use is a context with a voice of its own.
    const movers = new Set(until.filter((one) => stateOf(one) === 'APPLIED' && isSignal(one)).map(voiceOf));
    judged.set(entry.id, { state: 'PENDING', from: null, trustBefore: null, trustAfter: null });
    if (!restored) {
      for (const late of until.filter((one) => stateOf(one) === 'PENDING' && !young(one))) {
        judged.set(late.id, { ...judged.get(late.id)!, state: 'EXPIRED' });
      }
    }
    const agreeing = until.filter((one) => young(one) && isSignal(one) && one.positive === positive);
    const others = rules.of === 'signals' ? agreeing.length : new Set(agreeing.map(voiceOf)).size;
    const settled = rules.settledBy !== 'never' && (rules.settledBy === 'uses' ? uses : uses + movers.size) >= 3;
    if (!restored && !settled && others < 2) return;
    let trust = Math.max(0, end.trust - CONSENSUS.decayPerMs * (at.getTime() - end.since.getTime()));
    for (const one of restored ? [entry] : agreeing.filter((other) => stateOf(other) === 'PENDING')) {
      const next = restored ? Math.max(trust, weight) : Math.min(1, Math.max(0, trust + one.weight));
      judged.set(one.id, { state: 'APPLIED', from: at, trustBefore: trust, trustAfter: next });
      trust = next;
    }
    end = { trust, since: at };
  });
  return { judged, end };
}

function consensusHistory(initial: number, drawn: Drawn, rules: Rules): History {
  let entries: Kept[] = [];
  let end: Standing = { trust: initial, since: START };
  let last = START.getTime();
  const trustAt = ({ trust, since }: Standing, at: Date) =>
    Math.max(0, trust - CONSENSUS.decayPerMs * (at.getTime() - since.getTime()));
  const open = () => entries.filter((one) => one.kind !== EvidenceKind.RETRACTION && one.retractedBy === null);
  const batches = play(drawn, ({ what, positive, pick, share: part, agent, session }, id, { now }, uses) => {
    const wrong = what === 'retract' ? open()[pick % open().length] : undefined;
    if (what === 'retract' && !wrong) return undefined;
    last = Math.max(now.getTime(), last + 1);
    const at = new Date(last);
    const before = trustAt(end, at);
    const restored = what === 'restore';
    const share = restored || wrong ? null : part;
    const kind = wrong ? EvidenceKind.RETRACTION : restored ? EvidenceKind.RESTORED : EvidenceKind.TASK_COMPLETION;
    const sign = restored || positive;
    const weight = restored ? 0.5 : [0.3, 0.1, 0.2][pick % 3]! * (positive ? 1 : -1) * (share ?? 1);
    const own: Kept = {
      ...UNSAID,
      id,
      kind,
      positive: sign,
      weight,
      at,
      appliedAt: null,
      sequence: entries.length,
      state: 'PENDING',
      uses,
      givenTo: rules.settledBy === 'voices' && !wrong ? givenTo(uses) : null,
      trustBefore: null,
      trustAfter: null,
      share,
      ...(wrong ? {} : { agent, session }),
    };
    if (wrong) entries[entries.indexOf(wrong)] = { ...wrong, retractedBy: id };
    entries.push(own);
    const { judged, end: next } = judge(initial, open(), rules);
    end = next;
    // The first effect of an entry stays; its present effect is stored beside it.
    entries = entries.map((entry) => {
      const found = judged.get(entry.id);
      if (!found) return entry;
      const first = entry.appliedAt === null && found.from ? { ...found, appliedAt: found.from } : entry;
      const { appliedAt, trustBefore, trustAfter } = first;
      const countedAt = found.from?.getTime() === appliedAt?.getTime() ? null : found.from;
      const changed = { appliedAt, trustBefore, trustAfter, state: found.state, countedAt };
      // Most entries are unchanged. Copying them all, again and again, would be slow for 10,000 histories.
      const same =
        entry.appliedAt === appliedAt &&
        entry.trustBefore === trustBefore &&
        entry.trustAfter === trustAfter &&
        entry.state === found.state &&
        entry.countedAt === countedAt;
      return same ? entry : { ...entry, ...changed };
    });
    const after = trustAt(end, at);
    if (wrong) {
      const retraction = { positive: after >= before, weight: after - before, trustBefore: before, trustAfter: after };
      entries[entries.length - 1] = { ...own, ...retraction, state: 'APPLIED', appliedAt: at };
    }
    const applied = wrong !== undefined || judged.get(id)?.state === 'APPLIED';
    const observation = wrong
      ? { kind, retracts: [wrong.id], agent: null, session: null }
      : { kind, positive: sign, weight, share, agent, session };
    return {
      observation: { ...observation, comment: null },
      answer: { applied, trustBefore: before, trustAfter: applied ? after : before },
    };
  });
  return { initial, batches, entries, end };
}

/** Each use is a context of another voice. An entry keeps no more voices than settle a node. */
export function givenTo(uses: number): string[] {
  return Array.from({ length: Math.min(uses, CONSENSUS.settled) }, (_, n) => `user ${n}\n`);
}

function isSignal({ kind }: Entry): boolean {
  return kind !== EvidenceKind.RESTORED;
}

function consensusOf(rules: Rules): Ruled {
  return {
    policy: consensusPolicy({ ...CONSENSUS, ...rules }, listTrustSamples),
    histories: fc
      .tuple(
        share(0),
        batchesOf(
          stepOf('observe', 'observe', 'observe', 'observe', 'retract', 'retract', 'restore', 'repeat', 'conflict'),
        ),
      )
      .map(([initial, drawn]) => consensusHistory(initial, drawn, rules)),
  };
}

const share = (min: number) => fc.double({ min, max: 1, noNaN: true });

type Kind =
  'factor' | 'consensus' | 'consensus of voices' | 'consensus of agents' | 'consensus settled by agents' | 'laplace';

export const RULED: Readonly<Record<Kind, Ruled>> = {
  factor: {
    policy: factorPolicy(FACTOR),
    histories: fc
      .tuple(
        share(0.5),
        batchesOf(stepOf('observe', 'observe', 'observe', 'correct', 'retract', 'retract', 'repeat', 'conflict')),
      )
      .map(([initial, drawn]) => factorHistory(initial, drawn)),
  },
  consensus: consensusOf(SEED),
  'consensus of voices': consensusOf(MEASURED),
  'consensus of agents': consensusOf(OF_AGENTS),
  'consensus settled by agents': consensusOf(SETTLED_BY_AGENTS),
  laplace: {
    policy: laplacePolicy({ priorSuccesses: 1, priorAttempts: 2 }),
    histories: batchesOf(stepOf('observe', 'observe', 'retract', 'repeat', 'conflict')).map(laplaceHistory),
  },
};
