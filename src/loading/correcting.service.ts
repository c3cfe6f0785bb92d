import { Injectable } from '@nestjs/common';
import { newAct, record } from '../audit/recording.js';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { NotFoundError } from '../common/errors.js';
import { VersionKeeper } from '../versions/keeping.service.js';
import { VersionsService } from '../versions/versions.service.js';
import type { EditPieceArgs } from './correcting.inputs.js';
import { FactsKeeper } from './facts/facts.keeper.js';
import type { Piece } from '../entities/entities.model.js';
import { EntitiesService } from '../entities/entities.service.js';
import { deleteLinks, findRelation } from '../entities/entities.statements.js';
import { KnowledgeWriter } from './knowledge.writer.js';
import { endsOfKey, Merged } from './merging/merged.js';
import { listAliases } from './merging/merging.statements.js';
import { refOfRelation } from '../entities/relation.js';

/** Corrections made by people: edits of pieces, and deletion of relations. */
@Injectable()
export class CorrectingService {
  constructor(
    private readonly knowledge: EntitiesService,
    private readonly writer: KnowledgeWriter,
    private readonly saying: VersionsService,
    private readonly versions: VersionKeeper,
    private readonly facts: FactsKeeper,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes fields of a piece, as a new version.
   *
   * @throws NotFoundError when the piece does not exist
   * @throws ConflictError when the current version is not the expected one
   * @throws BadUserInputError when the new content is invalid: validTo is not later than validFrom
   */
  async editPiece(caller: Caller, { id, version, ...given }: EditPieceArgs): Promise<Piece> {
    const fields = Object.fromEntries(
      Object.entries(given).flatMap(([field, value]: [string, unknown]) => {
        if (value === undefined || value === null) return [];
        return [[field, value instanceof Date ? value.toISOString() : value]];
      }),
    );
    await this.saying.edit(caller, `piece:${id}`, fields, version);
    const piece = await this.knowledge.findPiece(caller.namespace, id);
    if (!piece) throw new NotFoundError('Piece', id);
    return piece;
  }

  /**
   * Deletes a relation with its versions.
   *
   * @returns false if the relation did not exist
   */
  deleteRelation(caller: Caller, ref: string): Promise<boolean> {
    const { namespace } = caller;
    const now = this.clock.now();
    return this.writer.locked(namespace, now, async (transaction, { functional }) => {
      const [found] = await transaction.run(findRelation, { namespace, ref });
      if (!found) return false;
      await this.facts.around(transaction, { namespace, functional, now }, [found.key], () =>
        transaction.run(deleteLinks, { namespace, keys: [found.key] }),
      );
      // Versions of relations that were merged into this one are deleted too; otherwise an undo could bring them back.
      const parts = new Merged(await transaction.run(listAliases, { namespace })).partKeys(endsOfKey(found.key));
      await this.versions.forget(transaction, namespace, [ref, ...parts.map(refOfRelation)]);
      await record(transaction, [newAct(caller, 'DELETE', { namespace, ref }, now)]);
      return true;
    });
  }
}
