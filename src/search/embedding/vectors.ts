import { EmbeddingError } from './embedder.js';

/**
 * Checks vectors before they are stored: Neo4j takes ones of another length, of zeros, or with NaN without a word, and
 * never finds them again.
 *
 * @param expected how many there must be, one a text
 * @param dimensions the length of the model's vectors, where it is known
 * @returns their length; `dimensions` for none
 * @throws EmbeddingError saying which is wrong
 */
export function checkVectors(
  vectors: readonly Float32Array[],
  expected: number,
  dimensions?: number,
): number | undefined {
  if (vectors.length !== expected) {
    throw new EmbeddingError(`The embedder answered ${vectors.length} vectors for ${expected} texts`);
  }
  const length = dimensions ?? vectors[0]?.length;
  vectors.forEach((vector, index) => {
    if (vector.length === 0 || vector.length !== length) {
      throw new EmbeddingError(
        `Vector ${index} of the embedder has ${vector.length} numbers where the model's have ${length}`,
      );
    }
    // The model cannot embed this text, and will not be able to when asked again.
    const problem = problemOf(vector);
    if (problem) throw new EmbeddingError(`Vector ${index} of the embedder ${problem}`, true);
  });
  return length;
}

function problemOf(vector: Float32Array): string | undefined {
  // Squared, as the database computes it: of numbers that are too small nothing is left.
  let squares = 0;
  for (const value of vector) squares += value * value;
  // The square of any number that fits into 32 bits is far below the largest of 64.
  if (!Number.isFinite(squares)) return 'has a number that is not finite';
  if (!(squares > 1e-30)) return 'is zero';
  return undefined;
}
