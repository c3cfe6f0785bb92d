import { compare } from '../../common/text.js';
import { EvidenceKind } from '../evidence.model.js';
import { type ConsensusConstants, recordConsensus } from '../ledger.statements.js';
import { constantsOf, type Entry, markOf, type Policy, type Standing } from '../policy.js';

/**
 * A sum that decays: a signal of weight w makes a trust of c clamp(c + w), and what is RESTORED has at least its weight;
 * between them the trust decays. Signals wait until enough voices agree; what waits, or has waited too long, moves nothing.
 * Where agents are weighed, the weight of an entry is what it counted with then.
 */
export function consensusPolicy(
  constants: ConsensusConstants & Policy['constants'],
  samples: Policy['samples'],
): Policy {
  return {
    mark: markOf('consensus', constants.agentWeight === 'none' ? withoutWeighing(constants) : constants),
    statement: recordConsensus,
    constants,
    samples,
    fold: (initial, entries) =>
      entries
        .flatMap((entry) => (entry.appliedAt ? [{ ...entry, appliedAt: entry.appliedAt }] : []))
        .sort(
          (a, b) =>
            a.appliedAt.getTime() - b.appliedAt.getTime() || a.at.getTime() - b.at.getTime() || compare(a.id, b.id),
        )
        .reduce<Standing>((standing, entry) => moved(standing, entry, constants), initial),
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

/** The decay since the entry before is that of this one's constants, as the statement that recorded it reckoned. */
function moved(standing: Standing, entry: Entry & { readonly appliedAt: Date }, assumed: ConsensusConstants): Standing {
  const { kind, weight, appliedAt } = entry;
  const before = decayedTrust(standing, appliedAt, constantsOf(entry, assumed).decayPerMs);
  const trust = kind === EvidenceKind.RESTORED ? Math.max(before, weight) : Math.min(1, Math.max(0, before + weight));
  return { trust, since: appliedAt };
}
