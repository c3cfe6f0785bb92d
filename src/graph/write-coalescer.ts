import { inOrder } from './in-order.js';
import { Histogram } from 'prom-client';
import { LimitExceededError } from '../common/errors.js';
import { metrics } from '../common/metrics.js';
import { outsideSeededTime } from '../common/seeded-time.js';
import { compare } from '../common/text.js';
import { mayBeOneRowsFault } from './errors.js';
import type { GraphService } from './graph.service.js';
import type { Statement } from './statement.js';

const batchRows = new Histogram({
  name: 'heartwood_write_batch_rows',
  help: 'Rows that shared one transaction',
  labelNames: ['statement'] as const,
  buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024],
  registers: [metrics],
});

/**
 * Time, in ms, for which the next batch waits for the current one. A batch that takes longer, for example because its
 * connection does not answer, no longer delays the next one.
 */
const PATIENCE_MS = 2_000;
/** Maximum number of batches that take longer than PATIENCE_MS. While there are as many, the next batch waits. */
const MAX_SLOW = 3;

/** A row with its number in the batch; the statement returns the number with each answer. */
interface Numbered {
  readonly n: number;
}

interface Waiting<Row, Answer> {
  readonly row: Row;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Bounds of a batch, and the order in which it takes its locks. */
export interface CoalescerOptions<Row> {
  /**
   * Key of the node that the row locks; rows are sorted by it, so that two batches take their locks in the same order.
   */
  readonly lockKey: (row: Row) => string;
  readonly maxRows: number;
  /** Maximum number of waiting rows; further ones are rejected with LIMIT_EXCEEDED. */
  readonly maxWaiting: number;
}

/**
 * Groups writes of one kind that arrive during a commit into the next commit, and answers each caller after that
 * commit. If many transactions wait for one node, Neo4j reports spurious deadlocks; one batch at a time avoids them and
 * is 6–48 times as fast. Only a batch that hangs is not waited for. This only affects speed: lost updates are prevented
 * by the statements' locks.
 */
export class Coalescer<Row extends object, Answer> {
  private readonly waiting: Waiting<Row, Answer>[] = [];
  private running = false;
  /** Commits that took longer than PATIENCE_MS and are still under way. */
  private readonly slow = new Set<Promise<void>>();

  /**
   * @param name name of the writes in metrics
   * @param commitRows writes all rows or none, and returns one answer per row, in order; it must be safe to repeat
   */
  constructor(
    private readonly name: string,
    private readonly commitRows: (rows: readonly Row[]) => Promise<readonly Answer[]>,
    private readonly options: CoalescerOptions<Row>,
  ) {}

  /**
   * Writes one row.
   *
   * @throws LimitExceededError when too many rows wait; otherwise the error of this row, not of other rows
   */
  write(row: Row): Promise<Answer> {
    const { maxWaiting } = this.options;
    if (this.waiting.length >= maxWaiting) {
      return Promise.reject(new LimitExceededError(`More than ${maxWaiting} writes are waiting; try again`));
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ row, resolve, reject });
      if (!this.running) {
        this.running = true;
        // The commit starts after this turn of the event loop, so that rows that arrive together are written together.
        setImmediate(() => void outsideSeededTime(() => this.drain()));
      }
    });
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) {
      while (this.slow.size >= MAX_SLOW) await Promise.race(this.slow);
      await this.awaitInPatience(this.commit(this.nextBatch()));
    }
    this.running = false;
  }

  /** Waits for a commit, but not longer than PATIENCE_MS. */
  private async awaitInPatience(commit: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<'slow'>((resolve) => {
      timer = setTimeout(() => resolve('slow'), PATIENCE_MS);
    });
    const first = await Promise.race([commit, patience]);
    clearTimeout(timer);
    if (first !== 'slow') return;
    this.slow.add(commit);
    void commit.then(() => this.slow.delete(commit));
  }

  private nextBatch(): Waiting<Row, Answer>[] {
    const batch = this.waiting.splice(0, this.options.maxRows);
    const keyed = batch.map((entry) => ({ entry, key: this.options.lockKey(entry.row) }));
    keyed.sort((a, b) => compare(a.key, b.key));
    return keyed.map(({ entry }) => entry);
  }

  /** Settles every entry of the batch; never rejects. */
  private async commit(batch: Waiting<Row, Answer>[]): Promise<void> {
    batchRows.observe({ statement: this.name }, batch.length);
    try {
      const answers = await this.commitRows(batch.map(({ row }) => row));
      batch.forEach((entry, n) => {
        entry.resolve(answers[n] as Answer);
      });
    } catch (error) {
      if (batch.length === 1 || !mayBeOneRowsFault(error)) {
        for (const entry of batch) entry.reject(error);
        return;
      }
      const middle = batch.length >> 1;
      await this.commit(batch.slice(0, middle));
      await this.commit(batch.slice(middle));
    }
  }
}

/**
 * A coalescer for one statement. The statement receives `rows` (each with its number `n`), consists of one `CALL (row)
 * { … }` per row, and returns at most one row for each `n`: the answer to its caller, which is undefined if there is
 * none.
 */
export class WriteCoalescer<Row extends object, Answer extends object, Constants extends object> extends Coalescer<
  Row,
  Answer | undefined
> {
  constructor(
    graph: GraphService,
    statement: Statement<Constants & { rows: readonly (Row & Numbered)[] }, Answer & Numbered>,
    {
      constants,
      ...options
    }: CoalescerOptions<Row> & {
      /** `constants` are parameters that are the same for every row. */ readonly constants: Constants;
    },
  ) {
    const commitRows = async (rows: readonly Row[]) => {
      const numbered = rows.map((row, n) => ({ ...row, n }));
      const answers = await graph.run(statement, { ...constants, rows: numbered });
      return inOrder(answers, rows.length);
    };
    super(statement.name, commitRows, options);
  }
}
