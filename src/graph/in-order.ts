/** What a statement answered each of its numbered rows, in their order; undefined where it had no answer. */
export function inOrder<Answer extends { readonly n: number }>(
  answers: readonly Answer[],
  rows: number,
): (Answer | undefined)[] {
  const byNumber = new Map(answers.map((answer) => [answer.n, answer]));
  return Array.from({ length: rows }, (_, n) => byNumber.get(n));
}
