import { hashOfParts } from '../common/hash.js';
import { tagToken } from '../knowledge/facets.js';
import { CONTENT_FIELDS, CONTENT_TEXTS, type MemoryContent } from './memories.model.js';
import { groupOf, normalisedTitle, textOf } from './memories.text.js';
import { outcomeToken } from './scopes.js';

type ContentOf<Given> = Pick<Given, keyof Given & keyof MemoryContent>;

/** The content fields that are given. */
export function contentOf<Given extends Partial<MemoryContent>>(given: Given): ContentOf<Given> {
  const fields = CONTENT_FIELDS.filter((field) => given[field] !== undefined);
  return Object.fromEntries(fields.map((field) => [field, given[field]])) as ContentOf<Given>;
}

/** The content fields that are given, without surrounding space; each tag once. */
export function cleanContent<Given extends Partial<MemoryContent>>(given: Given): ContentOf<Given> {
  const { tags, ...others } = contentOf<Partial<MemoryContent>>(given);
  const texts = CONTENT_TEXTS.flatMap((field) => (others[field] === undefined ? [] : [[field, others[field].trim()]]));
  const list = tags && { tags: [...new Set(tags.map((tag) => tag.trim()))] };
  return { ...others, ...Object.fromEntries(texts), ...list } as ContentOf<Given>;
}

/** Node properties that follow from the content. */
export function derivedFrom(content: MemoryContent): {
  readonly text: string;
  readonly titleHash: string;
  readonly duplicateGroup: string;
} {
  return {
    text: textOf(content),
    titleHash: hashOfParts([normalisedTitle(content.title)]),
    duplicateGroup: groupOf(content),
  };
}

/** Facets of the content; that of the visibility is not among them. */
export function tokensOf({ outcome, tags }: MemoryContent): string[] {
  return [outcomeToken(outcome), ...tags.map(tagToken)];
}
