import { type Embedder, EmbeddingError } from './embedder.js';
import type { Embedded } from './embedding.statements.js';

/** Stands in a slot's model where there is no vector yet. */
export const NOT_EMBEDDED = 'none';

/** Characters of a text that are embedded. Models read 256 to 8,192 tokens and refuse or drop the rest. */
export const MAX_CHARACTERS = 8_000;

/** Stands in a slot's model where the model cannot embed the text, so that it is not tried again. */
export function refusedBy(model: string): string {
  return `refused:${model}`;
}

/** What a model is given of a node (docs/search.md tells why both): the title once, where the text begins with it. */
export function embeddingText({ title, text }: { readonly title: string; readonly text: string }): string {
  return (title === '' || text.startsWith(`${title}\n`) ? text : `${title}. ${text}`).slice(0, MAX_CHARACTERS);
}

/**
 * Embeds texts, and finds out which of them the model refuses: one bad text does not keep its neighbours from theirs.
 *
 * @param signal gives up what has not begun
 * @throws EmbeddingError when the embedder fails, whatever the texts
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
