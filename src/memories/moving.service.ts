import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { BadUserInputError, ForbiddenError } from '../common/errors.js';
import { GraphService } from '../graph/graph.service.js';
import { type MovedMemories, MemoryScope } from './memories.model.js';
import type { MoveMemoriesArgs } from './moving.inputs.js';
import { listMovable, moveMemories } from './moving.statements.js';
import { visibilityOf } from './scopes.js';

/** Memories that are moved in one transaction. */
const MOVED_AT_ONCE = 500;

/** Gives memories to another project, for those that were kept before it had a name. */
@Injectable()
export class MemoryMover {
  constructor(
    private readonly graph: GraphService,
    private readonly clock: Clock,
  ) {}

  /**
   * Moves memories of the caller's project; those of a team or the organisation, and those of other projects, stay. A call
   * moves 500 at most; repeating it moves the rest.
   *
   * @throws BadUserInputError when they are in that project already
   * @throws ForbiddenError when the caller's key does not open that project
   */
  async move(caller: Caller, { to, ids: given }: MoveMemoriesArgs): Promise<MovedMemories> {
    const { namespace, team, project: from } = caller;
    if (caller.projects && !caller.projects.includes(to)) {
      throw new ForbiddenError(`This API key does not open the project "${to}"`);
    }
    if (to === from) throw BadUserInputError.of('to', 'isOther', `to must be another project than "${from}"`);
    const scope = MemoryScope.PROJECT;
    const asked = { namespace, visibility: visibilityOf(scope, { team, project: from }), limit: MOVED_AT_ONCE };
    const ids = given ?? (await this.graph.run(listMovable, asked)).map(({ id }) => id);
    const visibility = visibilityOf(scope, { team, project: to });
    const moved = await this.graph.run(moveMemories, { namespace, ids, from, to, visibility, now: this.clock.now() });
    return { moved: moved.length };
  }
}
