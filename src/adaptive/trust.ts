import { laplacePolicy } from '../evidence/policies/laplace.js';
import type { Credit } from '../knowledge/kind.js';
import { listTrustSamples } from './adaptive.statements.js';

/** One success of two attempts is assumed: 1 of 1 does not outrank 95 of 100. */
const PRIOR = { priorSuccesses: 1, priorAttempts: 2 } as const;

/** Of a strategy that was never tried. */
export const UNTRIED_TRUST = PRIOR.priorSuccesses / PRIOR.priorAttempts;

/** What attempts do to the trust of a strategy, in (0,1). */
export const strategyTrust = laplacePolicy(PRIOR, listTrustSamples);

/** An outcome of a context weighs as much as its share, whether it succeeded or failed. */
export const strategyCredit: Credit = { onlyNamed: false, weigh: (share) => share };
