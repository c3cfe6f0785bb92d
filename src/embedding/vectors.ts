import { EmbeddingError } from './embedder.js';

/**
 * Checks vectors before they are stored: Neo4j accepts vectors of another length, of zeros, or with NaN without an
 * error, and never finds them again.
 *
 * @param expected number of vectors, one per text
 * @param dimensions length of the model's vectors, if known
 * @returns the length of the vectors; `dimensions` if there are none
 * @throws EmbeddingError naming the invalid vector
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
    // The model cannot embed this text, so a retry would not help.
    const problem = problemOf(vector);
    if (problem) throw new EmbeddingError(`Vector ${index} of the embedder ${problem}`, true);
  });
  return length;
}

function problemOf(vector: Float32Array): string | undefined {
  // Numbers are squared as in the database, where squares of very small numbers underflow to zero.
  let squares = 0;
  for (const value of vector) squares += value * value;
  // This sum cannot overflow: the square of any 32-bit number is far below the largest 64-bit number.
  if (!Number.isFinite(squares)) return 'has a number that is not finite';
  if (!(squares > 1e-30)) return 'is zero';
  return undefined;
}
