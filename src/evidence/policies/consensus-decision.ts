import { EvidenceKind } from '../evidence.model.js';
import type { ConsensusConstants } from '../ledger.statements.js';
import { bySequence, constantsOf, type Decision, type Entry } from '../policy.js';

// Decides again whether there was consensus on signals. It uses the data stored with each entry: time, sign, voice,
// number of uses so far, and the voices that had received the node. The rules are the same as in
// `evidence/record-consensus`, which decides on one signal at a time. Agents keep the weights that their entries had.

interface Decided extends Omit<Decision, 'id'> {
  readonly entry: Entry;
}

/**
 * The state that a node stores about signals of one sign: their times and voices, latest first, limited to the number
 * that the threshold needs.
 */
interface Heard {
  readonly moments: readonly Date[];
  readonly voices: readonly { readonly voice: string; readonly at: Date }[];
}

/** Decisions of a consensus after a retraction, computed again from the remaining entries. */
export interface DecidedAgain {
  readonly decisions: readonly Decided[];
  /** Node properties from which `evidence/record-consensus` decides the next signal. */
  readonly properties: Readonly<Record<string, unknown>>;
}

/** @param entries the entries that may count, in any order */
export function decideAgain(entries: readonly Entry[], assumed: ConsensusConstants): DecidedAgain {
  const decided = new Map<string, Decided>();
  let waiting: Entry[] = [];
  /**
   * Entries of voices that helped to change the trust, and the voices that settled the node. A settled node remains
   * settled.
   */
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

/**
 * Counts the voices that agree with a signal, including the voice of the signal, and returns the new state for signals
 * of this sign.
 */
function hear(heard: Heard, entry: Entry, horizon: number, { of, threshold }: ConsensusConstants) {
  const voice = voiceOf(entry, 'voices');
  const speakers = heard.voices.map((other) => speakerOf(other.voice, of));
  const recent = heard.moments.filter((at) => at.getTime() >= horizon);
  // Each voice is counted once. Several sessions of one agent may be stored, if the unit of the threshold was changed
  // to agents later.
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

/** Key of the voice: agent and session, or only the agent if agents are counted. */
export function voiceOf({ agent, session }: Pick<Entry, 'agent' | 'session'>, of: ConsensusConstants['of']): string {
  return `${agent ?? ''}\n${of === 'agents' ? '' : (session ?? '')}`;
}

function speakerOf(voice: string, of: ConsensusConstants['of']): string | undefined {
  return of === 'agents' ? voice.split('\n')[0] : voice;
}

/**
 * Voices that settle the node when this entry arrives; null if there are too few voices, or if the node is not settled
 * by voices.
 */
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

/** @param bySettlers whether enough voices had received the node, or had changed its trust, before the entry */
function isSettled(entry: Entry, bySettlers: boolean, { settled, settledBy }: ConsensusConstants): boolean {
  const { uses = null, givenTo = null, firstApplied } = entry;
  if (settledBy === 'never') return false;
  // Older entries do not show who had received the node, and entries of version 0.1 do not show how often it had been
  // used. If such an entry counted immediately, its node is assumed to have been settled, so that as few known results
  // as possible change.
  if (settledBy === 'uses' ? uses === null : givenTo === null) return firstApplied === true;
  return settledBy === 'uses' ? Number(uses) >= settled : bySettlers;
}

/** Entries of version 0.1 store no constants. At that time, signals were counted, and uses settled a node. */
function constantsThen(entry: Entry, assumed: ConsensusConstants): ConsensusConstants {
  return constantsOf(entry, entry.policyConstants ? assumed : { ...assumed, of: 'signals', settledBy: 'uses' });
}

function isSignal({ kind }: Entry): boolean {
  return kind !== EvidenceKind.RESTORED;
}
