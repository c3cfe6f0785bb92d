import { readStatement } from '../graph/statement.js';
import type { Evidence, TrustPoint } from './evidence.model.js';

interface Refs {
  readonly namespace: string;
  readonly refs: readonly string[];
}

export const listEvidence = readStatement<
  Refs & { afterSequence: number | null; limit: number; expired: Date },
  { ref: string; evidence: Evidence }
>('evidence/list-evidence');

export const countEvidence = readStatement<Refs, { ref: string; total: number }>('evidence/count-evidence');

export const listTrustPoints = readStatement<Refs & { limit: number }, { ref: string; points: TrustPoint[] }>(
  'evidence/list-trust-points',
);

export const listInitialTrust = readStatement<Refs, { ref: string; trust: number; at: Date }>(
  'evidence/list-initial-trust',
);
