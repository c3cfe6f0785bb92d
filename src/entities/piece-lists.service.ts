import { Injectable } from '@nestjs/common';
import { type ConnectionOf, dateOfCursor, decodeCursor, page } from '../common/connection.js';
import { BEHIND_ALL_IDS, END_OF_TIME } from '../common/id-order.js';
import { GraphService } from '../graph/graph.service.js';
import type { PiecesByTimeArgs } from './entities.inputs.js';
import type { Piece } from './entities.model.js';
import { EntitiesService } from './entities.service.js';
import { countPiecesByTime, listPiecesByTime } from './entities.statements.js';

/** Lists the pieces of a namespace by the time at which they were first stored. */
@Injectable()
export class PieceLists {
  constructor(
    private readonly graph: GraphService,
    private readonly pieces: EntitiesService,
  ) {}

  /**
   * Pieces, newest first.
   *
   * @throws BadUserInputError when `after` is not a cursor of this list
   */
  async list(namespace: string, args: PiecesByTimeArgs): Promise<ConnectionOf<Piece>> {
    const { first, after, since = new Date(0) } = args;
    const filter = { infoType: args.infoType ?? null, session: args.session ?? null };
    const [time, beforeId = BEHIND_ALL_IDS] = decodeCursor(after, 'pieces-by-time', ['number', 'string']) ?? [];
    const to = time === undefined ? END_OF_TIME : dateOfCursor(time);
    const asked = { namespace, since, to, page: { ...filter, beforeId }, limit: first + 1 };
    const ids = (await this.graph.run(listPiecesByTime, asked)).map(({ id }) => id);
    const found = await this.pieces.findPieces(namespace, ids);
    return page({
      rows: ids.flatMap((id) => found.get(id) ?? []),
      first,
      after,
      order: 'pieces-by-time',
      key: ({ createdAt, id }) => [createdAt.getTime(), id],
      totalCount: async () => {
        const [row] = await this.graph.run(countPiecesByTime, { namespace, since, page: filter });
        return row?.total ?? 0;
      },
    });
  }
}
