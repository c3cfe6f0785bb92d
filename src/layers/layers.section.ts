import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { type Piece, RetrievalMerge } from './layers.model.js';
import { LayersService } from './layers.service.js';
import type { ContextRequest, SectionHit, SectionSource, SectionWriter } from '../knowledge/section.js';
import { pieceSections } from './piece.text.js';

/** Most relations of the active entity. */
const RELATIONS = 20;
/** Relations that are looked at where some may be left out. */
const LOOKED_AT = 200;

/** Pieces by info type, with the profile of the active entity and its relations. */
@Injectable()
export class PieceSection implements SectionSource {
  constructor(private readonly knowledge: LayersService) {}

  /** The profile of an entity is worth having, whatever the search finds. */
  standsAlone({ entityId }: ContextRequest): boolean {
    return entityId !== undefined;
  }

  async prepare(caller: Caller, hits: readonly SectionHit[], request: ContextRequest): Promise<SectionWriter> {
    const { depth, validAt, excluded } = request;
    // Without a query nothing is searched again.
    const found = await this.knowledge.retrieve(caller, {
      query: '',
      depth,
      first: 1,
      firstRelations: excluded ? LOOKED_AT : RELATIONS,
      merge: RetrievalMerge.MAX,
      ...(request.entityId !== undefined && { entityId: request.entityId }),
      ...(validAt && { validAt }),
    });
    const { metadata, globalMetadata, graphContext } = excluded
      ? await this.knowledge.aroundApart(caller, found, excluded.sessions, RELATIONS)
      : found;
    const pieces = hits.map(({ knowledge }) => knowledge as Piece);
    return pieceSections(pieces, { entityId: found.entityId, metadata, globalMetadata, relations: graphContext });
  }
}
