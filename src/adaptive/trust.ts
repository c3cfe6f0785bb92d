import { laplacePolicy } from '../evidence/policies/laplace.js';
import type { Credit } from '../knowledge/kind.js';
import { PRIOR } from './actions.js';

/** Trust of a strategy that was never tried. */
export const UNTRIED_TRUST = PRIOR.priorSuccesses / PRIOR.priorAttempts;

/** Policy by which attempts change the trust of a strategy, in (0,1). */
export const strategyTrust = laplacePolicy(PRIOR);

/** The outcome of a context counts as a fraction of an attempt, equal to the strategy's share in that context. */
export const strategyCredit: Credit = { onlyNamed: false, weigh: (share) => share };
