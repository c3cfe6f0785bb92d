import { EvidenceKind } from '../evidence.model.js';
import type { ConsensusConstants } from '../ledger.statements.js';
import { bySequence, constantsOf, type Decision, type Entry } from '../policy.js';

// The consensus of signals, decided again from what each entry keeps: its time, its sign, whose voice it is, and how settled
// the node was then. The same rules as those of `evidence/record-consensus`, which decides one signal at a time.

interface Decided extends Omit<Decision, 'id'> {
  readonly entry: Entry;
}

/** What a node keeps of signals of one sign: moments and voices, the latest first, no more than the threshold asks for. */
interface Heard {
  readonly moments: readonly Date[];
  readonly voices: readonly { readonly voice: string; readonly at: Date }[];
}

export interface DecidedAgain {
  readonly decisions: readonly Decided[];
  /** Properties by which `evidence/record-consensus` decides the next signal. */
  readonly properties: Readonly<Record<string, unknown>>;
}

/** @param entries those that are to count, in any order */
export function decideAgain(entries: readonly Entry[], assumed: ConsensusConstants): DecidedAgain {
  const decided = new Map<string, Decided>();
  let waiting: Entry[] = [];
  let agreed = 0;
  let [supported, opposed]: [Heard, Heard] = [SILENCE, SILENCE];
  const apply = (entry: Entry, countedAt: Date) => {
    decided.set(entry.id, { entry, state: 'APPLIED', countedAt });
    if (isSignal(entry) && (entry.share ?? null) === null) agreed++;
  };
  for (const entry of entries.toSorted(bySequence)) {
    if (!isSignal(entry)) {
      apply(entry, entry.at);
      continue;
    }
    const constants = constantsThen(entry, assumed);
    const horizon = entry.at.getTime() - constants.windowMs;
    for (const late of waiting.filter(({ at }) => at.getTime() < horizon)) {
      decided.set(late.id, { entry: late, state: 'EXPIRED', countedAt: null });
    }
    waiting = waiting.filter(({ at }) => at.getTime() >= horizon);
    const heard = entry.positive ? supported : opposed;
    const { agreeing, now } = hear(heard, entry, horizon, constants);
    if (entry.positive) supported = now;
    else opposed = now;
    if (!isSettled(entry, agreed, constants) && agreeing < constants.threshold) {
      decided.set(entry.id, { entry, state: 'PENDING', countedAt: null });
      waiting.push(entry);
      continue;
    }
    for (const joined of waiting.filter(({ positive }) => positive === entry.positive)) apply(joined, entry.at);
    waiting = waiting.filter(({ positive }) => positive !== entry.positive);
    apply(entry, entry.at);
  }
  return {
    decisions: [...decided.values()],
    properties: {
      agreedSignals: agreed,
      supportedAt: supported.moments,
      opposedAt: opposed.moments,
      voicesFor: supported.voices.map(({ voice }) => voice),
      voicesForAt: supported.voices.map(({ at }) => at),
      voicesAgainst: opposed.voices.map(({ voice }) => voice),
      voicesAgainstAt: opposed.voices.map(({ at }) => at),
    },
  };
}

const SILENCE: Heard = { moments: [], voices: [] };

/** How many agree with a signal, itself included, and what is heard of its sign from then on. */
function hear(heard: Heard, entry: Entry, horizon: number, { of, threshold }: ConsensusConstants) {
  const voice = `${entry.agent ?? ''}\n${entry.session ?? ''}`;
  const recent = heard.moments.filter((at) => at.getTime() >= horizon);
  const others = heard.voices.filter((other) => other.voice !== voice && other.at.getTime() >= horizon);
  const now: Heard = {
    moments: [entry.at, ...recent].slice(0, threshold),
    voices: [{ voice, at: entry.at }, ...others].slice(0, threshold),
  };
  return { agreeing: 1 + (of === 'signals' ? recent.length : others.length), now };
}

/** @param agreed signals that had moved the node by then, but for outcomes of contexts */
function isSettled(entry: Entry, agreed: number, { settled, settledBy }: ConsensusConstants): boolean {
  const { uses = null, contexts = null, firstApplied } = entry;
  // Entries of 0.1 do not say how often their node had been used: what counted at once counts as settled.
  if (uses === null) return firstApplied === true;
  return (settledBy === 'uses' ? uses : (contexts ?? uses) + agreed) >= settled;
}

/** Entries of 0.1 keep no constants: signals were counted then, and uses settled. */
function constantsThen(entry: Entry, assumed: ConsensusConstants): ConsensusConstants {
  return constantsOf(entry, entry.policyConstants ? assumed : { ...assumed, of: 'signals', settledBy: 'uses' });
}

function isSignal({ kind }: Entry): boolean {
  return kind !== EvidenceKind.RESTORED;
}
