import { readStatement } from '../graph/statement.js';
import type { KnowledgeKind } from '../knowledge/knowledge.model.js';

export const countKnowledge = readStatement<
  { namespace: string; kinds: readonly KnowledgeKind[] },
  { readonly kind: KnowledgeKind; readonly count: number }
>('context/count-knowledge');
