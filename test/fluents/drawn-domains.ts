// Generates event descriptions that are hard to draw: with many nodes, three unconnected parts, and cycles.

interface Shape {
  /**
   * Numbers of fluents by level, for each part, from the level above the input upwards; and the number of input events.
   */
  readonly parts: readonly { readonly inputs: number; readonly levels: readonly number[] }[];
  /** Number of fluents of the level below, or of any lower level, that a fluent needs. */
  readonly needs: number;
}

/** Many fluents side by side: 88 nodes on five levels. */
export const WIDE: Shape = {
  parts: [
    { inputs: 20, levels: [24, 10, 3, 1] },
    { inputs: 8, levels: [8, 4] },
    { inputs: 4, levels: [4, 2] },
  ],
  needs: 3,
};

/** Many levels of fluents: 132 nodes on 25 levels. */
export const DEEP: Shape = {
  parts: [
    { inputs: 14, levels: Array.from({ length: 24 }, (_, level) => (level % 3 === 0 ? 3 : 2)) },
    { inputs: 8, levels: [6, 5, 4, 3, 3, 2, 2, 2, 1, 1] },
    { inputs: 9, levels: [6, 5, 2, 1, 1, 1] },
  ],
  needs: 2,
};

const WORDS = [
  'vessel',
  'speed',
  'area',
  'port',
  'coast',
  'course',
  'group',
  'signal',
  'engine',
  'crew',
  'cargo',
  'tug',
];
const STATES = ['Near', 'Low', 'High', 'Steady', 'Changing', 'Lost', 'Open', 'Held'];

/** Returns the rules of a domain of such a shape. The result is always the same. */
export function drawnRules({ parts, needs }: Shape): string {
  let seed = 7;
  const below = (count: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % count;
  };
  let made = 0;
  const named = () => {
    const word = WORDS[made % WORDS.length] ?? '';
    const state = STATES[Math.floor(made / WORDS.length) % STATES.length] ?? '';
    made += 1;
    return `${word}${state}${made > WORDS.length * STATES.length ? String(made) : ''}`;
  };
  const clauses: string[] = [];
  for (const { inputs, levels } of parts) {
    const events = Array.from({ length: inputs }, () => `${named()}_event`);
    const all: string[][] = [];
    for (const [level, count] of levels.entries()) {
      const own = Array.from({ length: count }, named);
      const lower = all[level - 1] ?? [];
      for (const [index, name] of own.entries()) {
        const chosen = new Set<string>(lower.length > 0 ? [lower[index % lower.length] ?? ''] : []);
        for (let more = 1; more < needs && lower.length > 0; more++) {
          // Sometimes a fluent of a much lower level is needed.
          const from = below(4) === 0 ? (all[below(all.length)] ?? lower) : lower;
          chosen.add(from[below(from.length)] ?? '');
        }
        const isSimple = level === 0 || index % 3 === 0;
        if (isSimple) {
          // The fluents of the first level share the events, so that each event is used and the part is connected.
          const begins = events[(level * 5 + index) % events.length] ?? '';
          const ends = events[(level * 5 + index + 1) % events.length] ?? '';
          const held = [...chosen].map((other) => `, holdsAt(${other}(X)=true, T)`).join('');
          // Two neighbours of a level need each other. Such a cycle is legal among simple fluents.
          const other = level % 4 === 1 && count > 3 ? own[(index + 3) % count] : undefined;
          const cycle = other !== undefined && index % 6 === 0 ? `, \\+ holdsAt(${other}(X)=true, T)` : '';
          clauses.push(
            `initiatedAt(${name}(X)=true, T) :- happensAt(${begins}(X), T)${held}${cycle}.`,
            `terminatedAt(${name}(X)=true, T) :- happensAt(${ends}(X), T).`,
          );
          if (cycle !== '' && other !== undefined && (index + 3) % 3 === 0) {
            clauses.push(`terminatedAt(${other}(X)=true, T) :- happensAt(end(${name}(X)=true), T).`);
          }
        } else {
          const parts = [...chosen].map((other, n) => `holdsFor(${other}(X)=true, I${String(n)})`).join(', ');
          const lists = [...chosen].map((_, n) => `I${String(n)}`).join(', ');
          clauses.push(`holdsFor(${name}(X)=true, I) :- ${parts}, union_all([${lists}], I).`);
        }
      }
      all.push(own);
    }
  }
  return `${clauses.join('\n')}\n`;
}
