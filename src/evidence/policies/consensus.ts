import { compare } from '../../common/text.js';
import { EvidenceKind } from '../evidence.model.js';
import { type ConsensusConstants, recordConsensus } from '../ledger.statements.js';
import { constantsOf, type Entry, isOut, markOf, NOTHING, type Policy, type Standing } from '../policy.js';
import { decideAgain } from './consensus-decision.js';

/** A signal that counts from a moment on. */
type Counted = Entry & { readonly from: Date };

/**
 * A sum that decays: a signal of weight w makes a trust of c clamp(c + w), and what is RESTORED has at least its weight;
 * between them the trust decays. Signals wait until enough voices agree; what waits, or has waited too long, moves nothing.
 * Where agents are weighed, the weight of an entry is what it counted with then. Without some of the entries, the consensus of
 * the others is decided again; what agents weighed, and what was decided of them, stays.
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
    mark: markOf('consensus', constants.agentWeight === 'none' ? withoutWeighing(constants) : constants),
    statement: recordConsensus,
    constants,
    samples,
    fold: (initial, entries, without = NOTHING) => {
      const kept = entries.filter((entry) => !isOut(entry, without));
      // What is stored says what was decided last.
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

/** As entries have kept them from before agents could be weighed. */
function withoutWeighing(constants: Policy['constants']): Policy['constants'] {
  return Object.fromEntries(Object.entries(constants).filter(([name]) => !WEIGHING.has(name)));
}

const WEIGHING = new Set(['agentWeight', 'agentFloor', 'verdicts']);

/** The trust at a moment, in [0,1]. */
export function decayedTrust({ trust, since }: Standing, at: Date, decayPerMs: number): number {
  return Math.max(0, trust - decayPerMs * Math.max(0, at.getTime() - since.getTime()));
}

/** The signal as it counts by what is stored; nothing where it does not. */
function storedDecision(entry: Entry): Counted[] {
  const from = entry.countedAt ?? entry.appliedAt;
  return from && (entry.state ?? 'APPLIED') === 'APPLIED' ? [{ ...entry, from }] : [];
}

function decidedEntry({ entry, countedAt }: { entry: Entry; countedAt: Date | null }): Counted[] {
  return countedAt ? [{ ...entry, from: countedAt }] : [];
}

/** The decay since the entry before is that of this one's constants, as the statement that recorded it reckoned. */
function moved(standing: Standing, entry: Counted, assumed: ConsensusConstants): Standing {
  const { kind, weight, from } = entry;
  const before = decayedTrust(standing, from, constantsOf(entry, assumed).decayPerMs);
  const trust = kind === EvidenceKind.RESTORED ? Math.max(before, weight) : Math.min(1, Math.max(0, before + weight));
  return { trust, since: from };
}
