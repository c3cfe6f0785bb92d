import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/caller.js';
import { Clock } from '../../common/clock.js';
import { ConflictError, NotFoundError } from '../../common/errors.js';
import { GraphService } from '../../graph/graph.service.js';
import { ChangeDoor, newChange } from '../../versions/change.model.js';
import { VersionKeeper } from '../../versions/keeping.service.js';
import { UndoDoors } from '../../versions/undo.model.js';
import { UndoService } from '../../versions/undo.service.js';
import { relationPart } from '../../entities/entities.kind.js';
import { KnowledgeUndo } from '../knowledge.undo.js';
import type { DecideContradictionArgs } from './facts.inputs.js';
import { ContradictionDecision } from './facts.model.js';
import { findConflicts, holdTogether } from './facts.statements.js';

/** Decisions of people on facts that contradict one another. */
@Injectable()
export class ContradictionsService {
  constructor(
    private readonly graph: GraphService,
    private readonly writing: KnowledgeUndo,
    private readonly undoing: UndoService,
    private readonly versions: VersionKeeper,
    private readonly clock: Clock,
    doors: UndoDoors,
  ) {
    // KEEP is a decision, REMOVE a change of content. After either is undone, the facts wait again.
    doors.decides(ChangeDoor.DECIDE_CONTRADICTION, async (transaction, { caller: { namespace }, stands, was }) => {
      const { keys } = was as { readonly keys: readonly string[] };
      return (await transaction.run(holdTogether, { namespace, keys, held: stands })).length > 0;
    });
  }

  /**
   * Removes relations, or records that they hold together. KEEP can be repeated.
   *
   * @returns id of the change, which undo reverts; null for a repeated KEEP
   * @throws NotFoundError when one of the relations does not exist
   * @throws ConflictError when they do not belong to one contradiction, or concurrent writes change them
   */
  async decide(caller: Caller, { relations, decision }: DecideContradictionArgs): Promise<string | null> {
    const { namespace } = caller;
    const refs = [...new Set(relations)];
    const keys = await this.keysOf(namespace, refs);
    const change = newChange(caller, ChangeDoor.DECIDE_CONTRADICTION, this.clock.now());
    if (decision === ContradictionDecision.KEEP) {
      return this.graph.transaction(async (transaction) => {
        const rows = await transaction.run(holdTogether, { namespace, keys, held: true });
        if (rows.every(({ was }) => was)) return null;
        await this.versions.note(transaction, [{ namespace, change, refs, was: { keys } }]);
        return change.id;
      });
    }
    const present = await this.undoing.present(namespace, refs);
    const things = refs.map((ref) => {
      const was = present.get(ref);
      if (!was) throw new NotFoundError('Relation', ref);
      return { ref, id: ref.slice('relation:'.length), was, becomes: undefined };
    });
    const base = { id: change.id, door: change.door, at: change.at, stands: true, refs: [] };
    const begin = async (transaction: Parameters<VersionKeeper['beforeGoing']>[0]) => {
      // The change must exist before the relations are removed, because the removal adds their refs to it.
      await this.versions.beforeGoing(transaction, { namespace, of: relationPart }, change, []);
    };
    await this.writing.write({ caller, change, base, sets: [], begin }, things);
    return change.id;
  }

  /** @returns the keys of the relations, all of one contradiction */
  private async keysOf(namespace: string, refs: readonly string[]): Promise<string[]> {
    const found = new Map(
      (await this.graph.run(findConflicts, { namespace, refs })).map(({ ref, ...row }) => [ref, row]),
    );
    const conflicts = new Set<string | null>();
    const keys = refs.map((ref) => {
      const row = found.get(ref);
      if (!row) throw new NotFoundError('Relation', ref);
      conflicts.add(row.conflict);
      return row.key;
    });
    if (conflicts.size > 1 || conflicts.has(null)) {
      throw new ConflictError('The relations do not contradict one another any more; nothing was decided');
    }
    return keys;
  }
}
