import { type Embedder, EmbeddingError } from './embedder.js';
import type { Embedded } from './embedding.statements.js';

/** Value of a slot's model property for a node without a vector. */
export const NOT_EMBEDDED = 'none';

/**
 * Maximum number of characters of a text that are embedded. Models read 256 to 8,192 tokens and refuse or drop the
 * rest.
 */
export const MAX_CHARACTERS = 8_000;

/** Value of a slot's model property for a text that the model cannot embed. It prevents retries. */
export function refusedBy(model: string): string {
  return `refused:${model}`;
}

/**
 * Returns the text of a node that is embedded: title and text (docs/search.md gives the reason). A title with which the
 * text begins is not repeated.
 */
export function embeddingText({ title, text }: { readonly title: string; readonly text: string }): string {
  return (title === '' || text.startsWith(`${title}\n`) ? text : `${title}. ${text}`).slice(0, MAX_CHARACTERS);
}

/**
 * Embeds texts and determines which of them the model refuses, so that one bad text does not affect the others.
 *
 * @param signal aborts the work that has not begun
 * @throws EmbeddingError when the embedder itself fails, not because of a text
 */
export async function embedTexts(
  embedder: Embedder,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<Embedded[]> {
  try {
    const vectors = await embedder.embed(texts, 'backlog', signal);
    return vectors.map((vector) => ({ vector, mark: embedder.model }));
  } catch (error) {
    if (!(error instanceof EmbeddingError) || !error.refused) throw error;
    if (texts.length === 1) return [{ vector: null, mark: refusedBy(embedder.model) }];
    const middle = texts.length >> 1;
    return [
      ...(await embedTexts(embedder, texts.slice(0, middle), signal)),
      ...(await embedTexts(embedder, texts.slice(middle), signal)),
    ];
  }
}
