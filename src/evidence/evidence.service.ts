import { Injectable } from '@nestjs/common';
import { BatchLoader } from '../common/batch-loader.js';
import { Clock } from '../common/clock.js';
import { type ConnectionOf, decodeCursor, page } from '../common/connection.js';
import { CONSENSUS_WINDOW_MS, type Evidence, type TrustPoint } from './evidence.model.js';
import { EvidenceRepository } from './evidence.repository.js';

/** Reads what was observed of knowledge of any kind. Calls of one turn of the event loop share a statement. */
@Injectable()
export class EvidenceService {
  private readonly pages = new BatchLoader(
    ({ namespace, afterSequence, limit }: { namespace: string; afterSequence: number | null; limit: number }, refs) =>
      this.repository.list(namespace, refs, afterSequence, limit, this.expired()),
  );
  private readonly totals = new BatchLoader(({ namespace }: { namespace: string }, refs) =>
    this.repository.count(namespace, refs),
  );
  private readonly points = new BatchLoader(({ namespace, limit }: { namespace: string; limit: number }, refs) =>
    this.repository.listTrustPoints(namespace, refs, limit),
  );
  private readonly beginnings = new BatchLoader(({ namespace }: { namespace: string }, refs) =>
    this.repository.listInitialTrust(namespace, refs),
  );

  constructor(
    private readonly repository: EvidenceRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Observations of one piece of knowledge, newest first; none for a ref that does not exist.
   *
   * @throws BadUserInputError when `after` is no cursor of this list
   */
  async list(namespace: string, ref: string, first: number, after?: string): Promise<ConnectionOf<Evidence>> {
    const [afterSequence] = decodeCursor(after, 'evidence', ['number']) ?? [null];
    const rows = (await this.pages.load({ namespace, afterSequence, limit: first + 1 }, ref)) ?? [];
    return page({
      rows,
      first,
      after,
      order: 'evidence',
      key: ({ sequence }) => [sequence],
      totalCount: async () => (await this.totals.load({ namespace }, ref)) ?? 0,
    });
  }

  /**
   * The last values of a trust, oldest first; the last is the present one. Begins with the initial trust where all
   * changes fit.
   */
  async trustHistory(namespace: string, ref: string, last: number): Promise<TrustPoint[]> {
    const [changes = [], beginning] = await Promise.all([
      this.points.load({ namespace, limit: last }, ref),
      this.beginnings.load({ namespace }, ref),
    ]);
    const points = changes.toReversed();
    return beginning && points.length < last ? [beginning, ...points] : points;
  }

  private expired(): Date {
    return new Date(this.clock.now().getTime() - CONSENSUS_WINDOW_MS);
  }
}
