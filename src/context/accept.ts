/**
 * Tells whether an Accept header asks for JSON rather than for text. Text is the default: for no header, for any type,
 * and for none of the two.
 */
export function prefersJson(accept: string | undefined): boolean {
  const ranges = (accept ?? '').split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    return { type, weight: Number.isNaN(weight) ? 0 : weight };
  });
  // The most specific range that covers a type decides, wherever it stands.
  const weigh = (...types: readonly string[]) => {
    for (const type of types) {
      const range = ranges.find((range) => range.type === type);
      if (range) return range.weight;
    }
    return 0;
  };
  return weigh('application/json', 'application/*', '*/*') > weigh('text/plain', 'text/*', '*/*');
}
