/**
 * Sorts the answers of a statement to numbered rows into the order of the rows; undefined for a row without an answer.
 */
export function inOrder<Answer extends { readonly n: number }>(
  answers: readonly Answer[],
  rows: number,
): (Answer | undefined)[] {
  const byNumber = new Map(answers.map((answer) => [answer.n, answer]));
  return Array.from({ length: rows }, (_, n) => byNumber.get(n));
}
