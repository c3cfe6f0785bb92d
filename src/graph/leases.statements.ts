import { writeStatement } from './statement.js';

/** Identifies one holding of a lease. */
export interface LeaseKey {
  readonly name: string;
  readonly owner: string;
  /** Grows with every owner: what an owner writes after its lease ran out names an old one. */
  readonly token: number;
}

export const acquireLease = writeStatement<{ name: string; owner: string; now: Date; until: Date }, { token: number }>(
  'graph/acquire-lease',
);

export const renewLease = writeStatement<LeaseKey & { until: Date }, { token: number }>('graph/renew-lease');

export const releaseLease = writeStatement<LeaseKey, object>('graph/release-lease');
