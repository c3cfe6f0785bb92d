import type { EvidenceKind } from '../evidence/evidence.model.js';
import { readStatement } from '../graph/statement.js';
import type { KnowledgeKind } from '../knowledge/knowledge.model.js';
import type { RetractedTrust } from './corrections.model.js';

interface Key {
  readonly namespace: string;
  readonly id: string;
}

/** An entry of a ledger. */
export interface FoundObservation {
  readonly ref: string;
  readonly kind: KnowledgeKind;
  readonly observed: EvidenceKind;
  readonly retractedBy: string | null;
  readonly learningId: string | null;
  readonly planId: string | null;
  readonly stepNum: number | null;
  readonly receiptId: string | null;
  readonly share: number | null;
}

export const findObservation = readStatement<Key, FoundObservation>('corrections/find-observation');

export const listRetractions = readStatement<
  { namespace: string; ids: readonly string[] },
  RetractedTrust & { readonly at: Date; readonly reason: string | null }
>('corrections/list-retractions');

export const findTaught = readStatement<
  Key,
  {
    readonly ref: string;
    readonly stands: boolean;
    readonly resolvedInto: string | null;
    readonly entries: readonly {
      readonly id: string;
      readonly observed: EvidenceKind;
      readonly planId: string | null;
      readonly stepNum: number | null;
    }[];
  }
>('corrections/find-taught');
