import { readStatement } from '../graph/statement.js';

export const findWork = readStatement<
  { namespace: string; planId: string | null; taskId: string | null },
  {
    readonly planId: string | null;
    readonly taskId: string | null;
    /** The plan and those it recovers. */
    readonly planIds: readonly string[];
  }
>('outcomes/find-work');
