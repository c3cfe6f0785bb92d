import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { ChangeDoor, newChange } from '../versions/change.model.js';
import { UndoService } from '../versions/undo.service.js';
import { checkIns } from './check-ins.counter.js';
import { EntitiesRepository } from '../entities/entities.repository.js';
import { KnowledgeWriter } from './knowledge.writer.js';
import { MentionsWorker } from './linking/mentions.worker.js';

/** Undoes check-ins whose text was read again or removed. */
@Injectable()
export class CheckInUndo {
  constructor(
    private readonly repository: EntitiesRepository,
    private readonly writer: KnowledgeWriter,
    private readonly undoing: UndoService,
    private readonly mentions: MentionsWorker,
    private readonly clock: Clock,
  ) {}

  /** Deletes a check-in permanently, with the records that only this check-in contained. */
  async delete(caller: Caller, id: string): Promise<void> {
    const change = newChange(caller, ChangeDoor.UNDO_CHECK_IN, this.clock.now());
    await this.writer.undoCheckIn(caller.namespace, id, change);
    await this.mentions.settle(caller.namespace);
  }

  /**
   * Undoes a check-in. If no change is recorded for it (it changed nothing, or is older than the record of changes), the
   * records that only this check-in contained are deleted.
   *
   * @returns false if the check-in does not exist
   */
  async undo(caller: Caller, id: string): Promise<boolean> {
    const { namespace } = caller;
    if (!(await this.repository.findCheckIn(namespace, id))) return false;
    if (await this.undoing.exists(caller, id)) {
      await this.undoing.undo(caller, id, ChangeDoor.UNDO_CHECK_IN);
    } else {
      await this.writer.undoCheckIn(namespace, id, newChange(caller, ChangeDoor.UNDO_CHECK_IN, this.clock.now()));
      await this.mentions.settle(namespace);
    }
    checkIns.inc({ what: 'undone' });
    return true;
  }
}
