import { compare } from '../common/text.js';
import type { UseRow } from './memories.statements.js';

const FLUSH_AFTER_MS = 200;
/** After a failure: a database that is away is not asked all the time. */
const RETRY_AFTER_MS = 5_000;
/** Rows of one statement. */
const MAX_ROWS = 1_000;

/**
 * Counts uses in the background, so that no answer waits for the count: what comes within a moment is written together.
 * Nothing is lost while the database is away, and what is left is written when the service stops; a process that is
 * killed loses the last moment's.
 */
export class UseCounter {
  private waiting = new Map<string, UseRow>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  /**
   * @param write writes all rows or none
   * @param failed told when a write failed; it is tried again
   */
  constructor(
    private readonly write: (rows: readonly UseRow[]) => Promise<void>,
    private readonly failed: (error: unknown) => void,
  ) {}

  add(namespace: string, ids: readonly string[]): void {
    for (const id of ids) this.put({ namespace, id, uses: 1 });
    if (ids.length > 0) this.flushIn(FLUSH_AFTER_MS);
  }

  /** Resolves when what was counted so far is written, or could not be for now. */
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
    // Sorted, so that two replicas lock in the same order.
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
