import { compare } from '../../common/text.js';
import { EvidenceKind } from '../evidence.model.js';
import { type ConsensusConstants, recordConsensus } from '../ledger.statements.js';
import { constantsOf, type Entry, isOut, markOf, NOTHING, type Policy, type Standing } from '../policy.js';
import { decideAgain } from './consensus-decision.js';

export { voiceOf } from './consensus-decision.js';

/** A signal, with the time from which it counts. */
type Counted = Entry & { readonly from: Date };

/**
 * A decaying sum: a signal of weight w changes a trust c to clamp(c + w), and RESTORED raises it to at least its
 * weight; in between, the trust decays. Signals wait until enough voices agree; pending and expired signals change
 * nothing. If some entries are left out, the consensus on the others is decided again.
 */
export function consensusPolicy(
  constants: ConsensusConstants & Policy['constants'],
  samples: Policy['samples'],
): Policy {
  const foldOf = (initial: Standing, counted: readonly Counted[]) =>
    counted
      .toSorted((a, b) => a.from.getTime() - b.from.getTime() || a.at.getTime() - b.at.getTime() || compare(a.id, b.id))
      .reduce<Standing>((standing, entry) => moved(standing, entry, constants), initial);
  return {
    mark: markOf('consensus', constants),
    statement: recordConsensus,
    constants,
    samples,
    fold: (initial, entries, without = NOTHING) => {
      const kept = entries.filter((entry) => !isOut(entry, without));
      // If no entry is left out, the stored state is the latest decision.
      if (without.size === 0) return foldOf(initial, kept.flatMap(storedDecision));
      return foldOf(initial, decideAgain(kept, constants).decisions.flatMap(decidedEntry));
    },
    refold: (initial, entries, without) => {
      const kept = entries.filter((entry) => !isOut(entry, without));
      const { decisions, properties } = decideAgain(kept, constants);
      const counted = decisions.flatMap(decidedEntry);
      const signals = counted.filter(({ kind }) => kind !== EvidenceKind.RESTORED);
      const standing = foldOf(initial, counted);
      const { trust, since } = standing;
      return {
        standing,
        counted: new Map(signals.map(({ id, weight }) => [id, weight])),
        properties: {
          ...properties,
          decaysSince: since,
          pruneAt: new Date(
            since.getTime() + Math.max(0, Math.trunc((trust - constants.prune) / constants.decayPerMs)),
          ),
        },
        decided: decisions.flatMap(({ entry, state, countedAt }) => {
          const stored = storedDecision(entry)[0]?.from;
          return entry.state === state && stored?.getTime() === countedAt?.getTime()
            ? []
            : [{ id: entry.id, state, countedAt }];
        }),
      };
    },
  };
}

/** The trust at a moment, in [0,1]. */
export function decayedTrust({ trust, since }: Standing, at: Date, decayPerMs: number): number {
  return Math.max(0, trust - decayPerMs * Math.max(0, at.getTime() - since.getTime()));
}

/** The signal according to its stored state; empty if it does not count. */
function storedDecision(entry: Entry): Counted[] {
  const from = entry.countedAt ?? entry.appliedAt;
  return from && (entry.state ?? 'APPLIED') === 'APPLIED' ? [{ ...entry, from }] : [];
}

function decidedEntry({ entry, countedAt }: { entry: Entry; countedAt: Date | null }): Counted[] {
  return countedAt ? [{ ...entry, from: countedAt }] : [];
}

/**
 * The decay since the previous entry is computed with the constants of this entry, as in the statement that recorded
 * it.
 */
function moved(standing: Standing, entry: Counted, assumed: ConsensusConstants): Standing {
  const { kind, weight, from } = entry;
  const before = decayedTrust(standing, from, constantsOf(entry, assumed).decayPerMs);
  const trust = kind === EvidenceKind.RESTORED ? Math.max(before, weight) : Math.min(1, Math.max(0, before + weight));
  return { trust, since: from };
}
