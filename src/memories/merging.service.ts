import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { BadUserInputError, NotFoundError } from '../common/errors.js';
import { compare } from '../common/text.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import type { ContentState } from '../knowledge/kind.js';
import { ChangeDoor, newChange } from '../versions/change.model.js';
import { editRow } from './edit-row.js';
import { MEMORY } from './memories.inputs.js';
import { MemoriesRepository } from './memories.repository.js';
import { MemoriesService } from './memories.service.js';
import type { EditRow, MergeEnd } from './memories.statements.js';
import type { MergeMemoriesArgs } from './merging.inputs.js';
import type { MemoryMerge } from './merging.model.js';
import { assertMayChange } from './rights.js';
import { visibleTo } from './scopes.js';

/** Makes one memory of two that say the same. */
@Injectable()
export class MemoryMerger {
  constructor(
    private readonly repository: MemoriesRepository,
    private readonly memories: MemoriesService,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Merges a memory into another one: it is found and given no more, and its id stands for the other, which takes its tags. The
   * evidence of each stays its own. The same merge again changes nothing.
   *
   * @throws BadUserInputError when both are one, their scopes differ, or one was merged into another before
   * @throws NotFoundError when the caller does not see both
   * @throws ForbiddenError when their scope is wider than a project, and WIDE_WRITES is for others
   */
  async merge(caller: Caller, { source, target }: MergeMemoriesArgs): Promise<MemoryMerge> {
    if (source === target) throw refusal('source', 'notTarget', 'must be another memory than target');
    const viewer = { namespace: caller.namespace, visible: visibleTo(caller) };
    const change = newChange(caller, ChangeDoor.MERGE_MEMORIES, this.clock.now());
    const ids = [source, target].sort(compare);
    const earlier = await this.repository.merge(viewer, ids, change, (ends) =>
      this.rowsOf(caller, { source, target }, ends),
    );
    return {
      changeId: earlier ?? change.id,
      source,
      target,
      message: earlier === undefined ? `"${source}" stands for "${target}" from now on` : 'They were merged before',
      memory: await this.memories.get(caller, target),
    };
  }

  /** @returns what is written, or the change that merged them before */
  private rowsOf(
    caller: Caller,
    { source, target }: MergeMemoriesArgs,
    ends: readonly MergeEnd[],
  ): readonly EditRow[] | string {
    const [from, to] = [source, target].map((id) => {
      const end = ends.find((each) => each.id === id);
      if (!end) throw new NotFoundError('Memory', id);
      return end;
    }) as [MergeEnd, MergeEnd];
    for (const end of [from, to]) assertMayChange(caller, end.id, end, this.config.WIDE_WRITES);
    if (from.into === target && from.change !== null) return from.change;
    for (const [path, { id, into }] of [['source', from] as const, ['target', to] as const]) {
      if (into !== null) throw refusal(path, 'notMerged', `"${id}" was merged into "${into}" and stands for it`);
    }
    if (from.visibility !== to.visibility) {
      const scopes = from.scope === to.scope ? 'projects or teams' : `scopes: ${from.scope} and ${to.scope}`;
      throw refusal(
        'source',
        'sameScope',
        `and target must be seen by the same callers; they are of different ${scopes}`,
      );
    }
    const tags = [...new Set([...to.says.tags, ...from.says.tags])].slice(0, MEMORY.tags.maxEntries);
    const state = ({ says }: MergeEnd, more: ContentState) => ({ ...says, ...more });
    return [
      editRow(caller.namespace, source, state(from, { mergedInto: target })),
      editRow(caller.namespace, target, state(to, { mergedInto: null, tags })),
    ].sort((a, b) => compare(a.id, b.id));
  }
}

function refusal(path: string, rule: string, why: string): BadUserInputError {
  return BadUserInputError.of(path, rule, `${path} ${why}`);
}
