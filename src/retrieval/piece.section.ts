import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { type Piece, RetrievalMerge } from '../entities/entities.model.js';
import { RetrievalService } from './retrieval.service.js';
import type { ContextRequest, SectionHit, SectionSource, SectionWriter } from '../knowledge/section.js';
import { pieceSections } from './piece.text.js';
import { RelationChoice } from '../entities/relation-choice.js';
import { lookedAt, RelationChooser } from './relations.service.js';

/** Maximum number of relations in a prompt. */
const RELATIONS = 20;
/** Writes pieces by info type, with the profile and the relations of the active entity. */
@Injectable()
export class PieceSection implements SectionSource {
  constructor(
    private readonly retrieval: RetrievalService,
    private readonly relations: RelationChooser,
  ) {}

  /** True if there is an active entity, because its profile is written even if the search finds nothing. */
  standsAlone({ entityId }: ContextRequest): boolean {
    return entityId !== undefined;
  }

  /** Pieces of two entities with the same text say different things. */
  textOf({ knowledge }: SectionHit): string {
    const { entityId, content } = knowledge as Piece;
    return `${entityId ?? ''} ${content}`;
  }

  async prepare(caller: Caller, hits: readonly SectionHit[], request: ContextRequest): Promise<SectionWriter> {
    const { query, depth, asOf, validAt, excluded } = request;
    const isCurrent = !asOf && !validAt && !excluded;
    const around = {
      query: '',
      depth,
      first: 1,
      firstRelations: lookedAt(isCurrent),
      merge: RetrievalMerge.MAX,
      relationsBy: RelationChoice.DISTANCE,
      ...(request.entityId !== undefined && { entityId: request.entityId }),
      ...(asOf && { asOf }),
      ...(validAt && { validAt }),
    };
    const found = await this.retrieval.retrieve(caller, around, { pieces: false });
    const { metadata, globalMetadata, graphContext } = excluded
      ? await this.retrieval.aroundApart(caller, found, excluded.sessions, lookedAt(isCurrent))
      : found;
    const { entityId } = found;
    const { relations, more } = await this.relations.choose(
      caller.namespace,
      { query, entityId, most: RELATIONS, isCurrent },
      graphContext,
    );
    const pieces = hits.map(({ knowledge }) => knowledge as Piece);
    return pieceSections(pieces, { entityId, metadata, globalMetadata, relations, more });
  }
}
