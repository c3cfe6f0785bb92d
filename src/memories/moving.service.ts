import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { BadUserInputError, ForbiddenError } from '../common/errors.js';
import { GraphService } from '../graph/graph.service.js';
import { type MovedMemories, MemoryScope } from './memories.model.js';
import type { MoveMemoriesArgs } from './moving.inputs.js';
import { listMovable, moveMemories } from './moving.statements.js';
import { visibilityOf } from './scopes.js';

/** Maximum number of memories moved per transaction. */
const MOVED_AT_ONCE = 500;

/** Moves memories to another project, for example those recorded before the project had a name. */
@Injectable()
export class MemoryMover {
  constructor(
    private readonly graph: GraphService,
    private readonly clock: Clock,
  ) {}

  /**
   * Moves the memories in the caller's project scope. Those of a team, the organisation or other projects stay. One
   * call moves at most 500; repeat it to move the rest.
   *
   * @throws BadUserInputError when they are in that project already
   * @throws ForbiddenError when the caller's key does not give access to the target project
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
