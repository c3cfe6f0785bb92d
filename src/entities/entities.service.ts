import { Injectable } from '@nestjs/common';
import { BatchLoader } from '../common/batch-loader.js';
import type { Caller } from '../common/caller.js';
import { type ConnectionOf, decodeCursor, page, type Page, withNodes } from '../common/connection.js';
import { Aliases } from '../search/aliases.service.js';
import { Direction, type Entity, type Piece, type Relation } from './entities.model.js';
import { EntitiesRepository, type ListedRelation, type RelationCursor } from './entities.repository.js';
import type { Moment } from './time/moment.js';
import { TimeService } from './time/time.service.js';

const isThere = (entity: Entity | undefined): boolean => entity !== undefined;

interface Namespaced {
  readonly namespace: string;
}
type PiecePage = Namespaced & { readonly afterId: string; readonly limit: number };
type RelationPage = Namespaced & {
  readonly direction: Direction;
  readonly after: RelationCursor | null;
  readonly limit: number;
};

/** Reads entities with their metadata, the pieces about them, and the relations between them. */
@Injectable()
export class EntitiesService {
  private readonly entities = new BatchLoader(({ namespace }: Namespaced, ids) =>
    this.repository.findEntities(namespace, ids),
  );
  private readonly pieces = new BatchLoader(({ namespace }: Namespaced, ids) =>
    this.repository.findPieces(namespace, ids),
  );
  private readonly mentions = new BatchLoader(({ namespace }: Namespaced, ids) =>
    this.repository.listMentions(namespace, ids),
  );
  private readonly piecePages = new BatchLoader(({ namespace, afterId, limit }: PiecePage, ids) =>
    this.repository.listPieces(namespace, ids, afterId, limit),
  );
  private readonly pieceCounts = new BatchLoader(({ namespace }: Namespaced, ids) =>
    this.repository.countPieces(namespace, ids),
  );
  private readonly relationPages = new BatchLoader(({ namespace, ...page }: RelationPage, ids) =>
    this.repository.listRelations(namespace, ids, page),
  );
  private readonly relationCounts = new BatchLoader(({ namespace }: Namespaced, ids) =>
    this.repository.countRelations(namespace, ids),
  );

  constructor(
    private readonly repository: EntitiesRepository,
    private readonly time: TimeService,
    private readonly aliases: Aliases,
  ) {}

  /** Finds an entity by its id, or by the id of an entity that was merged into it. */
  findEntity(namespace: string, id: string): Promise<Entity | undefined> {
    return this.aliases.following(namespace, id, (known) => this.entities.load({ namespace }, known), isThere);
  }

  /** The entity to which a piece belongs, at the time of the piece. */
  async ownerOf(namespace: string, { entityId, moment }: Piece): Promise<Entity | undefined> {
    if (entityId === null) return undefined;
    return moment?.asOf ? this.time.findEntity(namespace, entityId, moment) : this.findEntity(namespace, entityId);
  }

  /** Resolves an id: the same id, or the merge target if the entity was merged into another. */
  resolve(namespace: string, id: string): Promise<string> {
    return this.aliases.resolve(namespace, id);
  }

  hasRelation(namespace: string, ref: string): Promise<boolean> {
    return this.repository.hasRelation(namespace, ref);
  }

  /** Pieces by id; ids that do not exist are left out. */
  findPieces(namespace: string, ids: readonly string[]): Promise<ReadonlyMap<string, Piece>> {
    return this.repository.findPieces(namespace, ids);
  }

  /** Filters out pieces that belong to one of these sessions, or that were ingested only in them. */
  async apart({ namespace }: Caller, pieces: readonly Piece[], sessions: readonly string[]): Promise<readonly Piece[]> {
    const ids = pieces.map(({ id }) => id);
    const excluded = await this.repository.listFromSessions(namespace, ids, sessions);
    return pieces.filter(({ id }) => !excluded.has(id));
  }

  /** @throws BadUserInputError when `asOf` is in the future, or before the first record of the namespace */
  async findEntityAt(
    namespace: string,
    id: string,
    times: { readonly asOf?: Date | undefined; readonly validAt?: Date | undefined },
  ): Promise<Entity | undefined> {
    const moment = await this.time.momentOf(namespace, times);
    if (!moment) return this.findEntity(namespace, id);
    return this.aliases.following(
      namespace,
      id,
      (known) => this.time.findEntity(namespace, known, moment),
      isThere,
      moment.asOf,
    );
  }

  findPiece(namespace: string, id: string, moment?: Moment): Promise<Piece | undefined> {
    return moment ? this.time.findPiece(namespace, id, moment) : this.pieces.load({ namespace }, id);
  }

  async mentionsOf(namespace: string, pieceId: string): Promise<readonly Entity[]> {
    return (await this.mentions.load({ namespace }, pieceId)) ?? [];
  }

  /** @throws BadUserInputError when `after` is not a cursor of this list */
  async listEntities(
    namespace: string,
    { type, first, after }: Page & { readonly type?: string | undefined },
  ): Promise<ConnectionOf<Entity>> {
    const [afterId = ''] = decodeCursor(after, 'entities', ['string']) ?? [];
    const rows = await this.repository.listEntities(namespace, type ?? null, afterId, first + 1);
    const totalCount = () => this.repository.countEntities(namespace, type ?? null);
    return page({ rows, first, after, order: 'entities', key: ({ id }) => [id], totalCount });
  }

  /**
   * @param moment time of which the pieces are listed; then a page may have fewer entries than requested, and
   * totalCount is the current number
   * @throws BadUserInputError when `after` is not a cursor of this list
   */
  async listPieces(
    namespace: string,
    entityId: string,
    { first, after }: Page,
    moment?: Moment,
  ): Promise<ConnectionOf<Piece>> {
    const [afterId = ''] = decodeCursor(after, 'pieces', ['string']) ?? [];
    const asked = { afterId, limit: first + 1 };
    const totalCount = async () => (await this.pieceCounts.load({ namespace }, entityId)) ?? 0;
    if (moment) {
      const ids = await this.time.listPieces(namespace, entityId, asked, moment);
      const listed = page({ rows: ids, first, after, order: 'pieces', key: (id) => [id], totalCount });
      const then = await this.time.piecesOf(namespace, entityId, listed.nodes, moment);
      const pieces = new Map(then.map((piece) => [piece.id, piece]));
      return withNodes(listed, (id) => pieces.get(id));
    }
    const rows = (await this.piecePages.load({ namespace, ...asked }, entityId)) ?? [];
    return page({ rows, first, after, order: 'pieces', key: ({ id }) => [id], totalCount });
  }

  /** @throws BadUserInputError when `after` is not a cursor of this list */
  async listRelations(
    namespace: string,
    entityId: string,
    { direction, first, after }: Page & { readonly direction: Direction },
    moment?: Moment,
  ): Promise<ConnectionOf<Relation>> {
    const order = `relations-${direction}`;
    const [way, key] = decodeCursor(after, order, ['string', 'string']) ?? [];
    const begin = way === undefined || key === undefined ? null : ({ way: way === 'in' ? 'in' : 'out', key } as const);
    const asked = { direction, after: begin, limit: first + 1 };
    const listed: readonly ListedRelation[] = moment
      ? await this.time.listRelations(namespace, entityId, asked, moment)
      : ((await this.relationPages.load({ namespace, ...asked }, entityId)) ?? []);
    const cursors = new Map(listed.map(({ relation, cursor }) => [relation, cursor]));
    const connection = page<Relation>({
      rows: listed.map(({ relation }) => relation),
      first,
      after,
      order,
      key: (relation) => [cursors.get(relation)?.way ?? '', cursors.get(relation)?.key ?? ''],
      totalCount: async () => {
        const counted = moment
          ? this.time.countRelations(namespace, entityId, moment)
          : this.relationCounts.load({ namespace }, entityId);
        const { outgoing = 0, incoming = 0 } = (await counted) ?? {};
        return (direction === Direction.IN ? 0 : outgoing) + (direction === Direction.OUT ? 0 : incoming);
      },
    });
    return connection;
  }
}
