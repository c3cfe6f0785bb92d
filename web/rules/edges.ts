/** The edge types shown in the graph view, with a label for each direction. */
export const EDGE_WORDS: Readonly<Record<string, readonly [forth: string, back: string]>> = {
  REQUIRES: ['needs first', 'is needed by'],
  DEPENDS_ON: ['depends on', 'is a condition of'],
  PRODUCES: ['leads to', 'comes from'],
  HAS_LEARNING: ['was corrected by', 'corrects'],
  DUPLICATE_OF: ['says the same as', 'is said again by'],
  IN_DOMAIN: ['is of', 'holds'],
  ABOUT: ['is about', 'is told of by'],
  MENTIONS: ['names', 'is named by'],
  NEXT: ['comes before', 'comes after'],
  LINK: ['is linked to', 'is linked from'],
  DERIVED_FROM: ['came from', 'was used by'],
  HAS_STEP: ['has the step', 'is a step of'],
  RETRIEVED: ['was given', 'was given to'],
  SHOWED: ['showed', 'was shown in'],
  TAUGHT: ['taught', 'was taught by'],
  FOLLOWS: ['followed', 'was followed by'],
  RECOVERS: ['recovers', 'is recovered by'],
};
export const EDGE_TYPES: readonly string[] = Object.keys(EDGE_WORDS);
/** Edge types of plans and their steps, of which a node may have very many. */
const OF_PLANS: readonly string[] = [
  'DERIVED_FROM',
  'HAS_STEP',
  'RETRIEVED',
  'SHOWED',
  'TAUGHT',
  'FOLLOWS',
  'RECOVERS',
];
export const KNOWN_EDGES: readonly string[] = EDGE_TYPES.filter((type) => !OF_PLANS.includes(type));

/** Edge types that mean "depends on": before one end is changed, the other end should be checked. */
const RESTS: readonly string[] = [
  'REQUIRES',
  'DEPENDS_ON',
  'ABOUT',
  'DERIVED_FROM',
  'DUPLICATE_OF',
  'FOLLOWS',
  'IN_DOMAIN',
];

interface Edge {
  readonly source: string;
  readonly target: string;
  readonly type: string;
  readonly label: string | null;
}
export interface Neighbour {
  readonly ref: string;
  /** A label for the relationship, which follows the node's title. */
  readonly says: string;
}

/** Groups the neighbours of a node by relationship, each group sorted by label and ref. */
export function neighboursOf(
  ref: string,
  edges: readonly Edge[],
): {
  readonly restsOn: readonly Neighbour[];
  readonly carries: readonly Neighbour[];
  readonly beside: readonly Neighbour[];
} {
  const restsOn: Neighbour[] = [];
  const carries: Neighbour[] = [];
  const beside: Neighbour[] = [];
  for (const { source, target, type, label } of edges) {
    if (source !== ref && target !== ref) continue;
    const isForth = source === ref;
    const [forth, back] = EDGE_WORDS[type] ?? [type, type];
    const words = isForth ? forth : back;
    const neighbour = { ref: isForth ? target : source, says: label === null ? words : `${words} (${label})` };
    if (!RESTS.includes(type)) beside.push(neighbour);
    else if (isForth) restsOn.push(neighbour);
    else carries.push(neighbour);
  }
  const order = (one: Neighbour, other: Neighbour) => compare(one.says, other.says) || compare(one.ref, other.ref);
  return { restsOn: restsOn.sort(order), carries: carries.sort(order), beside: beside.sort(order) };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
