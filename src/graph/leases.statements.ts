import type { LeaseKey } from './leases.js';
import { writeStatement } from './statement.js';

export const acquireLease = writeStatement<{ name: string; owner: string; now: Date; until: Date }, { token: number }>(
  'graph/acquire-lease',
);

export const renewLease = writeStatement<LeaseKey & { until: Date }, { token: number }>('graph/renew-lease');

export const releaseLease = writeStatement<LeaseKey, object>('graph/release-lease');
