import type { Config } from '../config/config.js';
import { CONSENSUS_WINDOW_MS, EvidenceKind } from '../evidence/evidence.model.js';
import { consensusPolicy, decayedTrust } from '../evidence/policies/consensus.js';
import type { Policy, Standing } from '../evidence/policy.js';
import type { Credit } from '../knowledge/kind.js';
import { listTrustSamples } from './memories.statements.js';

const DAY_MS = 24 * 3_600_000;

/** How much each kind of signal raises or lowers a confidence (seed 003, "Signal Weights"). */
export const WEIGHTS = {
  [EvidenceKind.EXPLICIT_FEEDBACK]: { positive: 0.3, negative: -0.2 },
  [EvidenceKind.TASK_COMPLETION]: { positive: 0.1, negative: -0.05 },
  [EvidenceKind.CODE_STABILITY]: { positive: 0.2, negative: -0.15 },
} as const;

/** Kinds of feedback about a memory; each has a weight. */
export type Signal = keyof typeof WEIGHTS;

/** Confidence lost per millisecond: 0.05 in a month of 30 days (seed 003, WeightMonthlyDecay). */
export const DECAY_PER_MS = 0.05 / (30 * DAY_MS);

/**
 * Number of supporting voices (agents in a session) from which a memory counts as settled, so that a single signal
 * changes its confidence without a second voice. Seed 003 (RequiresConsensus) counts uses instead.
 */
const SETTLED_FROM = 3;

/**
 * Maximum number of contexts, and maximum number of ledger entries, that are searched for supporting voices at each
 * signal.
 */
const SETTLING_LOOKED_AT = 1_000;

/** Minimum confidence of a memory that is restored from the archive. */
export const RESTORED_CONFIDENCE = 0.5;

/** The confidence at a given time, after decay, in [0,1]. */
export function confidenceAt(kept: Standing, at: Date): number {
  return decayedTrust(kept, at, DECAY_PER_MS);
}

/** Defines how signals change the confidence of a memory, which stays in [0,1]. */
export function memoryTrust(settings: MemorySettings): Policy {
  const constants = {
    decayPerMs: DECAY_PER_MS,
    windowMs: CONSENSUS_WINDOW_MS,
    threshold: settings.MEMORY_CONSENSUS_THRESHOLD,
    of: settings.MEMORY_CONSENSUS_OF,
    settled: SETTLED_FROM,
    settledBy: settings.MEMORY_SETTLED_BY,
    looked: SETTLING_LOOKED_AT,
    prune: settings.MEMORY_PRUNE_THRESHOLD,
  };
  return consensusPolicy(constants, listTrustSamples);
}

type MemorySettings = Pick<
  Config,
  'MEMORY_CONSENSUS_THRESHOLD' | 'MEMORY_CONSENSUS_OF' | 'MEMORY_SETTLED_BY' | 'MEMORY_PRUNE_THRESHOLD'
>;

/**
 * The outcome of a context counts for each memory in it as a TASK_COMPLETION signal, whose weight is multiplied by
 * the memory's share of the credit.
 */
export const memoryCredit: Credit = {
  onlyNamed: false,
  weigh: (share, success) => share * WEIGHTS[EvidenceKind.TASK_COMPLETION][success ? 'positive' : 'negative'],
};
