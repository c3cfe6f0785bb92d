import type { Session, Transaction } from 'neo4j-driver';
import type { CommitMark } from './commit-marks.js';
import { isRefusal } from './errors.js';
import { markAgain, markCommit } from './graph.statements.js';
import type { Repeat } from './statement.js';

/** A transaction of the driver that ends by itself. */
export type OpenTransaction = Pick<Transaction, 'run'>;

/**
 * A transaction that writes, in however many attempts. If the connection is lost between COMMIT and its answer, the
 * transaction may have been committed, and another attempt would make its changes again. Each attempt therefore first sets a
 * mark to the number of the transaction, and an attempt that finds the number there changes nothing, and returns the result
 * of the attempt that was committed. The first attempt of work that is safe to repeat sets no mark.
 */
export class WriteTransaction<Result> {
  /**
   * The result of the last attempt whose COMMIT was not answered. The changes of all attempts before it were not made, or
   * are the same.
   */
  private unanswered: { readonly result: Result } | undefined;

  constructor(
    private readonly work: (transaction: OpenTransaction) => Promise<Result>,
    private readonly mark: CommitMark,
    private readonly repeat: Repeat,
  ) {}

  /** Whether the changes may have been made by an attempt that failed. */
  get mayBeCommitted(): boolean {
    return this.unanswered !== undefined;
  }

  /** @param session is used for nothing else */
  async attempt(session: Session, config: { readonly timeout: number }): Promise<Result> {
    // BEGIN, the mark and the first statement of the work are sent without waiting for answers between them, so that the
    // mark takes no round trip of its own.
    const transaction = session.beginTransaction(config);
    const marking = this.repeat === 'SAFE' && !this.unanswered ? undefined : this.setMark(transaction);
    // Its failure is thrown below, unless the transaction is committed, which then fails with it.
    marking?.catch(() => undefined);
    let result: Result;
    try {
      if (marking && this.unanswered) {
        if (await marking) {
          const { result: committed } = this.unanswered;
          // This commit changes nothing. It makes reads of this process wait for the earlier one, where followers of a cluster
          // answer them.
          await transaction.commit().catch(() => undefined);
          return committed;
        }
        if (this.repeat === 'MARKED') this.unanswered = undefined;
      }
      result = await this.work(transaction);
    } catch (error) {
      // If BEGIN or the mark failed, statements sent later say only that the transaction has failed.
      const cause: unknown = await Promise.resolve(marking).then(
        () => error,
        (failure: unknown) => failure,
      );
      if (transaction.isOpen()) await transaction.rollback().catch(() => undefined);
      throw cause;
    }
    const earlier = this.unanswered;
    this.unanswered = { result };
    try {
      await transaction.commit();
      return result;
    } catch (error) {
      if (isRefusal(error)) this.unanswered = earlier;
      throw error;
    }
  }

  /** @returns whether an earlier attempt, whose COMMIT was not answered, was committed */
  private async setMark(transaction: OpenTransaction): Promise<boolean> {
    const { text } = this.unanswered ? markAgain : markCommit;
    const { records } = await transaction.run<{ isCommitted: boolean }>(text, this.mark);
    return records[0]?.get('isCommitted') === true;
  }
}
