import { Injectable } from '@nestjs/common';
import { BatchLoader } from '../common/batch-loader.js';
import { type ConnectionOf, decodeCursor, page } from '../common/connection.js';
import type { CheckInsArgs } from './entities.inputs.js';
import type { CheckIn } from './entities.model.js';
import { EntitiesRepository } from './entities.repository.js';

/** Reads check-ins: ingested texts with the documents that the LLM made of them. */
@Injectable()
export class CheckIns {
  private readonly checkInsOfPieces = new BatchLoader(({ namespace }: { readonly namespace: string }, ids) =>
    this.repository.findCheckInsOfPieces(namespace, ids),
  );

  private readonly chunksOfPieces = new BatchLoader(({ namespace }: { readonly namespace: string }, ids) =>
    this.repository.findChunksOfPieces(namespace, ids),
  );

  constructor(private readonly repository: EntitiesRepository) {}

  find(namespace: string, id: string): Promise<CheckIn | undefined> {
    return this.repository.findCheckIn(namespace, id);
  }

  /**
   * Check-ins, newest first.
   *
   * @throws BadUserInputError when `after` is not a cursor of this list
   */
  async list(namespace: string, { first, after, ...filter }: CheckInsArgs): Promise<ConnectionOf<CheckIn>> {
    const [behind] = decodeCursor(after, 'check-ins', ['string']) ?? [];
    return page({
      rows: await this.repository.listCheckIns(namespace, filter, behind, first + 1),
      first,
      after,
      order: 'check-ins',
      key: ({ id }) => [id],
      totalCount: () => this.repository.countCheckIns(namespace, filter),
    });
  }

  /** The last check-in that contained a piece; undefined if the piece was loaded. */
  checkInOf(namespace: string, pieceId: string): Promise<CheckIn | undefined> {
    return this.checkInsOfPieces.load({ namespace }, pieceId);
  }

  /** Id of the chunk of a document from which a piece was last read; undefined if there is none. */
  chunkOf(namespace: string, pieceId: string): Promise<string | undefined> {
    return this.chunksOfPieces.load({ namespace }, pieceId);
  }
}
