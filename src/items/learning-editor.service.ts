import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { BadUserInputError, ConflictError, NotFoundError } from '../common/errors.js';
import { GraphService, type GraphTransaction } from '../graph/graph.service.js';
import type { ContentState, Restoring } from '../knowledge/kind.js';
import { ChangeDoor, newChange, type NewChange } from '../versions/change.model.js';
import { VersionKeeper } from '../versions/keeping.service.js';
import { UndoDoors, type UndoneThing, type UndoWrite } from '../versions/undo.model.js';
import { VersionsService } from '../versions/versions.service.js';
import { learningHash } from './catalog.js';
import { parsed } from './item.js';
import type { EditLearningArgs } from './items.inputs.js';
import { type Learning, LearningKind } from './items.model.js';
import { ItemsRepository } from './items.repository.js';
import {
  completeLearning,
  restoreVerdict,
  saveLearnings,
  type SavedLearning,
  verifyLearning,
} from './items.statements.js';
import { foreignTo } from './learning.js';
import { learningPart, learningRef } from './learning-content.js';

/** A person's verdict on a learning, and what stood before. */
interface Verdict {
  readonly id: string;
  readonly said: boolean;
  /** The earlier verdict of a person; null if there was none. */
  readonly byPerson: boolean | null;
  readonly verified: boolean;
}

/** Changes the content of learnings: edits, recoveries found later, restored versions and undone changes. */
@Injectable()
export class LearningEditor {
  constructor(
    private readonly graph: GraphService,
    private readonly repository: ItemsRepository,
    private readonly versions: VersionKeeper,
    private readonly saying: VersionsService,
    private readonly clock: Clock,
    doors: UndoDoors,
  ) {
    doors.add({ prefixes: [learningPart.refPrefix], write: (undo, things) => this.writeUndone(undo, things) });
    doors.decides(ChangeDoor.VERIFY_LEARNING, async (transaction, { caller: { namespace }, stands, was }) => {
      const { id, said, byPerson, verified } = was as Verdict;
      const [now, next] = stands ? [byPerson, said] : [said, byPerson];
      return (await transaction.run(restoreVerdict, { namespace, id, now, next, verified })).length > 0;
    });
  }

  /**
   * Edits fields of a learning and records a new version. Omitted fields keep their values.
   *
   * @throws NotFoundError when the learning does not exist
   * @throws ConflictError when its version differs from the expected one
   * @throws BadUserInputError when this kind of learning cannot have one of the fields
   */
  async edit({ id, version, ...given }: EditLearningArgs, caller: Caller): Promise<void> {
    const learning = await this.whole(caller.namespace, id);
    const problems = foreignTo(learning.kind, given);
    if (problems.length > 0) throw new BadUserInputError(problems);
    const said = Object.entries(given).flatMap(([field, value]: [string, unknown]) => {
      if (value === undefined || value === null) return [];
      if (typeof value === 'string') return [[field, value]];
      return [[field, JSON.stringify(value)]];
    });
    await this.saying.edit(caller, learningRef(id), Object.fromEntries(said) as ContentState, version);
  }

  /**
   * Records the approach that worked after a failure whose recovery was unknown. Repeating the same text changes
   * nothing.
   *
   * @returns id of the change; null if the text was recorded before
   * @throws NotFoundError when the learning does not exist
   * @throws ConflictError when it has another recovery already, or is a human correction, which has no recovery
   */
  async complete(caller: Caller, id: string, recoveryApproach: string): Promise<string | null> {
    const { namespace } = caller;
    const learning = await this.whole(namespace, id);
    if (learning.kind !== LearningKind.SELF_EXPLORATION) {
      throw new ConflictError(`Learning "${id}" is a human correction; only a failure of the agent has a recovery`);
    }
    // Catalog imports recognise a learning by the hash of its content, which changes here.
    const contentHash = learningHash(learning.itemId, { ...learning, recoveryApproach });
    const change = newChange(caller, ChangeDoor.COMPLETE_LEARNING, this.clock.now());
    const touched = [{ ref: learningRef(id), change }];
    const [stored] = await this.graph.transaction((transaction) =>
      this.versions.around(transaction, { namespace, of: learningPart, touched }, () =>
        transaction.run(completeLearning, { namespace, id, recoveryApproach, contentHash }),
      ),
    );
    if (!stored) throw new NotFoundError('Learning', id);
    if (stored.recoveryApproach !== recoveryApproach)
      throw new ConflictError(`Learning "${id}" has another recovery already; the first one stands`);
    return learning.recoveryApproach === null ? change.id : null;
  }

  /**
   * Records a person's verdict on whether a learning is right.
   *
   * @returns id of the change; null if the verdict was recorded before
   * @throws NotFoundError when the learning does not exist
   */
  async verify(caller: Caller, id: string, verified: boolean): Promise<string | null> {
    const { namespace } = caller;
    const change = newChange(caller, ChangeDoor.VERIFY_LEARNING, this.clock.now());
    const found = await this.graph.transaction(async (transaction) => {
      const [row] = await transaction.run(verifyLearning, { namespace, id, verified });
      if (row?.changed) {
        const was: Verdict = { id, said: verified, byPerson: row.byPerson, verified: row.verified };
        await this.versions.note(transaction, [{ namespace, change, refs: [learningRef(id)], was }]);
      }
      return row;
    });
    if (!found) throw new NotFoundError('Learning', id);
    return found.changed ? change.id : null;
  }

  /**
   * Sets the content of a learning to an earlier version or an edited one.
   *
   * @throws ConflictError when its version differs from the expected one
   */
  async restore({ caller, expected, isEdit = false }: Restoring, id: string, state: ContentState): Promise<void> {
    const change = newChange(caller, isEdit ? ChangeDoor.EDIT : ChangeDoor.RESTORE, this.clock.now());
    const row = await this.row(caller.namespace, id, state);
    if (!row) throw new NotFoundError('Learning', id);
    await this.graph.transaction((transaction) =>
      this.save(transaction, caller.namespace, [row], change, () => expected),
    );
  }

  /** No change that can be undone creates a learning, so an undo never removes one. */
  private async writeUndone({ caller, change, begin }: UndoWrite, things: readonly UndoneThing[]): Promise<void> {
    const { namespace } = caller;
    const numbers = new Map(things.map(({ ref, was }) => [ref, was?.number ?? 0]));
    const rows = await Promise.all(
      things.flatMap(({ id, becomes }) => (becomes ? [this.row(namespace, id, becomes)] : [])),
    );
    const present = rows.flatMap((row) => row ?? []);
    await this.graph.transaction(async (transaction) => {
      await begin(transaction);
      await this.save(transaction, namespace, present, change, (ref) => numbers.get(ref));
    });
  }

  private async save(
    transaction: GraphTransaction,
    namespace: string,
    rows: readonly SavedLearning[],
    change: NewChange,
    expected: (ref: string) => number | undefined,
  ): Promise<void> {
    const touched = rows.map(({ id }) => ({ ref: learningRef(id), change, expected: expected(learningRef(id)) }));
    await this.versions.around(transaction, { namespace, of: learningPart, touched }, () =>
      transaction.run(saveLearnings, { namespace, rows }),
    );
  }

  /** The row that writes a learning with this content. */
  private async row(namespace: string, id: string, state: ContentState): Promise<SavedLearning | undefined> {
    const learning = await this.repository.findWholeLearning(namespace, id);
    if (!learning) return undefined;
    const text = (field: string) => {
      const value = state[field];
      return typeof value === 'string' ? value : null;
    };
    const fields = Object.fromEntries(learningPart.content.fields.map((field) => [field, text(field)]));
    const corrected = text('correctedAction');
    const contentHash = learningHash(learning.itemId, {
      ...learning,
      task: text('task') ?? '',
      originalAction: parsed(text('originalAction') ?? '{}'),
      originalError: text('originalError'),
      recoveryApproach: text('recoveryApproach'),
      correctedAction: corrected === null ? null : parsed(corrected),
      humanReasoning: text('humanReasoning'),
      applicationVersion: text('applicationVersion'),
    });
    return { id, fields, contentHash };
  }

  private async whole(namespace: string, id: string): Promise<Learning & { extra: Record<string, unknown> }> {
    const learning = await this.repository.findWholeLearning(namespace, id);
    if (!learning) throw new NotFoundError('Learning', id);
    return learning;
  }
}
