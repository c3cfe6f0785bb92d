/**
 * True if an Accept header prefers JSON to text. Text is the default, which also applies if the header is missing,
 * accepts any type, or accepts neither.
 */
export function prefersJson(accept: string | undefined): boolean {
  const ranges = (accept ?? '').split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    return { type, weight: Number.isNaN(weight) ? 0 : weight };
  });
  // The most specific range that covers a type decides, regardless of its position.
  const weigh = (...types: readonly string[]) => {
    for (const type of types) {
      const range = ranges.find((range) => range.type === type);
      if (range) return range.weight;
    }
    return 0;
  };
  return weigh('application/json', 'application/*', '*/*') > weigh('text/plain', 'text/*', '*/*');
}
