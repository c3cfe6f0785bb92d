import type { EmbeddedText, EmbeddingService, PreparedVectors } from './embedding.service.js';

// Vectors are made before the transaction that writes their texts, since a lock must not wait for the embedder; which texts
// change is known for certain only under the lock.

/** Somebody else changed a text between its reading and this writing. */
class VectorsMissing extends Error {}

/** A text that is about to be saved. */
export interface TextToSave extends EmbeddedText {
  /** As it was just read; undefined where there is none. */
  readonly stored: { readonly title: string; readonly text: string } | undefined;
}

/**
 * Saves texts with the vectors of those that differ from what is stored; where under the lock another one turns out to
 * change, once more with the vectors of all.
 *
 * @param save one transaction, which takes its vectors from `vectorsOf` and writes them with `EmbeddingService.attach`
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
 * Of what was prepared, the vectors of the texts that change.
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
