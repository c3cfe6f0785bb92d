import { Injectable } from '@nestjs/common';
import { BatchLoader } from '../../common/batch-loader.js';
import { holdsAt } from '../../common/validity.js';
import { PastService } from '../../search/past.service.js';
import { GLOBAL } from '../document.js';
import {
  type AnswerTime,
  Approximation,
  type Entity,
  type GraphContextEntry,
  type KnowledgeType,
  type Piece,
  type Relation,
} from '../entities.model.js';
import type { RelationCursor } from '../entities.repository.js';
import type { Moment } from './moment.js';
import { type RelationsPage, TimeRepository } from './time.repository.js';

/** For these, answers about another time use current data. */
const APPROXIMATED = Object.values(Approximation);

/** Filter of pieces, applied to their state at the time. */
export interface PieceFilter {
  readonly entityId: string | null;
  readonly knowledgeTypes: readonly KnowledgeType[] | null;
  readonly tags: readonly string[] | null;
}

export interface AroundThen {
  readonly metadata: Record<string, unknown> | null;
  readonly globalMetadata: Record<string, unknown> | null;
  readonly relations: GraphContextEntry[];
}

/** Answers queries about other times: records that were known at one time and valid at another. */
@Injectable()
export class TimeService {
  private readonly entities = new BatchLoader(
    ({ namespace, moment }: { readonly namespace: string; readonly moment: Moment }, ids) =>
      this.repository.findEntities(namespace, ids, moment),
  );

  constructor(
    private readonly repository: TimeRepository,
    private readonly past: PastService,
  ) {}

  /**
   * @returns undefined if the query gives no time
   * @throws BadUserInputError for `asOf` when it is in the future, or before the first knowledge or entity of the
   *   namespace; the message contains the earliest possible time
   */
  async momentOf(
    namespace: string,
    { asOf, validAt }: { readonly asOf?: Date | undefined; readonly validAt?: Date | undefined },
  ): Promise<Moment | undefined> {
    if (!asOf && !validAt) return undefined;
    if (asOf) await this.past.check(namespace, asOf);
    return { asOf: asOf ?? null, validAt: validAt ?? null };
  }

  answerTime({ asOf, validAt }: Moment): AnswerTime {
    return { asOf, validAt, approximated: asOf ? APPROXIMATED : [] };
  }

  async findEntity(namespace: string, id: string, moment: Moment): Promise<Entity | undefined> {
    return this.entities.load({ namespace, moment }, id);
  }

  /** A piece as it was known at the time; undefined if it was unknown or not valid. */
  async findPiece(namespace: string, id: string, moment: Moment): Promise<Piece | undefined> {
    const piece = (await this.repository.findPieces(namespace, [id], moment)).get(id);
    return piece && holdsAt(piece, moment.validAt) ? piece : undefined;
  }

  /** Ids of a page of pieces that belong to the entity, or belonged to it at the time, ordered by id. */
  listPieces(
    namespace: string,
    entityId: string,
    page: { readonly afterId: string; readonly limit: number },
    moment: Moment,
  ): Promise<string[]> {
    return this.repository.listPieces(namespace, entityId, page, moment);
  }

  /** Those of the pieces that belonged to the entity and were valid at the time, as they were known then. */
  async piecesOf(
    namespace: string,
    entityId: string,
    ids: readonly string[],
    moment: Moment,
  ): Promise<readonly Piece[]> {
    const then = await this.repository.findPieces(namespace, ids, moment);
    return ids
      .flatMap((id) => then.get(id) ?? [])
      .filter((piece) => piece.entityId === entityId && holdsAt(piece, moment.validAt));
  }

  listRelations(
    namespace: string,
    id: string,
    asked: RelationsPage,
    moment: Moment,
  ): Promise<{ relation: Relation; cursor: RelationCursor }[]> {
    return this.repository.listRelations(namespace, id, asked, moment);
  }

  countRelations(namespace: string, id: string, moment: Moment): Promise<{ outgoing: number; incoming: number }> {
    return this.repository.countRelations(namespace, id, moment);
  }

  /** Metadata and relations around an entity at the time; without an entity, only the global metadata. */
  async around(
    namespace: string,
    request: PieceFilter & { readonly depth: number; readonly limit: number },
    moment: Moment,
  ): Promise<AroundThen> {
    const { entityId, depth, limit } = request;
    const [profiles, found] = await Promise.all([
      this.repository.findProfiles(namespace, [GLOBAL, ...(entityId === null ? [] : [entityId])], moment),
      entityId === null ? [] : this.repository.retrieve(namespace, { entityId, depth, limit }, moment),
    ]);
    const ids = [...new Set(found.flatMap(({ pieceId }) => pieceId ?? []))];
    const pieces = await this.repository.findPieces(namespace, ids, moment);
    return {
      metadata: entityId === null ? null : (profiles.get(entityId) ?? null),
      globalMetadata: profiles.get(GLOBAL) ?? null,
      relations: found.map(({ pieceId, ...relation }) => {
        const piece = pieces.get(pieceId ?? '');
        return { ...relation, piece: piece && fits(piece, request, moment) ? piece : null };
      }),
    };
  }
}

function fits(piece: Piece, { entityId, knowledgeTypes, tags }: PieceFilter, { validAt }: Moment): boolean {
  return (
    holdsAt(piece, validAt) &&
    (piece.entityId === null || piece.entityId === entityId) &&
    (knowledgeTypes?.includes(piece.knowledgeType) ?? true) &&
    (tags?.some((tag) => piece.tags.includes(tag)) ?? true)
  );
}
