import { readStatement, writeStatement } from '../graph/statement.js';
import type { FacetGroups } from '../knowledge/facets.js';
import type { KnowledgeKind } from '../knowledge/knowledge.model.js';

export const findWork = readStatement<
  { namespace: string; planId: string | null; taskId: string | null },
  {
    readonly planId: string | null;
    readonly taskId: string | null;
    /** Ids of the plan and of those it recovers. */
    readonly planIds: readonly string[];
  }
>('outcomes/find-work');

interface Counts {
  readonly n: number;
  readonly successes: number;
}

/** Units of both comparisons. */
export interface Compared {
  readonly given: Counts;
  readonly notGiven: Counts;
  readonly before: Counts;
  readonly after: Counts;
  /** True if there are more units than were read. */
  readonly truncated: boolean;
}

interface Window {
  readonly namespace: string;
  readonly since: Date;
  readonly limit: number;
}

export const compareSteps = readStatement<
  Window & { readonly ref: string; readonly learningId: string | null },
  Compared
>('outcomes/compare-steps');

export const compareTaskSteps = readStatement<Window & { readonly id: string }, Compared>(
  'outcomes/compare-task-steps',
);

export const compareReceipts = readStatement<Window & { readonly kind: string; readonly id: string }, Compared>(
  'outcomes/compare-receipts',
);

interface MisleadingRow {
  readonly ref: string;
  readonly failed: number;
  readonly helped: number;
  readonly given: number;
  readonly lastFailedAt: Date;
}

export const listMisleading = readStatement<
  {
    readonly namespace: string;
    readonly since: Date;
    readonly expired: Date;
    readonly required: Readonly<Record<string, FacetGroups>>;
    readonly behind: { readonly failed: number | null; readonly ref: string };
    readonly scanned: number;
    readonly limit: number;
  },
  { readonly rows: readonly MisleadingRow[]; readonly total: number; readonly truncated: boolean }
>('outcomes/list-misleading');

export const listShares = readStatement<
  { namespace: string; receiptId: string; prefix: string },
  { readonly ref: string; readonly kind: KnowledgeKind; readonly id: string }
>('outcomes/list-shares');

/** A receipt whose outcome was removed; the last three are of the outcome removed last, null if none ever was. */
export interface ReleasedReceipt {
  readonly released: boolean;
  readonly revision: number | null;
  readonly at: Date | null;
  readonly reason: string | null;
}

export const releaseReceipt = writeStatement<
  { namespace: string; id: string; now: Date; reason: string },
  ReleasedReceipt
>('outcomes/release-receipt');

export const listCaptured = readStatement<
  { namespace: string; session: string },
  { readonly receiptIds: readonly string[] }
>('outcomes/list-captured');
