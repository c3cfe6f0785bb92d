import { readStatement } from '../graph/statement.js';
import type { KnowledgeKind } from '../knowledge/knowledge.model.js';

export const countKnowledge = readStatement<
  { namespace: string; kinds: readonly KnowledgeKind[] },
  { readonly kind: KnowledgeKind; readonly count: number }
>('context/count-knowledge');

export const estimateSize = readStatement<{ namespace: string; sample: number }, { readonly bytes: number }>(
  'context/estimate-size',
);

export const findNextNamespace = readStatement<{ after: string }, { readonly namespace: string }>(
  'context/find-next-namespace',
);
