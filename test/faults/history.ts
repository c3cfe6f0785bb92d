/** One report of a failure of an item, as its client saw it: possibly sent several times until it was acknowledged. */
export interface Report {
  readonly key: string;
  readonly item: string;
  /** Times of the first request and of the answer, in ms. */
  readonly begin: number;
  readonly end: number;
  readonly trustBefore: number;
  readonly trustAfter: number;
}

/** An item as it is stored in the end. */
export interface StoredItem {
  readonly item: string;
  readonly trust: number;
  readonly failures: number;
}

const DECAY = 0.95;
const FLOOR = 0.5;
/** Failures until the trust no longer shows their number: 0.95^13 > 0.5 > 0.95^14. */
export const MAX_FAILURES = 13;

/** The trust of an item after each number of failures, computed like the database does. */
function trusts(): number[] {
  const folded = [1];
  for (let n = 0; n < MAX_FAILURES; n++) folded.push(Math.max(FLOOR, (folded[n] ?? 1) * DECAY));
  return folded;
}

/**
 * Checks whether a history of concurrent reports can be explained by one order in which they were made: each trust is
 * the fold of a number of failures, no two reports changed the same trust, a report that ended before another one began
 * came before it, and the stored trust is the fold of all stored failures. Reports that were not acknowledged may have
 * been made or not, so they can fill gaps.
 *
 * @param reports acknowledged reports
 * @returns one sentence per contradiction
 */
export function contradictions(reports: readonly Report[], stored: readonly StoredItem[]): string[] {
  const folded = trusts();
  const found: string[] = [];
  for (const { item, trust, failures } of stored) {
    if (trust !== folded[failures]) found.push(`${item} has trust ${trust} after ${failures} failures`);
    const own = reports.filter((report) => report.item === item);
    const places = new Map<number, Report>();
    for (const report of own) {
      const place = folded.indexOf(report.trustAfter);
      const other = places.get(place);
      if (place < 1 || folded[place - 1] !== report.trustBefore) {
        found.push(`${report.key} changed ${item} from ${report.trustBefore} to ${report.trustAfter}`);
      } else if (other) {
        found.push(`${report.key} and ${other.key} both changed ${item} to ${report.trustAfter}`);
      } else if (place > failures) {
        found.push(`${report.key} was failure ${place} of ${item}, which has ${failures}`);
      } else {
        places.set(place, report);
      }
    }
    for (const [place, report] of places) {
      for (const [later, other] of places) {
        if (later > place && other.end < report.begin) {
          found.push(`${other.key} ended before ${report.key} began, but counts after it`);
        }
      }
    }
  }
  const known = new Set(stored.map(({ item }) => item));
  for (const { key, item } of reports)
    if (!known.has(item)) found.push(`${key} was reported of ${item}, which is gone`);
  return found;
}
