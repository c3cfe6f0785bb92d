import { Inject, Injectable } from '@nestjs/common';
import { type Caller, NOTHING_WITHHELD } from '../../common/caller.js';
import { partsOf } from '../../common/parts.js';
import { CONFIG } from '../../config/config.module.js';
import type { Config } from '../../config/config.js';
import { entityToken } from '../../knowledge/facets.js';
import { Aliases } from '../../search/aliases.service.js';
import type { SearchHit } from '../../search/search.model.js';
import { SearchService } from '../../search/search.service.js';
import { type KnowledgeDocument, type PieceRecord, pieceIdOf } from '../../entities/document.js';
import { knowledgeTypeToken } from '../../entities/facets.js';
import { pieceKind } from '../../entities/entities.kind.js';
import type { Piece, PossibleSupersession, SamePiece } from '../../entities/entities.model.js';
import { EntitiesRepository } from '../../entities/entities.repository.js';
import { compared, type Comparison, Difference, Likeness, valuesOf } from '../../common/likeness/likeness.js';
import { signsOf } from '../../common/likeness/signs.js';

/** Maximum number of pieces of a document that are compared with stored pieces. Each comparison needs a search. */
const MOST_COMPARED = 100;
/** Number of nearest stored pieces with which each piece is compared. */
const NEAREST = 10;
const AT_ONCE = 5;

/** A document without pieces whose content is already stored. */
export interface Judged {
  /** Relations of left-out pieces refer to the stored pieces instead. */
  readonly document: KnowledgeDocument;
  readonly duplicates: readonly SamePiece[];
  readonly doubts: readonly PossibleSupersession[];
}

/** Finds pieces of a document whose content is already stored, or that may supersede stored pieces. */
@Injectable()
export class NoveltyService {
  constructor(
    private readonly search: SearchService,
    private readonly repository: EntitiesRepository,
    private readonly aliases: Aliases,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Compares the first 100 pieces whose ids were made by the service with the nearest stored pieces of the same entity
   * and type. Pieces of sessions and chunks of documents are not compared, nor are pieces whose id is already stored,
   * because they are repetitions.
   */
  async judge(caller: Caller, document: KnowledgeDocument, isOurs = hasOwnId): Promise<Judged> {
    const own = document.pieces.filter((piece) => isOurs(piece) && piece.session === null && piece.replaces !== true);
    const stored = await this.repository.findPieceTexts(
      caller.namespace,
      own.map(({ id }) => id),
    );
    const asked = own.filter(({ id }) => !stored.has(id)).slice(0, MOST_COMPARED);
    if (asked.length === 0) return { document, duplicates: [], doubts: [] };
    const owners = asked.flatMap(({ entityId }) => entityId ?? []);
    const targets = await this.aliases.targetsOf(caller.namespace, owners);
    const same = new Map<string, string>();
    const doubts: PossibleSupersession[] = [];
    const first = new Map<string, string>();
    for (const part of partsOf(asked, { whole: AT_ONCE, part: AT_ONCE })) {
      const found = await Promise.all(part.map((piece) => this.nearest(caller, piece, targets)));
      part.forEach((piece, n) => {
        const said = saidBy(piece);
        const twin = first.get(said);
        first.set(said, twin ?? piece.id);
        if (twin !== undefined) same.set(piece.id, twin);
        else this.compare(piece, found[n] ?? [], same, doubts);
      });
    }
    return {
      document: {
        ...document,
        pieces: document.pieces.filter(({ id }) => !same.has(id)),
        edges: document.edges.map((edge) => {
          const known = edge.pieceId === null ? undefined : same.get(edge.pieceId);
          return known === undefined ? edge : { ...edge, pieceId: known };
        }),
      },
      duplicates: asked.flatMap(({ id, index }) => {
        const known = same.get(id);
        return known === undefined ? [] : [{ index, pieceId: known }];
      }),
      doubts,
    };
  }

  private compare(
    piece: PieceRecord,
    hits: readonly SearchHit[],
    same: Map<string, string>,
    doubts: PossibleSupersession[],
  ): void {
    const found = hits.map(({ knowledge, explain }) => {
      const stored = knowledge as Piece;
      return { stored, ...this.likeness(piece, stored, explain.cosine ?? undefined) };
    });
    const known = found.find(({ likeness }) => likeness === Likeness.SAME);
    if (known) {
      same.set(piece.id, known.stored.id);
      return;
    }
    for (const { stored, likeness, differences } of found) {
      if (likeness === Likeness.DOUBTFUL) doubts.push({ newerId: piece.id, olderId: stored.id, differences });
    }
  }

  private likeness(piece: PieceRecord, stored: Piece, cosine: number | undefined): Comparison {
    const comparison = compared(piece.content, stored.content, cosine, this.config.NEAR_COSINE);
    const isDated =
      isAt(piece.occurredAt, stored.occurredAt) &&
      isAt(piece.validity?.from, stored.validFrom) &&
      isAt(piece.validity?.to, stored.validTo);
    if (comparison.likeness !== Likeness.SAME || isDated) return comparison;
    return { likeness: Likeness.DOUBTFUL, differences: [Difference.DATE] };
  }

  private async nearest(
    caller: Caller,
    { content, entityId, knowledgeType }: PieceRecord,
    targets: ReadonlyMap<string, string>,
  ): Promise<readonly SearchHit[]> {
    const owner = entityId === null ? '' : (targets.get(entityId) ?? entityId);
    const { hits } = await this.search.search(
      { ...caller, withheld: NOTHING_WITHHELD },
      {
        query: content,
        kinds: [pieceKind.name],
        required: { [pieceKind.name]: [[entityToken(owner)], [knowledgeTypeToken(knowledgeType)]] },
        first: NEAREST,
      },
    );
    return hits.filter(({ knowledge }) => {
      const { citation, session } = knowledge as Piece;
      return citation === null && session === null;
    });
  }
}

/** True if the caller gave no id, so that the service made one. */
function hasOwnId({ id, content, entityId }: PieceRecord): boolean {
  return id === pieceIdOf(content, entityId);
}

function saidBy({ content, entityId, knowledgeType, occurredAt, validity }: PieceRecord): string {
  return JSON.stringify([entityId, knowledgeType, occurredAt, validity, valuesOf(signsOf(content)) || content]);
}

function isAt(a: Date | null | undefined, b: Date | null): boolean {
  return (a?.getTime() ?? null) === (b?.getTime() ?? null);
}
