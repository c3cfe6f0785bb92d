import { EvidenceKind } from '../evidence.model.js';
import type { ConsensusConstants } from '../ledger.statements.js';
import { bySequence, constantsOf, type Decision, type Entry } from '../policy.js';

// The consensus of signals, decided again from what each entry keeps: its time, its sign, whose voice it is, how often the node
// had been used then and who had been given it. The same rules as those of `evidence/record-consensus`, which decides one signal
// at a time. Weights of agents are those that the entries counted with.

interface Decided extends Omit<Decision, 'id'> {
  readonly entry: Entry;
}

/** What a node keeps of signals of one sign: moments and voices, the latest first, no more than the threshold asks for. */
interface Heard {
  readonly moments: readonly Date[];
  readonly voices: readonly { readonly voice: string; readonly at: Date }[];
}

/** Decisions of a consensus after a retraction, computed anew from what remains. */
export interface DecidedAgain {
  readonly decisions: readonly Decided[];
  /** Properties by which `evidence/record-consensus` decides the next signal. */
  readonly properties: Readonly<Record<string, unknown>>;
}

/** @param entries those that are to count, in any order */
export function decideAgain(entries: readonly Entry[], assumed: ConsensusConstants): DecidedAgain {
  const decided = new Map<string, Decided>();
  let waiting: Entry[] = [];
  /** Voices that had a part in moving the node, and those that settled it: once settled it stays so. */
  const movers: Entry[] = [];
  let settledVoices: readonly string[] | null = null;
  let [supported, opposed]: [Heard, Heard] = [SILENCE, SILENCE];
  const apply = (entry: Entry, countedAt: Date) => {
    decided.set(entry.id, { entry, state: 'APPLIED', countedAt });
    if (isSignal(entry)) movers.push(entry);
  };
  for (const entry of entries.toSorted(bySequence)) {
    const constants = constantsThen(entry, assumed);
    settledVoices ??= settlersOf(entry, movers, constants);
    if (!isSignal(entry)) {
      apply(entry, entry.at);
      continue;
    }
    const horizon = entry.at.getTime() - constants.windowMs;
    for (const late of waiting.filter(({ at }) => at.getTime() < horizon)) {
      decided.set(late.id, { entry: late, state: 'EXPIRED', countedAt: null });
    }
    waiting = waiting.filter(({ at }) => at.getTime() >= horizon);
    const heard = entry.positive ? supported : opposed;
    const { agreeing, now } = hear(heard, entry, horizon, constants);
    if (entry.positive) supported = now;
    else opposed = now;
    if (!isSettled(entry, settledVoices !== null, constants) && agreeing < constants.threshold) {
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
      settledVoices,
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
  const voice = voiceOf(entry, 'voices');
  const speakers = heard.voices.map((other) => speakerOf(other.voice, of));
  const recent = heard.moments.filter((at) => at.getTime() >= horizon);
  // Each once: sessions of one agent may have been kept before agents were counted.
  const others = heard.voices.filter(
    (other, n) =>
      speakers[n] !== speakerOf(voice, of) &&
      other.at.getTime() >= horizon &&
      !speakers.slice(0, n).includes(speakers[n] ?? ''),
  );
  const now: Heard = {
    moments: [entry.at, ...recent].slice(0, threshold),
    voices: [{ voice, at: entry.at }, ...others].slice(0, threshold),
  };
  return { agreeing: 1 + (of === 'signals' ? recent.length : others.length), now };
}

/** Who says it: an agent in a session, or, where agents are counted, an agent whatever its session. */
function voiceOf({ agent, session }: Entry, of: ConsensusConstants['of']): string {
  return `${agent ?? ''}\n${of === 'agents' ? '' : (session ?? '')}`;
}

function speakerOf(voice: string, of: ConsensusConstants['of']): string | undefined {
  return of === 'agents' ? voice.split('\n')[0] : voice;
}

/** Voices that settle the node when an entry comes; null where they are too few, or settle nothing. */
function settlersOf(
  { givenTo = null }: Entry,
  movers: readonly Entry[],
  { of, settled, settledBy }: ConsensusConstants,
): readonly string[] | null {
  if (settledBy !== 'voices' || givenTo === null) return null;
  const settlers = new Set(givenTo);
  for (const mover of movers) {
    if (settlers.size >= settled) break;
    settlers.add(voiceOf(mover, of));
  }
  return settlers.size >= settled ? [...settlers].slice(0, settled) : null;
}

/** @param bySettlers enough voices had been given the node by then, or had moved it */
function isSettled(entry: Entry, bySettlers: boolean, { settled, settledBy }: ConsensusConstants): boolean {
  const { uses = null, givenTo = null, firstApplied } = entry;
  if (settledBy === 'never') return false;
  // Entries from before do not say who had been given their node, those of 0.1 not even how often it had been used. What
  // counted at once counts as settled: the reading that changes least of what people have seen.
  if (settledBy === 'uses' ? uses === null : givenTo === null) return firstApplied === true;
  return settledBy === 'uses' ? Number(uses) >= settled : bySettlers;
}

/** Entries of 0.1 keep no constants: signals were counted then, and uses settled. */
function constantsThen(entry: Entry, assumed: ConsensusConstants): ConsensusConstants {
  return constantsOf(entry, entry.policyConstants ? assumed : { ...assumed, of: 'signals', settledBy: 'uses' });
}

function isSignal({ kind }: Entry): boolean {
  return kind !== EvidenceKind.RESTORED;
}
