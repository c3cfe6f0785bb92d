interface Compared {
  readonly with: { readonly n: number; readonly successes: number };
  readonly without: { readonly n: number; readonly successes: number };
  /** Minimum number of steps on each side before the service compares them. */
  readonly least: number;
  readonly difference: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

/** Says whether work went better with something than without it, or how much is missing before that can be said. */
export function differenceSays({ with: one, without: other, least, difference, lower, upper }: Compared): string {
  const counts = `${one.successes} of ${one.n} steps succeeded with a learning, ${other.successes} of ${other.n} without`;
  if (difference === null || lower === null || upper === null) {
    const missing = [
      [least - one.n, 'with'],
      [least - other.n, 'without'],
    ] as const;
    const needed = missing.flatMap(([count, side]) => (count > 0 ? [`${count} more steps ${side} one`] : []));
    return `Too early to say: ${counts}; it takes ${needed.join(' and ')}.`;
  }
  return `Association: ${counts}. That is ${points(difference)} (95 % interval: ${points(lower)} to ${points(upper)}). It is no proof of a cause.`;
}

function points(difference: number): string {
  const size = Math.round(difference * 100);
  return `${size < 0 ? '−' : '+'}${Math.abs(size)} percentage points`;
}
