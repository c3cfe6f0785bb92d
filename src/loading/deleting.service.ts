import { Injectable } from '@nestjs/common';
import { type NewAct, newAct, record } from '../audit/recording.js';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { ConflictError } from '../common/errors.js';
import { GraphService } from '../graph/graph.service.js';
import { ReceiptsService } from '../knowledge/receipts.service.js';
import { Aliases } from '../search/aliases.service.js';
import { VersionKeeper } from '../versions/keeping.service.js';
import { deleteEntity, type DeletionOutcome, listPieceIds } from '../entities/entities.statements.js';
import { KnowledgeWriter } from './knowledge.writer.js';
import { MentionsWorker } from './linking/mentions.worker.js';
import { dropAliases } from './merging/merging.statements.js';
import { refOfEntity, refOfPiece } from '../entities/refs.js';

/** Maximum pieces per transaction when an entity is deleted with its pieces. */
const DELETED_PIECES = 1_000;

/** Deletes pieces and entities for good, with their earlier versions and the copies in context receipts. */
@Injectable()
export class KnowledgeDeleter {
  constructor(
    private readonly graph: GraphService,
    private readonly writer: KnowledgeWriter,
    private readonly receipts: ReceiptsService,
    private readonly versions: VersionKeeper,
    private readonly aliases: Aliases,
    private readonly mentions: MentionsWorker,
    private readonly clock: Clock,
  ) {}

  /**
   * Deletes an entity with its metadata, relations and mentions and, if `withPieces` is true, with its pieces.
   *
   * @returns false if the entity did not exist
   * @throws ConflictError if pieces belong to it and `withPieces` is false, or if the entity was created automatically
   * from a name in texts
   */
  async deleteEntity(caller: Caller, named: string, withPieces: boolean): Promise<boolean> {
    const { namespace } = caller;
    const id = await this.aliases.resolve(namespace, named);
    const act = newAct(caller, 'DELETE', { namespace, ref: `entity:${id}` }, this.clock.now());
    const outcome = await this.dropEntity(id, withPieces, act);
    if (outcome === 'HAS_PIECES') {
      throw new ConflictError(`Pieces belong to the entity "${id}"; delete them first, or with it (withPieces)`);
    }
    if (outcome === 'OF_NAMES') {
      throw new ConflictError(`The entity "${id}" is made of a name in texts, and goes with the last text that has it`);
    }
    if (outcome === 'DELETED') await this.mentions.settle(namespace);
    return outcome === 'DELETED';
  }

  /**
   * Deletes a piece with its mentions, its place in a session and the relations linked to it.
   *
   * @returns false if the piece did not exist
   */
  async deletePiece(caller: Caller, id: string): Promise<boolean> {
    const { namespace } = caller;
    const act = newAct(caller, 'DELETE', { namespace, ref: `piece:${id}` }, this.clock.now());
    const deleted = (await this.deletePieces([id], act)) > 0;
    if (deleted) await this.mentions.settle(namespace);
    return deleted;
  }

  /**
   * Deletes pieces permanently, including hidden ones, with their earlier versions.
   *
   * @returns number of deleted pieces
   */
  async deletePieces(ids: readonly string[], act: NewAct): Promise<number> {
    const { namespace, at } = act;
    await this.receipts.deleteQuotes(namespace, ids.map(refOfPiece));
    return this.writer.locked(namespace, at, async (transaction, layers) => {
      const deleted = await this.writer.dropPieces(transaction, namespace, ids, layers, at);
      if (deleted > 0) await record(transaction, [act]);
      return deleted;
    });
  }

  /**
   * Deletes an entity with its relations and mentions. If `withPieces` is true, its pieces are deleted first, 1,000 per
   * transaction. Then the entity is hidden, and its relations are deleted in parts. Repeating the call continues an
   * interrupted deletion.
   *
   * @returns HAS_PIECES if the entity is kept because pieces belong to it, OF_NAMES if it was created automatically
   * from a name in texts;
   *   undefined if it did not exist
   */
  private async dropEntity(id: string, withPieces: boolean, act: NewAct): Promise<DeletionOutcome | undefined> {
    const { namespace, at: now } = act;
    if (withPieces) {
      const pieces = await this.graph.run(listPieceIds, { namespace, id });
      for (let start = 0; pieces.length - start > DELETED_PIECES; start += DELETED_PIECES) {
        const part = pieces.slice(start, start + DELETED_PIECES).map((piece) => piece.id);
        await this.deletePieces(part, act);
      }
      await this.receipts.deleteQuotes(
        namespace,
        pieces.slice(-DELETED_PIECES).map(({ id }) => refOfPiece(id)),
      );
    }
    const outcome = await this.writer.locked(namespace, now, async (transaction, layers) => {
      if (withPieces) {
        const pieces = await transaction.run(listPieceIds, { namespace, id });
        const ids = pieces.map((piece) => piece.id);
        await this.writer.dropPieces(transaction, namespace, ids, layers, now);
      }
      const [deleted] = await transaction.run(deleteEntity, { namespace, id });
      if (deleted?.outcome === 'DELETED') {
        const aliases = await transaction.run(dropAliases, { namespace, id });
        const ids = [id, ...aliases.map((alias) => alias.id)];
        await this.versions.forget(transaction, namespace, ids.map(refOfEntity));
        await this.versions.forgetRelations(transaction, namespace, { entities: ids });
        await this.writer.relink(transaction, namespace, now, [{ id, ...deleted }, ...aliases]);
        await record(transaction, [act]);
      }
      return deleted?.outcome;
    });
    if (outcome === 'DELETED') while (await this.writer.sweep(namespace, now));
    return outcome;
  }
}
