import { readStatement } from '../graph/statement.js';
import type { Evidence, EvidenceKind, ObservedEvidence, TrustPoint } from './evidence.model.js';
import type { Entry } from './policy.js';

interface Refs {
  readonly namespace: string;
  readonly refs: readonly string[];
}

export const listEvidence = readStatement<
  Refs & { afterSequence: number | null; limit: number; expired: Date },
  { ref: string; evidence: Evidence }
>('evidence/list-evidence');

/** Filter for the observations of a namespace; null accepts any value. */
export interface ObservationFilter {
  readonly agent: string | null;
  readonly session: string | null;
  /** Kinds of observations; empty for all kinds. */
  readonly kinds: readonly EvidenceKind[];
}

export const listObservations = readStatement<
  {
    namespace: string;
    since: Date;
    to: Date;
    limit: number;
    page: ObservationFilter & { readonly beforeId: string };
    expired: Date;
  },
  ObservedEvidence
>('evidence/list-observations');

export const countEvidence = readStatement<Refs, { ref: string; total: number }>('evidence/count-evidence');

export const listTrustPoints = readStatement<Refs & { limit: number }, { ref: string; points: TrustPoint[] }>(
  'evidence/list-trust-points',
);

export const listTrustCurve = readStatement<Refs & { intervals: number }, { ref: string; points: TrustPoint[] }>(
  'evidence/list-trust-curve',
);

export const listInitialTrust = readStatement<Refs, { ref: string; trust: number; at: Date }>(
  'evidence/list-initial-trust',
);

/** An observation that changed the trust of a node. */
export interface AppliedEvidence {
  readonly ref: string;
  readonly kind: string;
  readonly id: string;
  readonly facets: readonly string[];
  readonly evidence: Evidence & { readonly appliedAt: Date; readonly trustBefore: number; readonly trustAfter: number };
}

export const listChanges = readStatement<{ namespace: string; since: Date; limit: number }, AppliedEvidence>(
  'evidence/list-changes',
);

/** A plan, a task or a receipt; exactly one of the three ids is set. */
export interface OriginWork {
  /** Prefix of the ids of the entries that the work produced. */
  readonly prefix: string;
  readonly planId: string | null;
  readonly taskId: string | null;
  readonly receiptId: string | null;
}

export const listEntriesOf = readStatement<
  Refs & { sessions: readonly string[]; works: readonly OriginWork[] },
  { ref: string; entryIds: readonly string[]; learningIds: readonly string[] }
>('evidence/list-entries-of');

export const listLedgers = readStatement<Refs & { limit: number }, { ref: string; entry: Entry }>(
  'evidence/list-ledgers',
);
