/** A box in pixels. */
export interface Box {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** Smallest distance between two labels, in pixels. */
const GAP = 2;

/**
 * Selects the labels of a drawing that can be read, because they overlap neither an earlier label nor the mark of another
 * node.
 *
 * @param nodes in the order of their importance: the box of each one's label and of its mark
 * @returns for each node, whether its label is drawn
 */
export function readableLabels(nodes: readonly { readonly label: Box; readonly mark: Box }[]): readonly boolean[] {
  const drawn: Box[] = [];
  return nodes.map(({ label }, index) => {
    const isFree =
      !drawn.some((other) => overlaps(label, other, GAP)) &&
      !nodes.some(({ mark }, other) => other !== index && overlaps(label, mark, 0));
    if (isFree) drawn.push(label);
    return isFree;
  });
}

function overlaps(one: Box, other: Box, gap: number): boolean {
  return one.x1 < other.x2 + gap && other.x1 < one.x2 + gap && one.y1 < other.y2 + gap && other.y1 < one.y2 + gap;
}
