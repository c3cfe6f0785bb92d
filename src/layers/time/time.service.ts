import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { BadUserInputError } from '../../common/errors.js';
import { holdsAt } from '../../common/validity.js';
import type { SearchHit } from '../../search/search.model.js';
import { GLOBAL } from '../document.js';
import {
  type AnswerTime,
  Approximation,
  type Entity,
  type GraphContextEntry,
  type KnowledgeType,
  type Piece,
  type Relation,
} from '../layers.model.js';
import type { RelationCursor } from '../layers.repository.js';
import type { Moment } from './moment.js';
import { type RelationsPage, TimeRepository } from './time.repository.js';

/** What pieces a caller asked for, as they were then. */
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

/** What was known at a time, of what was true at a time. */
@Injectable()
export class TimeService {
  constructor(
    private readonly repository: TimeRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns undefined where no time is asked for
   * @throws BadUserInputError at `asOf` when it lies ahead, or before the first entity or piece of the namespace; the message
   *   names the earliest time there is
   */
  async momentOf(
    namespace: string,
    { asOf, validAt }: { readonly asOf?: Date | undefined; readonly validAt?: Date | undefined },
  ): Promise<Moment | undefined> {
    if (!asOf && !validAt) return undefined;
    if (asOf) {
      if (asOf > this.clock.now()) throw BadUserInputError.of('asOf', 'notInFuture', 'asOf must not be in the future');
      const earliest = await this.repository.findBeginning(namespace);
      if (earliest && asOf < earliest) {
        const from = earliest.toISOString();
        throw BadUserInputError.of(
          'asOf',
          'notBeforeFirst',
          `asOf must not be before ${from}, when the first record came`,
        );
      }
    }
    return { asOf: asOf ?? null, validAt: validAt ?? null };
  }

  answerTime({ asOf, validAt }: Moment): AnswerTime {
    return { asOf, validAt, approximated: asOf ? Object.values(Approximation) : [] };
  }

  async findEntity(namespace: string, id: string, moment: Moment): Promise<Entity | undefined> {
    return (await this.repository.findEntities(namespace, [id], moment)).get(id);
  }

  /** As it was known; undefined also where it did not hold. */
  async findPiece(namespace: string, id: string, moment: Moment): Promise<Piece | undefined> {
    const piece = (await this.repository.findPieces(namespace, [id], moment)).get(id);
    return piece && holdsAt(piece, moment.validAt) ? piece : undefined;
  }

  /** Of these pieces of an entity, those that were known to be its own and held, as they were known. */
  async piecesOf(
    namespace: string,
    entityId: string,
    pieces: readonly Piece[],
    moment: Moment,
  ): Promise<readonly Piece[]> {
    const ids = pieces.map(({ id }) => id);
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

  /** What stood around an entity; nothing but the global metadata where none is asked for. */
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

  /**
   * Hits of today as they were: those that came later, did not hold or were not asked for then are left out; the others say what
   * they said, and their scores follow from the trust that they had.
   */
  async hitsAt(
    namespace: string,
    hits: readonly SearchHit[],
    filter: PieceFilter,
    moment: Moment,
    gamma: number,
  ): Promise<SearchHit[]> {
    const pieces = await this.repository.findPieces(
      namespace,
      hits.map(({ id }) => id),
      moment,
    );
    const then = hits.flatMap((hit): SearchHit[] => {
      const knowledge = pieces.get(hit.id);
      if (!knowledge || !fits(knowledge, filter, moment)) return [];
      const { trust } = knowledge;
      if (trust === hit.explain.trust) return [{ ...hit, knowledge }];
      const score = hit.explain.relevance * trust ** gamma;
      return [{ ...hit, knowledge, score, explain: { ...hit.explain, trust } }];
    });
    return then.sort((a, b) => b.score - a.score || (a.ref < b.ref ? -1 : 1));
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
