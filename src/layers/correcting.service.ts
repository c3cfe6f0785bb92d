import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { NotFoundError } from '../common/errors.js';
import { VersionsService } from '../versions/versions.service.js';
import type { EditPieceArgs } from './correcting.inputs.js';
import type { Piece } from './layers.model.js';
import { LayersService } from './layers.service.js';
import { LayersWriter } from './layers.writer.js';

/** What a person puts right by hand. */
@Injectable()
export class CorrectingService {
  constructor(
    private readonly knowledge: LayersService,
    private readonly writer: LayersWriter,
    private readonly saying: VersionsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes fields of a piece anew, as a new version.
   *
   * @throws NotFoundError when there is no such piece
   * @throws ConflictError when it has another version than expected
   * @throws BadUserInputError when what it would say is not allowed: a secret, a validTo that is not later than validFrom
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
   * @returns false when there was none
   */
  deleteRelation(namespace: string, ref: string): Promise<boolean> {
    return this.writer.deleteRelation(namespace, ref, this.clock.now());
  }
}
