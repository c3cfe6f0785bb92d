/** Shape of each kind of knowledge in a drawing, with the sign that stands for it in the legend. */
export const SHAPES = {
  ITEM: ['ellipse', '●'],
  FLUENT: ['diamond', '◆'],
  MEMORY: ['triangle', '▲'],
  MESSAGE: ['round-rectangle', '▬'],
  PIECE: ['rectangle', '■'],
  STRATEGY: ['pentagon', '⬟'],
} as const;

/** Trust of what is left out of contexts; nearly all trust is above it, so that all below has one colour. */
const LOW = 0.5;

/**
 * Mixes two colours by trust.
 *
 * @param low colour of trust up to 0.5, as #rrggbb
 * @param high colour of trust 1
 */
export function trustColour(trust: number, low: string, high: string): string {
  const part = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const share = Math.max(0, trust - LOW) / (1 - LOW);
  const mixed = [1, 3, 5].map((at) => Math.round(part(low, at) + (part(high, at) - part(low, at)) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
