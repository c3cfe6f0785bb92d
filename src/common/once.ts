/** Returns a function that does the work when it is first called, and always returns the same result. */
export function once<Result>(work: () => Result): () => Result {
  let done: { readonly result: Result } | undefined;
  return () => (done ??= { result: work() }).result;
}
