import { Injectable } from '@nestjs/common';
import { type ConnectionOf, decodeCursor, page } from '../common/connection.js';
import { BEHIND_ALL_IDS } from '../common/id-order.js';
import { GraphService } from '../graph/graph.service.js';
import type { AdaptiveTasksArgs, LearnedStrategiesArgs } from './adaptive.inputs.js';
import type { AdaptiveTask } from './adaptive.model.js';
import type { Strategy } from './strategy.model.js';
import { AdaptiveRepository } from './adaptive.repository.js';
import { countStrategies, countTasks, listStrategyIds, listTasks } from './adaptive.statements.js';

/** Lists tasks and strategies of a namespace, page by page. */
@Injectable()
export class AdaptiveLists {
  constructor(
    private readonly graph: GraphService,
    private readonly repository: AdaptiveRepository,
  ) {}

  /**
   * A page of tasks, newest first.
   *
   * @throws BadUserInputError when `after` is not a cursor of this list
   */
  async tasks(namespace: string, { first, after, ...filter }: AdaptiveTasksArgs): Promise<ConnectionOf<AdaptiveTask>> {
    const status = filter.status ?? null;
    const [before = BEHIND_ALL_IDS] = decodeCursor(after, 'adaptive-tasks', ['string']) ?? [];
    const ids = (await this.graph.run(listTasks, { namespace, before, status, limit: first + 1 })).map(({ id }) => id);
    const found = await this.repository.findTasks(namespace, ids);
    return page({
      rows: ids.flatMap((id) => found.get(id)?.task ?? []),
      first,
      after,
      order: 'adaptive-tasks',
      key: ({ id }) => [id],
      totalCount: async () => (await this.graph.run(countTasks, { namespace, status }))[0]?.total ?? 0,
    });
  }

  /**
   * A page of strategies, ordered by id, which begins with the kind of request.
   *
   * @throws BadUserInputError when `after` is not a cursor of this list
   */
  async strategies(namespace: string, args: LearnedStrategiesArgs): Promise<ConnectionOf<Strategy>> {
    const { first, after, pattern = null } = args;
    const [behind = ''] = decodeCursor(after, 'strategies', ['string']) ?? [];
    const asked = { namespace, after: behind, pattern, limit: first + 1 };
    const ids = (await this.graph.run(listStrategyIds, asked)).map(({ id }) => id);
    const found = await this.repository.findStrategies(namespace, ids);
    return page({
      rows: ids.flatMap((id) => found.get(id) ?? []),
      first,
      after,
      order: 'strategies',
      key: ({ id }) => [id],
      totalCount: async () => (await this.graph.run(countStrategies, { namespace, pattern }))[0]?.total ?? 0,
    });
  }
}
