import fc from 'fast-check';
import { EvidenceKind } from '../../src/evidence/evidence.model.js';
import type { ConsensusConstants, LedgerAnswer, Observation } from '../../src/evidence/ledger.statements.js';
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
  readonly share: number | null;
  /** What the word of its agent counted, where agents are weighed. */
  readonly agentWeight: number | null;
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
  /** Of an outcome of a context; null of what was observed of the node alone. */
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
  const batches = play(drawn, ({ what, positive, pick, share: part }, id, at) => {
    const before = trust;
    const open = entries.filter(({ kind, retractedBy }) => kind !== EvidenceKind.RETRACTION && retractedBy === null);
    const wrong = what === 'retract' ? open[pick % open.length] : undefined;
    let kind = positive ? EvidenceKind.STEP_SUCCESS : EvidenceKind.STEP_FAILURE;
    let share = part;
    let said = { positive, weight: positive ? 0.05 : pick % 5 === 0 ? 1 : 0.95 };
    // By a share of all, exactly what a report that has none weighs.
    if (share !== null) said = { positive, weight: positive ? 0.05 * share : 0.95 ** share };
    if (wrong) {
      share = null;
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
      share,
      agentWeight: null,
    });
    const observation = wrong ? { kind, retracts: [wrong.id] } : { kind, ...said, share };
    return { observation: { ...observation, agent: null, comment: null }, answer: { applied: true, ...moved } };
  });
  return { initial, batches, entries, end: { trust, since: START } };
}

function laplaceHistory(drawn: Drawn): History {
  const entries: Kept[] = [];
  let [attempts, successes, credited, creditedSuccesses, trust] = [0, 0, 0, 0, 0.5];
  const batches = play(drawn, ({ positive, share }, id, at) => {
    const before = trust;
    const uses = attempts;
    if (share === null) {
      attempts += 1;
      successes += positive ? 1 : 0;
    } else {
      credited += share;
      creditedSuccesses += positive ? share : 0;
    }
    trust = (successes + creditedSuccesses + 1) / (attempts + credited + 2);
    const kind = EvidenceKind.VALIDATION;
    const moved = { trustBefore: before, trustAfter: trust };
    entries.push({
      id,
      kind,
      positive,
      weight: share ?? 1,
      ...moved,
      at,
      appliedAt: at,
      sequence: entries.length,
      state: 'APPLIED',
      uses,
      retractedBy: null,
      share,
      agentWeight: null,
    });
    return { observation: { kind, positive, share, agent: null, comment: null }, answer: { applied: true, ...moved } };
  });
  return { initial: 0.5, batches, entries, end: { trust, since: START } };
}

type Rules = Pick<ConsensusConstants, 'of' | 'settledBy' | 'agentWeight'> & Policy['constants'];
const SEED: Rules = { of: 'signals', settledBy: 'uses', agentWeight: 'none' };
const MEASURED: Rules = { of: 'voices', settledBy: 'voices', agentWeight: 'none' };
const OF_AGENTS: Rules = { of: 'agents', settledBy: 'never', agentWeight: 'none' };
const WEIGHED: Rules = { of: 'voices', settledBy: 'voices', agentWeight: 'agreement' };
/** So few verdicts that some are forgotten. */
const WEIGHING = { agentFloor: 0.3, verdicts: 3 };
const CONSENSUS = {
  decayPerMs: 0.05 / (30 * DAY_MS),
  windowMs: 7 * DAY_MS,
  threshold: 2,
  settled: 3,
  looked: 1_000,
  prune: 0.3,
};

/** The rules as they are said: over the whole ledger each time, nothing kept beside it. */
function consensusHistory(initial: number, drawn: Drawn, rules: Rules): History {
  type Weighed = Kept & { readonly voice: string; readonly agent: string | null };
  const entries: Weighed[] = [];
  /** What others decided of each agent, oldest first; and what nobody has decided yet. */
  const verdicts: { readonly agent: string; readonly agreed: boolean }[] = [];
  let undecided: Weighed[] = [];
  const weightOf = (agent: string | null): number => {
    const last = verdicts.filter((one) => agent !== null && one.agent === agent).slice(-WEIGHING.verdicts);
    return Math.max(WEIGHING.agentFloor, (last.filter(({ agreed }) => agreed).length + 1) / (last.length + 2));
  };
  let end: Standing = { trust: initial, since: START };
  let last = START.getTime();
  const batches = play(drawn, ({ what, positive, pick, share: part, agent, session }, id, now, uses) => {
    const moment = Math.max(now.getTime(), last + 1);
    last = moment;
    const at = new Date(moment);
    const before = Math.max(0, end.trust - CONSENSUS.decayPerMs * (moment - end.since.getTime()));
    const restored = what === 'restore';
    const kind = restored ? EvidenceKind.RESTORED : EvidenceKind.TASK_COMPLETION;
    const sign = restored || positive;
    const share = restored ? null : part;
    const told = restored ? 0.5 : [0.3, 0.1, 0.2][pick % 3]! * (positive ? 1 : -1) * (share ?? 1);
    const agentWeight = rules.agentWeight === 'none' || restored ? null : weightOf(agent);
    const weight = agentWeight === null ? told : told * agentWeight;
    const voice = JSON.stringify(rules.of === 'agents' ? agent : [agent, session]);
    const young = ({ at: told }: Entry) => told.getTime() >= moment - 7 * DAY_MS;
    const own = {
      id,
      kind,
      positive: sign,
      weight,
      at,
      appliedAt: null,
      sequence: entries.length,
      state: 'PENDING' as const,
      uses,
      trustBefore: null,
      trustAfter: null,
      retractedBy: null,
      share,
      agentWeight,
      voice,
      agent,
    };
    if (!restored) {
      entries.forEach((entry, n) => {
        if (entry.state === 'PENDING' && !young(entry)) entries[n] = { ...entry, state: 'EXPIRED' };
      });
    }
    // Each use is a context of a voice of its own.
    const movers = new Set(
      entries.filter((entry) => entry.state === 'APPLIED' && isSignal(entry)).map((entry) => entry.voice),
    );
    entries.push(own);
    const agreeing = entries.filter(
      (entry) => young(entry) && entry.kind !== EvidenceKind.RESTORED && entry.positive === positive,
    );
    const others = rules.of === 'signals' ? agreeing.length : new Set(agreeing.map((entry) => entry.voice)).size;
    const settled = rules.settledBy !== 'never' && (rules.settledBy === 'uses' ? uses : uses + movers.size) >= 3;
    const applied = restored || settled || others >= 2;
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
    if (agentWeight !== null && agent !== null) {
      undecided = undecided.filter((one) => young(one) && one.agent !== agent);
      for (const one of applied ? undecided.filter((other) => other.agentWeight! <= agentWeight) : []) {
        verdicts.push({ agent: one.agent!, agreed: one.positive === positive });
        undecided = undecided.filter((other) => other !== one);
      }
      undecided.push(own);
    }
    return {
      observation: { kind, positive: sign, weight: told, share, agent, session, comment: null },
      answer: { applied, trustBefore: before, trustAfter: trust },
    };
  });
  return { initial, batches, entries: entries.map(({ voice: _, agent: __, ...entry }) => entry), end };
}

function isSignal({ kind }: Entry): boolean {
  return kind !== EvidenceKind.RESTORED;
}

function consensusOf(rules: Rules): Ruled {
  return {
    policy: consensusPolicy({ ...CONSENSUS, ...WEIGHING, ...rules }, noSamples),
    histories: fc
      .tuple(share(0), batchesOf(stepOf('observe', 'observe', 'observe', 'observe', 'restore', 'repeat', 'conflict')))
      .map(([initial, drawn]) => consensusHistory(initial, drawn, rules)),
  };
}

const share = (min: number) => fc.double({ min, max: 1, noNaN: true });

type Kind =
  'factor' | 'consensus' | 'consensus of voices' | 'consensus of agents' | 'consensus of weighed agents' | 'laplace';

export const RULED: Readonly<Record<Kind, Ruled>> = {
  factor: {
    policy: factorPolicy(FACTOR, noSamples),
    histories: fc
      .tuple(share(0.5), batchesOf(stepOf('observe', 'observe', 'observe', 'retract', 'repeat', 'conflict')))
      .map(([initial, drawn]) => factorHistory(initial, drawn)),
  },
  consensus: consensusOf(SEED),
  'consensus of voices': consensusOf(MEASURED),
  'consensus of agents': consensusOf(OF_AGENTS),
  'consensus of weighed agents': consensusOf(WEIGHED),
  laplace: {
    policy: laplacePolicy({ priorSuccesses: 1, priorAttempts: 2 }, noSamples),
    histories: batchesOf(stepOf('observe', 'observe', 'repeat', 'conflict')).map(laplaceHistory),
  },
};
