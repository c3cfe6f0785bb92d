import { Args, ArgsType, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { type Caller, DEFAULT_GROUP } from '../common/caller.js';
import { type ConnectionOf, decodeCursor, page, PageArgs } from '../common/connection.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { GraphService } from '../graph/graph.service.js';
import { DistillationService } from './distillation.service.js';
import { Memory } from '../memories/memories.model.js';
import { Session, SessionConnection } from './sessions.model.js';
import { countSessions, listSessions } from './sessions.statements.js';

@ArgsType()
class SessionsArgs extends PageArgs(20) {}

@Resolver(() => Session)
export class SessionsResolver {
  constructor(
    private readonly graph: GraphService,
    private readonly distillation: DistillationService,
  ) {}

  @Needs('reader')
  @Query(() => SessionConnection, {
    description:
      'Sessions that the caller may see, ordered by id. They are conversations, or were queued for distillation.',
  })
  async sessions(
    @CurrentCaller() caller: Caller,
    @Args() { first, after }: SessionsArgs,
  ): Promise<ConnectionOf<Session>> {
    const { namespace, team, project, alsoDefaultProject } = caller;
    const reader = { team, projects: alsoDefaultProject ? [project, DEFAULT_GROUP] : [project] };
    const [behind = ''] = decodeCursor(after, 'sessions', ['string']) ?? [];
    const rows = await this.graph.run(listSessions, { namespace, reader, after: behind, limit: first + 1 });
    return page({
      rows: rows.map(({ session }) => session),
      first,
      after,
      order: 'sessions',
      key: ({ id }) => [id],
      totalCount: async () => {
        const [row] = await this.graph.run(countSessions, { namespace, reader });
        return row?.total ?? 0;
      },
    });
  }

  @ResolveField(() => [Memory], {
    description: 'Memories that were distilled from the session and that the caller may see.',
  })
  memories(@CurrentCaller() caller: Caller, @Parent() { id }: Session): Promise<Memory[]> {
    return this.distillation.memoriesOf(caller, { sessionId: id });
  }
}
