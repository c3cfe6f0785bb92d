import { Injectable } from '@nestjs/common';
import { type ConnectionOf, dateOfCursor, decodeCursor, page } from '../common/connection.js';
import { END_OF_TIME } from '../common/id-order.js';
import { GraphService } from '../graph/graph.service.js';
import type { LearningsByTimeArgs } from './items.inputs.js';
import type { Learning } from './items.model.js';
import { ItemsRepository } from './items.repository.js';
import { countLearningsByTime, type LearningFilter, listLearningsByTime } from './items.statements.js';

/** Lists the learnings of all items of a namespace by time. */
@Injectable()
export class LearningLists {
  constructor(
    private readonly graph: GraphService,
    private readonly items: ItemsRepository,
  ) {}

  /**
   * Learnings, newest first.
   *
   * @throws BadUserInputError when `after` is not a cursor of this list
   */
  async list(namespace: string, args: LearningsByTimeArgs): Promise<ConnectionOf<Learning>> {
    const { first, after, since = new Date(0) } = args;
    const filter: LearningFilter = {
      kind: args.kind ?? null,
      verified: args.verified ?? null,
      awaiting: args.awaitingRecovery ?? null,
    };
    const cursor = decodeCursor(after, 'learnings-by-time', ['number', 'string']);
    const rows = await this.graph.run(listLearningsByTime, {
      namespace,
      since,
      to: cursor ? dateOfCursor(cursor[0]) : END_OF_TIME,
      page: { ...filter, afterId: cursor?.[1] ?? null },
      limit: first + 1,
    });
    const ids = rows.map(({ id }) => id);
    const found = await this.items.findLearnings(namespace, ids);
    return page({
      rows: ids.flatMap((id) => found.get(id) ?? []),
      first,
      after,
      order: 'learnings-by-time',
      key: ({ timestamp, id }) => [timestamp.getTime(), id],
      totalCount: async () => {
        const [row] = await this.graph.run(countLearningsByTime, { namespace, since, page: filter });
        return row?.total ?? 0;
      },
    });
  }
}
