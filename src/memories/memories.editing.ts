import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { LastingConflictError } from '../common/errors.js';
import { byId } from '../common/text.js';
import type { ContentState, Restoring } from '../knowledge/kind.js';
import { EmbeddingService } from '../embedding/embedding.service.js';
import { ChangeDoor, newChange } from '../versions/change.model.js';
import { VersionsService } from '../versions/versions.service.js';
import { type Hold, type HoldsAsked, UndoDoors, type UndoneThing, type UndoWrite } from '../versions/undo.model.js';
import { cleanContent } from './content.js';
import { editRow } from './edit-row.js';
import type { EditMemoryArgs } from './memories.inputs.js';
import { MemoriesRepository } from './memories.repository.js';
import type { EditRow, Sight } from './memories.statements.js';
import { assertMayChange, mayChange } from './rights.js';
import { visibleTo } from './scopes.js';

/** Changes the content of memories: edits, restored versions and undone changes. */
@Injectable()
export class MemoryEditor {
  constructor(
    private readonly repository: MemoriesRepository,
    private readonly embedding: EmbeddingService,
    private readonly clock: Clock,
    private readonly saying: VersionsService,
    doors: UndoDoors,
  ) {
    doors.add({
      prefixes: ['memory'],
      holds: (namespace, asked) => this.holds(namespace, asked),
      sight: (caller, refs) => this.sight(caller, refs),
      write: (undo, things) => this.writeUndone(undo, things),
    });
  }

  /**
   * Sets the content of a memory to an earlier version or an edited one. Confidence, scope and evidence stay
   * unchanged.
   *
   * @throws ConflictError when its version differs from the expected one, or it was merged into another memory
   * @throws ForbiddenError when its scope is wider than a project and this caller is of another project, which may not
   * change it
   */
  async restore({ caller, expected, isEdit = false }: Restoring, id: string, state: ContentState): Promise<void> {
    const { namespace } = caller;
    const [found] = await this.repository.sight({ namespace, visible: visibleTo(caller) }, [`memory:${id}`]);
    if (found) assertMayChange(caller, id, found);
    if (found?.mergedInto) {
      throw new LastingConflictError(
        `Memory "${id}" was merged into "${found.mergedInto}" and stands for it; undo the merge first, or write that one`,
      );
    }
    // The earlier version may contain a merge into another memory. Restoring content does not restore the merge.
    const rows = [editRow(namespace, id, { ...state, mergedInto: null })];
    const change = newChange(caller, isEdit ? ChangeDoor.EDIT : ChangeDoor.RESTORE, this.clock.now());
    const vectors = await this.prepared(rows);
    await this.repository.edit(namespace, { rows, change, expected: () => expected, vectors });
  }

  /**
   * Edits fields of a memory and records a new version.
   *
   * @throws NotFoundError when the caller cannot see the memory
   * @throws ConflictError when its version differs from the expected one
   */
  async edit(caller: Caller, { id, version, ...given }: EditMemoryArgs): Promise<void> {
    const standing = await this.repository.standing({ namespace: caller.namespace, visible: visibleTo(caller) }, id);
    await this.saying.edit(caller, `memory:${standing ?? id}`, cleanContent(given), version);
  }

  private async writeUndone(undo: UndoWrite, things: readonly UndoneThing[]): Promise<void> {
    const { caller, change, begin } = undo;
    const { namespace } = caller;
    const rows = things.flatMap(({ id, becomes }) => (becomes ? [editRow(namespace, id, becomes)] : [])).sort(byId);
    const goes = things.flatMap(({ was, ...thing }) => (was && !thing.becomes ? [{ ...thing, was }] : [])).sort(byId);
    const numbers = new Map(things.map(({ ref, was }) => [ref, was?.number ?? 0]));
    const vectors = await this.prepared(rows);
    const expected = (ref: string) => numbers.get(ref);
    await this.repository.edit(namespace, { rows, change, expected, vectors, undo: goes }, begin);
  }

  /** Finds memories that an undo may not remove, because other memories are still merged into them. */
  private async holds(namespace: string, { refs, changing, base }: HoldsAsked): Promise<ReadonlyMap<string, Hold>> {
    const merges = [ChangeDoor.MERGE_MEMORIES, ChangeDoor.RECORD_MEMORY].includes(base.door);
    const without = merges ? changing.map((ref) => ref.slice('memory:'.length)) : [];
    const rows = await this.repository.mergeHolds(namespace, refs, without);
    return new Map(rows.map(({ ref, change }) => [ref, { whole: true, need: [], by: change }]));
  }

  /** Returns for each memory whether the caller may change it, which is a condition of an undo. */
  private async sight(caller: Caller, refs: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
    const rows = await this.repository.sight({ namespace: caller.namespace, visible: visibleTo(caller) }, refs);
    const may = (memory: Sight) => memory.seen && mayChange(caller, memory);
    return new Map(rows.map((memory) => [memory.ref, may(memory)]));
  }

  private prepared(rows: readonly EditRow[]) {
    return this.embedding.prepare(
      rows.map(({ id, memory: { title, text } }) => ({ ref: `memory:${id}`, title, text })),
    );
  }
}
