import type { Group } from '../common/caller.js';
import { readStatement, writeStatement } from '../graph/statement.js';
import type { KnowledgeKind } from '../knowledge/knowledge.model.js';
import type { Degradation } from '../search/degradation.model.js';

/** What a receipt keeps of the items it gave: lists of one length, best first. */
interface GivenItems {
  readonly kinds: readonly KnowledgeKind[];
  readonly ids: readonly string[];
  readonly scores: readonly number[];
  readonly trusts: readonly number[];
}

interface ReceiptFacts extends GivenItems {
  readonly id: string;
  readonly query: string;
  readonly at: Date;
  readonly text: string;
  /**
   * The text holds what only the team and project of the asker may read: what is known about an entity, or what was
   * told in a prompt.
   */
  readonly groupOnly: boolean;
  /** Why what was given was less than it would have been otherwise. */
  readonly degraded: readonly Degradation[];
}

export interface NewReceipt extends ReceiptFacts {
  readonly namespace: string;
  readonly agent: string | undefined;
  readonly team: string;
  readonly project: string;
  readonly refs: readonly string[];
}

export interface StoredReceipt extends ReceiptFacts, Group {
  readonly agent: string | null;
}

export const recordReceipts = writeStatement<
  { rows: readonly (NewReceipt & { readonly n: number })[] },
  { readonly n: number; readonly linked: number }
>('context/record-receipts');

export const findReceipt = readStatement<{ namespace: string; id: string }, { receipt: StoredReceipt }>(
  'context/find-receipt',
);

export const countKnowledge = readStatement<
  { namespace: string; kinds: readonly KnowledgeKind[] },
  { readonly kind: KnowledgeKind; readonly count: number }
>('context/count-knowledge');
