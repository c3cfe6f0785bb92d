export interface DiffPart {
  readonly text: string;
  readonly is: 'same' | 'gone' | 'new';
}

/** Maximum number of word pairs compared. For longer texts the whole middle part is shown as one change. */
const MOST_CELLS = 1_000_000;

/** Word-by-word difference between two texts: common, removed and added parts. */
export function textDiff(before: string, after: string): DiffPart[] {
  const [one, other] = [words(before), words(after)];
  let head = 0;
  while (head < Math.min(one.length, other.length) && one[head] === other[head]) head++;
  let tail = 0;
  while (tail < Math.min(one.length, other.length) - head && one.at(-1 - tail) === other.at(-1 - tail)) tail++;
  const middle = changed(one.slice(head, one.length - tail), other.slice(head, other.length - tail));
  return joined([
    { text: one.slice(0, head).join(''), is: 'same' },
    ...middle,
    { text: one.slice(one.length - tail).join(''), is: 'same' },
  ]);
}

function words(text: string): string[] {
  return text.match(/\s+|[^\s]+/g) ?? [];
}

/** Computed from the longest common subsequence. */
function changed(one: readonly string[], other: readonly string[]): DiffPart[] {
  const width = other.length + 1;
  if (one.length * width > MOST_CELLS || one.length === 0 || other.length === 0) {
    return [
      { text: one.join(''), is: 'gone' },
      { text: other.join(''), is: 'new' },
    ];
  }
  const lengths = new Uint32Array((one.length + 1) * width);
  const cell = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = one.length - 1; row >= 0; row--) {
    for (let column = other.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        one[row] === other[column]
          ? cell(row + 1, column + 1) + 1
          : Math.max(cell(row + 1, column), cell(row, column + 1));
    }
  }
  const parts: DiffPart[] = [];
  let [row, column] = [0, 0];
  while (row < one.length || column < other.length) {
    const [gone, come] = [one[row], other[column]];
    if (gone !== undefined && gone === come) {
      parts.push({ text: gone, is: 'same' });
      row++;
      column++;
    } else if (gone !== undefined && (come === undefined || cell(row + 1, column) >= cell(row, column + 1))) {
      parts.push({ text: gone, is: 'gone' });
      row++;
    } else {
      parts.push({ text: come ?? '', is: 'new' });
      column++;
    }
  }
  return parts;
}

function joined(parts: readonly DiffPart[]): DiffPart[] {
  const all: DiffPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (part.text === '') continue;
    if (last?.is === part.is) all[all.length - 1] = { text: last.text + part.text, is: part.is };
    else all.push(part);
  }
  return all;
}
