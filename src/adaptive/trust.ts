import { laplacePolicy } from '../evidence/policies/laplace.js';

/** How often an action was tried for a kind of request, and how often it succeeded. */
export interface Tries {
  readonly successes: number;
  readonly attempts: number;
}

/** Prior of one success in two attempts, so that 1 of 1 (0.67) does not outrank 95 of 100 (0.94). */
export const PRIOR = { priorSuccesses: 1, priorAttempts: 2 } as const;

/** Trust of an action: the posterior mean under a uniform prior; 0.5 if it was never tried. */
export function trustOf({ successes, attempts }: Tries): number {
  return (successes + PRIOR.priorSuccesses) / (attempts + PRIOR.priorAttempts);
}

export const UNTRIED_TRUST = trustOf({ successes: 0, attempts: 0 });

/** Policy by which attempts change the trust of a strategy, in (0,1). */
export const strategyTrust = laplacePolicy(PRIOR);
