import { facetsOf } from '../knowledge/facets.js';
import type { ContentState } from '../knowledge/kind.js';
import { cleanContent, derivedFrom, tokensOf } from './content.js';
import { memoryKind } from './memories.kind.js';
import type { MemoryContent } from './memories.model.js';
import type { EditRow } from './memories.statements.js';

type Said = MemoryContent & {
  /** Id of the memory that this one was merged into; absent in versions that were recorded before merges existed. */
  readonly mergedInto?: string | null;
};

/**
 * Builds the row that edit-memories writes for a memory with this content.
 */
export function editRow(namespace: string, id: string, state: ContentState): EditRow {
  const { mergedInto = null, ...said } = state as Said;
  const content = cleanContent(said);
  const memory = { ...content, ...derivedFrom(content), mergedInto };
  const text = `${memory.title}\n${memory.text}`;
  return {
    id,
    memory,
    facets: facetsOf({ namespace, kind: memoryKind.name, tokens: tokensOf(content), text }),
  };
}
