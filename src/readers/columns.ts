// Finds the two columns of a page and brings its texts into the order in which they are read. Pure functions.

/** A text on a page; `transform` has its position from the lower left corner in its last two numbers. */
export interface TextItem {
  readonly str: string;
  readonly hasEOL: boolean;
  readonly width: number;
  readonly height: number;
  readonly transform: readonly number[];
}

interface Box {
  readonly item: TextItem;
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly isBlank: boolean;
}

type Row = readonly Box[];

/** Least number of rows that have text on each side. */
const FEWEST_ROWS = 4;
/** Least width of the gap, in heights of letters; blanks between words are at most half as wide. */
const GAP = 0.8;
/** Distance of rows, in heights of letters, from which they do not belong together. */
const APART = 5;
/** Least share of its column that a line of running text fills on average, and its characters. Cells of tables fill less. */
const FILLED = 0.65;
const FEWEST_CHARACTERS = 18;

/**
 * The texts of a page in the order of reading: where one clear gap runs down between running text, the left column comes
 * before the right one. Otherwise they keep their order, as those of a table must.
 */
export function inReadingOrder(items: readonly TextItem[]): readonly TextItem[] {
  const isUpright = ({ transform }: TextItem) => (transform[1] ?? 0) === 0 && (transform[2] ?? 0) === 0;
  const boxes = items.filter(isUpright).map(boxOf);
  const rows = rowsOf(boxes);
  const [left, right] = [
    Math.min(...said(boxes).map((box) => box.left)),
    Math.max(...said(boxes).map((box) => box.right)),
  ];
  const middle = (share: number) => left + (right - left) * share;
  const starts = [...new Set(said(boxes).map((box) => Math.round(box.left)))];
  const best = starts
    .filter((start) => start > middle(0.3) && start < middle(0.7))
    .map((start) => ({ start, runs: runsOf(rows, start).filter((run) => areColumns(run, start)) }))
    .reduce<{ start: number; runs: Row[][] }>(
      (most, each) => (lengthOf(each.runs) > lengthOf(most.runs) ? each : most),
      {
        start: 0,
        runs: [],
      },
    );
  if (best.runs.length === 0) return items;
  const ordered: TextItem[] = [];
  const take = (of: readonly Row[], isTaken: (box: Box) => boolean) =>
    ordered.push(...of.flatMap((row) => row.filter(isTaken).map(({ item }) => item)));
  for (let n = 0; n < rows.length;) {
    const run = best.runs.find(([first]) => first === rows[n]);
    if (!run) take(rows.slice(n, n + 1), () => true);
    else {
      take(run, (box) => box.right <= best.start);
      take(run, (box) => box.left >= best.start - 1);
    }
    n += run?.length ?? 1;
  }
  return [...ordered, ...items.filter((item) => !isUpright(item))];
}

function boxOf(item: TextItem): Box {
  const [left = 0, y = 0] = item.transform.slice(4);
  return { item, left, right: left + item.width, y, isBlank: item.str.trim() === '' };
}

/** The texts on each line of the page, from top to bottom, and from left to right. */
function rowsOf(boxes: readonly Box[]): Row[] {
  const rows: Box[][] = [];
  for (const box of [...boxes].sort((a, b) => b.y - a.y)) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && Math.abs(first.y - box.y) <= Math.max(box.item.height, first.item.height) * 0.4) row.push(box);
    else rows.push([box]);
  }
  return rows.map((row) => row.sort((a, b) => a.left - b.left)).filter((row) => said(row).length > 0);
}

/** Rows one after the other of which no text stands in the gap before `start`. */
function runsOf(rows: readonly Row[], start: number): Row[][] {
  const runs: Row[][] = [[]];
  for (const [n, row] of rows.entries()) {
    const [box] = row;
    // What stands apart is no part of the columns: the number of the page.
    const gap = (rows[n - 1]?.[0]?.y ?? Infinity) - (box?.y ?? 0);
    if (n > 0 && gap > (box?.item.height ?? 0) * APART) runs.push([]);
    const isClear = said(row).every((box) => box.left >= start - 1 || box.right <= start - box.item.height * GAP);
    if (isClear) runs.at(-1)?.push(row);
    else runs.push([]);
  }
  return runs.filter((run) => run.length >= FEWEST_ROWS);
}

/** Whether both sides of the gap are running text. */
function areColumns(run: readonly Row[], start: number): boolean {
  return [(box: Box) => box.left < start - 1, (box: Box) => box.left >= start - 1].every((isOfSide) => {
    const lines = run.map((row) => said(row).filter(isOfSide)).filter((line) => line.length > 0);
    if (lines.length < FEWEST_ROWS) return false;
    const spans = lines.map((line) => (line.at(-1)?.right ?? 0) - (line[0]?.left ?? 0));
    const characters = lines.map((line) => line.reduce((sum, { item }) => sum + item.str.length, 0));
    const hasGaps = lines.filter((line) =>
      line.some((box, n) => box.left - (line[n - 1]?.right ?? box.left) > box.item.height * 2),
    );
    return (
      mean(spans) >= Math.max(...spans) * FILLED &&
      mean(characters) >= FEWEST_CHARACTERS &&
      hasGaps.length <= lines.length * 0.2
    );
  });
}

function said(row: readonly Box[]): Box[] {
  return row.filter(({ isBlank }) => !isBlank);
}

function lengthOf(runs: readonly Row[][]): number {
  return runs.reduce((sum, run) => sum + run.length, 0);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
