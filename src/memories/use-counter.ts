import { compare } from '../common/text.js';
import type { UseRow } from './memories.statements.js';

const FLUSH_AFTER_MS = 200;
/** Delay after a failed write, in ms, so that an unavailable database is not queried continually. */
const RETRY_AFTER_MS = 5_000;
/** Maximum number of rows per statement. */
const MAX_ROWS = 1_000;

/**
 * Counts uses in the background, so that no request waits for it; uses within a short interval are written together.
 * While the database is unavailable the counts are kept, and on shutdown they are written. If the process is killed,
 * the counts not yet written are lost.
 */
export class UseCounter {
  private waiting = new Map<string, UseRow>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  /**
   * @param write writes either all rows or none
   * @param failed called when a write failed; it will be retried
   */
  constructor(
    private readonly write: (rows: readonly UseRow[]) => Promise<void>,
    private readonly failed: (error: unknown) => void,
  ) {}

  add(namespace: string, ids: readonly string[]): void {
    for (const id of ids) this.put({ namespace, id, uses: 1 });
    if (ids.length > 0) this.flushIn(FLUSH_AFTER_MS);
  }

  /** Resolves when all uses counted so far are written, or when the attempt to write them has failed. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing = this.writing.then(() => this.drain());
    return this.writing;
  }

  private put(row: UseRow): void {
    const key = keyOf(row);
    const uses = (this.waiting.get(key)?.uses ?? 0) + row.uses;
    this.waiting.set(key, { ...row, uses });
  }

  private flushIn(milliseconds: number): void {
    if (this.timer) return;
    this.timer = setTimeout(() => void this.flush(), milliseconds);
    this.timer.unref();
  }

  private async drain(): Promise<void> {
    // Sorted, so that replicas take locks in the same order and cannot deadlock.
    const rows = [...this.waiting.entries()].sort(([a], [b]) => compare(a, b)).map(([, row]) => row);
    this.waiting = new Map();
    for (let start = 0; start < rows.length; start += MAX_ROWS) {
      const part = rows.slice(start, start + MAX_ROWS);
      try {
        await this.write(part);
      } catch (error) {
        for (const row of part) this.put(row);
        this.flushIn(RETRY_AFTER_MS);
        this.failed(error);
      }
    }
  }
}

function keyOf({ namespace, id }: UseRow): string {
  return `${namespace}\u0000${id}`;
}
