import type { EmbeddedText, EmbeddingService, PreparedVectors } from './embedding.service.js';

// Vectors are computed before the transaction that writes their texts, because a lock must not wait for the embedder.
// But only under the lock is it certain which texts change.

/** Another writer changed a text after it was read, so that its vector is missing. */
class VectorsMissing extends Error {}

/** A text that is about to be saved. */
export interface TextToSave extends EmbeddedText {
  /** The stored text as it was just read; undefined if there is none. */
  readonly stored: { readonly title: string; readonly text: string } | undefined;
}

/**
 * Saves texts with the vectors of those that differ from the stored ones. If it turns out under the lock that another
 * text changes as well, saves again with the vectors of all texts.
 *
 * @param save runs one transaction that takes vectors from `vectorsOf` and writes them by `EmbeddingService.attach`
 */
export async function saveWithVectors<Saved>(
  embedding: Pick<EmbeddingService, 'prepare'>,
  texts: readonly TextToSave[],
  save: (vectors: PreparedVectors) => Promise<Saved>,
): Promise<Saved> {
  const isChanged = ({ title, text, stored }: TextToSave) => stored?.title !== title || stored.text !== text;
  try {
    return await save(await prepared(embedding, texts.filter(isChanged)));
  } catch (error) {
    if (!(error instanceof VectorsMissing)) throw error;
    return save(await prepared(embedding, texts));
  }
}

/**
 * Returns the prepared vectors of the texts that change.
 *
 * @throws VectorsMissing when one of them was not prepared
 */
export function vectorsOf(changed: readonly string[], { model, rows }: PreparedVectors): PreparedVectors {
  const refs = new Set(changed);
  const own = rows.filter(({ ref }) => refs.has(ref));
  if (own.length < refs.size) throw new VectorsMissing();
  return { model, rows: own };
}

function prepared(
  embedding: Pick<EmbeddingService, 'prepare'>,
  texts: readonly TextToSave[],
): Promise<PreparedVectors> {
  return embedding.prepare(texts.map(({ ref, title, text }) => ({ ref, title, text })));
}
