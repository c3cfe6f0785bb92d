import type { Config } from '../config/config.js';
import { CONSENSUS_WINDOW_MS, EvidenceKind } from '../evidence/evidence.model.js';
import { consensusPolicy, decayedTrust } from '../evidence/policies/consensus.js';
import type { Policy, Standing } from '../evidence/policy.js';
import type { Credit } from '../knowledge/kind.js';
import { listTrustSamples } from './memories.statements.js';

const DAY_MS = 24 * 3_600_000;

/** What a signal moves a confidence by (seed 003, "Signal Weights"). */
export const WEIGHTS = {
  [EvidenceKind.EXPLICIT_FEEDBACK]: { positive: 0.3, negative: -0.2 },
  [EvidenceKind.TASK_COMPLETION]: { positive: 0.1, negative: -0.05 },
  [EvidenceKind.CODE_STABILITY]: { positive: 0.2, negative: -0.15 },
} as const;

/** Feedback about a memory, each with its weight. */
export type Signal = keyof typeof WEIGHTS;

/** What a confidence loses in a millisecond: 0.05 a month of 30 days (seed 003, WeightMonthlyDecay). */
export const DECAY_PER_MS = 0.05 / (30 * DAY_MS);

/** From so many voices on a memory is settled, of uses under the seed, and one signal is enough (seed 003, RequiresConsensus). */
const SETTLED_FROM = 3;

/** Contexts, and entries of its ledger, among which the voices that settle a memory are looked for at each signal. */
const SETTLING_LOOKED_AT = 1_000;

/** Of an agent whom everybody contradicts: it may still come back. */
const AGENT_FLOOR = 0.1;
/** Decided signals that an agent is weighed by; older ones are forgotten. */
const AGENT_VERDICTS = 50;

/** What a memory has when it comes out of the archive, unless evidence has brought it higher. */
export const RESTORED_CONFIDENCE = 0.5;

/** The confidence at a moment, in [0,1]. */
export function confidenceAt(kept: Standing, at: Date): number {
  return decayedTrust(kept, at, DECAY_PER_MS);
}

/** What signals do to the confidence of a memory, in [0,1]. */
export function memoryTrust(settings: MemorySettings): Policy {
  const constants = {
    decayPerMs: DECAY_PER_MS,
    windowMs: CONSENSUS_WINDOW_MS,
    threshold: settings.MEMORY_CONSENSUS_THRESHOLD,
    of: settings.MEMORY_CONSENSUS_OF,
    settled: SETTLED_FROM,
    settledBy: settings.MEMORY_SETTLED_BY,
    looked: SETTLING_LOOKED_AT,
    agentWeight: settings.MEMORY_AGENT_WEIGHT,
    agentFloor: AGENT_FLOOR,
    verdicts: AGENT_VERDICTS,
    prune: settings.MEMORY_PRUNE_THRESHOLD,
  };
  return consensusPolicy(constants, listTrustSamples);
}

type MemorySettings = Pick<
  Config,
  | 'MEMORY_CONSENSUS_THRESHOLD'
  | 'MEMORY_CONSENSUS_OF'
  | 'MEMORY_SETTLED_BY'
  | 'MEMORY_AGENT_WEIGHT'
  | 'MEMORY_PRUNE_THRESHOLD'
>;

/** What an outcome of a context is to a memory: a signal that a task was completed, of the share's weight. */
export const memoryCredit: Credit = {
  onlyNamed: false,
  weigh: (share, success) => share * WEIGHTS[EvidenceKind.TASK_COMPLETION][success ? 'positive' : 'negative'],
};
