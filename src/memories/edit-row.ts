import { hashOfParts } from '../common/hash.js';
import { redactText } from '../common/redact.js';
import { facetsOf, tagToken } from '../knowledge/facets.js';
import type { ContentState } from '../knowledge/kind.js';
import { memoryKind } from './memories.kind.js';
import type { EditRow } from './memories.statements.js';
import { groupOf, normalisedTitle, textOf } from './memories.text.js';
import { outcomeToken } from './scopes.js';

type Said = Pick<EditRow['memory'], 'title' | 'description' | 'content' | 'outcome' | 'tags'> & {
  /** Id of the memory that this one was merged into; absent in versions that were recorded before merges existed. */
  readonly mergedInto?: string | null;
};

/**
 * Builds the row that edit-memories writes for a memory with this content. Secrets that an earlier version still
 * contains are removed.
 */
export function editRow(namespace: string, id: string, state: ContentState): EditRow {
  const said = state as Said;
  const { outcome, mergedInto = null } = said;
  const title = redactText(said.title);
  const description = redactText(said.description);
  const content = redactText(said.content);
  const tags = [...new Set(said.tags.map((tag) => redactText(tag)))];
  const tokens = [outcomeToken(outcome), ...tags.map(tagToken)];
  const text = textOf({ description, content });
  return {
    id,
    memory: {
      title,
      description,
      content,
      outcome,
      tags,
      text,
      titleHash: hashOfParts([normalisedTitle(title)]),
      duplicateGroup: groupOf({ outcome, content }),
      mergedInto,
    },
    facets: facetsOf({ namespace, kind: memoryKind.name, tokens, text: `${title}\n${text}` }),
  };
}
