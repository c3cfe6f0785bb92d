import { readStatement } from '../graph/statement.js';
import type { KnowledgeKind } from '../knowledge/knowledge.model.js';

export const countKnowledge = readStatement<
  { namespace: string; kinds: readonly KnowledgeKind[] },
  { readonly kind: KnowledgeKind; readonly count: number }
>('context/count-knowledge');

interface Works {
  readonly plans: readonly string[];
  readonly tasks: readonly string[];
  readonly receipts: readonly string[];
}

export const expandOrigins = readStatement<{ namespace: string } & Works, Works>('context/expand-origins');

export const findNextNamespace = readStatement<{ after: string }, { readonly namespace: string }>(
  'context/find-next-namespace',
);
