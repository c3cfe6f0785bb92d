import { repeatableStatement, writeStatement } from './statement.js';

/** Identifies one acquisition of a lease. */
export interface LeaseKey {
  readonly name: string;
  readonly owner: string;
  /**
   * Number that increases with every owner of the lease. A write of an owner whose lease has expired is recognized by
   * its old token.
   */
  readonly token: number;
}

export const acquireLease = writeStatement<{ name: string; owner: string; now: Date; until: Date }, { token: number }>(
  'graph/acquire-lease',
);

export const renewLease = repeatableStatement<LeaseKey & { until: Date }, { token: number }>('graph/renew-lease');

export const releaseLease = repeatableStatement<LeaseKey, object>('graph/release-lease');
