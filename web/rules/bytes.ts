const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Formats a size in the largest unit in which it is at least 1: 1.5 GiB. */
export function bytes(count: number): string {
  let unit = 0;
  let rest = count;
  while (rest >= 1024 && unit < UNITS.length - 1) {
    rest /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? rest : rest.toFixed(1)} ${UNITS[unit] ?? ''}`;
}
