import { Injectable } from '@nestjs/common';
import { BEHIND_ALL_IDS, firstIdOf } from '../common/id-order.js';
import { compare } from '../common/text.js';
import { GraphService } from '../graph/graph.service.js';
import { inChunks } from '../graph/chunks.js';
import {
  type CheckIn,
  Direction,
  type Entity,
  type GraphContextEntry,
  type Piece,
  type Relation,
  TimeBasis,
} from './entities.model.js';
import { pieceOf } from './piece.js';
import { refOfRelation } from './relation.js';
import {
  type Around,
  type AroundEntity,
  countCrowds,
  type CrowdRequest,
  countEntities,
  countCheckIns,
  countPieces,
  countRelations,
  findCheckIns,
  findCheckInsOfPieces,
  findChunksOfPieces,
  findEntities,
  findNextType,
  findPieces,
  findPieceTexts,
  findRelation,
  type FoundAround,
  listCheckIns,
  listEntities,
  listEntitiesOfType,
  listBroughtInSessions,
  listFromSessions,
  listIncomingRelations,
  listCrowd,
  listMentions,
  listOutgoingRelations,
  listPieces,
  retrieve,
  type StoredCheckIn,
  type StoredEntity,
  type StoredRelation,
} from './entities.statements.js';

/** Cursor of a list of relations. */
export interface RelationCursor {
  readonly way: 'out' | 'in';
  readonly key: string;
}

export interface ListedRelation {
  readonly relation: Relation;
  readonly cursor: RelationCursor;
}

/** Filter of a list of check-ins; an absent field does not filter. */
export interface CheckInFilter {
  readonly since?: Date | undefined;
  readonly by?: string | undefined;
}

@Injectable()
export class EntitiesRepository {
  constructor(private readonly graph: GraphService) {}

  async retrieve(around: Around): Promise<{
    metadata: Record<string, unknown> | null;
    globalMetadata: Record<string, unknown> | null;
    relations: GraphContextEntry[];
    /** Whether the active entity exists by this id. */
    isEntity: boolean;
  }> {
    const [found] = await this.graph.run(retrieve, around);
    if (!found) throw new Error('retrieve returns one row');
    return {
      metadata: parsedOrNull(found.metadata),
      globalMetadata: parsedOrNull(found.globalMetadata),
      relations: contextOf(found),
      isEntity: found.isEntity,
    };
  }

  /**
   * The relations of these types around an entity that fit a question best, by words in their other ends, then the
   * latest.
   *
   * @param words beginnings of the words of the question, in lower case
   */
  async listCrowd(namespace: string, crowd: CrowdRequest): Promise<readonly GraphContextEntry[]> {
    const rows = await this.graph.run(listCrowd, { namespace, ...crowd });
    return rows.flatMap(contextOf);
  }

  /**
   * The types of the relations from an entity and to it, in the order of the index, at most `most`. Each costs a query that
   * reads two relations, however many the entity has.
   */
  async listTypes(namespace: string, entityId: string, most: number): Promise<string[]> {
    const types: string[] = [];
    // Keys are `entity\ntype\n…`; a vertical tab follows the line break, so that it stands behind all keys of a type.
    for (let from = `${entityId}\n`; types.length < most;) {
      const [row] = await this.graph.run(findNextType, { namespace, from, until: `${entityId}\u000b` });
      const type = row?.type ?? null;
      if (type === null) break;
      types.push(type);
      from = `${entityId}\n${type}\u000b`;
    }
    return types;
  }

  /** Numbers of relations of these types from an entity and to it, each counted up to `most`. */
  async countCrowds(namespace: string, entityId: string, types: readonly string[], most: number) {
    return this.graph.run(countCrowds, { namespace, entityId, types, most });
  }

  async findEntities(namespace: string, ids: readonly string[]): Promise<Map<string, Entity>> {
    const rows = await this.graph.run(findEntities, { namespace, ids });
    return new Map(rows.map(({ entity }) => [entity.id, entityOf(entity)]));
  }

  /** A page of entities, ordered by id, that begins after `afterId`. */
  async listEntities(namespace: string, type: string | null, afterId: string, limit: number): Promise<Entity[]> {
    const page = { namespace, afterId, limit };
    const rows = await (type === null
      ? this.graph.run(listEntities, page)
      : this.graph.run(listEntitiesOfType, { ...page, type }));
    return rows.map(({ entity }) => entityOf(entity));
  }

  async countEntities(namespace: string, type: string | null): Promise<number> {
    const [row] = await this.graph.run(countEntities, { namespace, type });
    return row?.total ?? 0;
  }

  async hasRelation(namespace: string, ref: string): Promise<boolean> {
    return (await this.graph.run(findRelation, { namespace, ref })).length > 0;
  }

  async findPieces(namespace: string, ids: readonly string[]): Promise<Map<string, Piece>> {
    const rows = await this.graph.run(findPieces, { namespace, ids });
    return new Map(rows.map(({ piece }) => [piece.id, pieceOf(piece)]));
  }

  /** Ids of the pieces that belong to one of these sessions, or that were ingested only in them. */
  async listFromSessions(
    namespace: string,
    ids: readonly string[],
    sessions: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const rows = await this.graph.run(listFromSessions, { namespace, ids, sessions });
    return new Set(rows.map(({ id }) => id));
  }

  /** The profiles and relations among the given ones that were ingested in these sessions and have no other source. */
  async listBroughtInSessions(
    namespace: string,
    around: AroundEntity & { readonly known: Date | null },
    sessions: readonly string[],
  ): Promise<{ readonly profileIds: ReadonlySet<string>; readonly keys: ReadonlySet<string> }> {
    const [found] = await this.graph.run(listBroughtInSessions, { namespace, ...around, sessions });
    return { profileIds: new Set(found?.profileIds), keys: new Set(found?.keys) };
  }

  /** The current texts of pieces that are embedded, by id of the piece. */
  async findPieceTexts(
    namespace: string,
    ids: readonly string[],
  ): Promise<Map<string, { title: string; text: string }>> {
    const rows = await inChunks(ids, (chunk) => this.graph.run(findPieceTexts, { namespace, ids: chunk }));
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** A page of the pieces of each entity: ids after `afterId`, ascending. */
  async listPieces(
    namespace: string,
    ids: readonly string[],
    afterId: string,
    limit: number,
  ): Promise<Map<string, Piece[]>> {
    const rows = await this.graph.run(listPieces, { namespace, ids, afterId, limit });
    return grouped(
      rows,
      ({ ownerId }) => ownerId,
      ({ piece }) => pieceOf(piece),
    );
  }

  async countPieces(namespace: string, ids: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.graph.run(countPieces, { namespace, ids });
    return new Map(rows.map(({ id, total }) => [id, total]));
  }

  /** The mentioned entities of each piece, by id. */
  async listMentions(namespace: string, ids: readonly string[]): Promise<Map<string, Entity[]>> {
    return grouped(
      await this.graph.run(listMentions, { namespace, ids }),
      ({ pieceId }) => pieceId,
      ({ entity }) => entityOf(entity),
    );
  }

  /** Relations of each entity: outgoing ones by type, target and piece, then incoming ones by type, source and piece. */
  async listRelations(
    namespace: string,
    ids: readonly string[],
    page: {
      readonly direction: Direction;
      readonly after: RelationCursor | null;
      readonly limit: number;
    },
  ): Promise<Map<string, ListedRelation[]>> {
    const { direction, after, limit } = page;
    const [outgoing, incoming] = await Promise.all([
      direction === Direction.IN || after?.way === 'in'
        ? []
        : this.graph.run(listOutgoingRelations, { namespace, ids, after: after?.key ?? '', limit }),
      direction === Direction.OUT
        ? []
        : this.graph.run(listIncomingRelations, {
            namespace,
            ids,
            after: after?.way === 'in' ? after.key : '',
            limit,
          }),
    ]);
    const listed = [
      ...outgoing.map((row) => ({ ...row, cursor: { way: 'out' as const, key: row.relation.key } })),
      ...incoming.map((row) => ({ ...row, cursor: { way: 'in' as const, key: row.relation.reverseKey } })),
    ];
    const all = grouped(
      listed,
      ({ entityId }) => entityId,
      ({ relation, cursor }) => ({ relation: relationOf(relation), cursor }),
    );
    return new Map([...all].map(([id, relations]) => [id, relations.slice(0, limit)]));
  }

  async countRelations(
    namespace: string,
    ids: readonly string[],
  ): Promise<Map<string, { outgoing: number; incoming: number }>> {
    const rows = await this.graph.run(countRelations, { namespace, ids });
    return new Map(rows.map(({ id, ...counts }) => [id, counts]));
  }

  async findCheckIn(namespace: string, id: string): Promise<CheckIn | undefined> {
    const [row] = await this.graph.run(findCheckIns, { namespace, ids: [id] });
    return row && checkInOf(row.checkIn);
  }

  /** At most `limit` check-ins, newest first, beginning after the one with the id `after`. */
  async listCheckIns(
    namespace: string,
    { since, by }: CheckInFilter,
    after: string | undefined,
    limit: number,
  ): Promise<CheckIn[]> {
    const asked = { namespace, from: firstIdOf(since), by: by ?? null, before: after ?? BEHIND_ALL_IDS, limit };
    const ids = (await this.graph.run(listCheckIns, asked)).map(({ id }) => id);
    const rows = await this.graph.run(findCheckIns, { namespace, ids });
    return rows.map(({ checkIn }) => checkInOf(checkIn)).sort((a, b) => compare(b.id, a.id));
  }

  async countCheckIns(namespace: string, { since, by }: CheckInFilter): Promise<number> {
    const [row] = await this.graph.run(countCheckIns, { namespace, from: firstIdOf(since), by: by ?? null });
    return row?.total ?? 0;
  }

  /** The last check-in that contained each piece. */
  async findCheckInsOfPieces(namespace: string, ids: readonly string[]): Promise<Map<string, CheckIn>> {
    const rows = await this.graph.run(findCheckInsOfPieces, { namespace, ids });
    return new Map(rows.map(({ pieceId, checkIn }) => [pieceId, checkInOf(checkIn)]));
  }

  /** For each piece, the id of the chunk from which an LLM last read it. */
  async findChunksOfPieces(namespace: string, ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.graph.run(findChunksOfPieces, { namespace, ids });
    return new Map(rows.map(({ pieceId, chunkId }) => [pieceId, chunkId]));
  }
}

function grouped<Row, Value>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  valueOf: (row: Row) => Value,
): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row)) ?? [];
    groups.set(keyOf(row), group);
    group.push(valueOf(row));
  }
  return groups;
}

export function entityOf({ id, type, label, properties, metadata }: StoredEntity): Entity {
  return { id, type, label, properties: { ...parsedOrNull(properties), ...parsedOrNull(metadata) } };
}

export function relationOf({ key, type, pieceId, properties, source, target, ...times }: StoredRelation): Relation {
  const given = propertiesOf(properties, pieceId);
  const ends = { source: entityOf(source), target: entityOf(target) };
  return { ref: refOfRelation(key), key, type, pieceId, properties: given, ...validityOf(times), ...ends };
}

type Times = Pick<StoredRelation, 'validFrom' | 'validTo' | 'startsAt' | 'startBasis' | 'endsAt'>;

/** Times of validity: the given ones, otherwise those calculated from other relations of a functional type. */
export function validityOf({ validFrom, validTo, startsAt, startBasis, endsAt }: Times) {
  const given = (time: Date | null) => (time ? TimeBasis.GIVEN : null);
  return {
    validFrom: validFrom ?? startsAt,
    validFromBasis: startBasis ? TimeBasis[startBasis] : given(validFrom),
    validTo: endsAt ?? validTo,
    validToBasis: endsAt ? TimeBasis.CALCULATED : given(validTo),
  };
}

/** Properties of a relation, including the id of its piece. */
export function propertiesOf(properties: string, pieceId: string | null): Record<string, unknown> {
  return { ...parsedOrNull(properties), ...(pieceId === null ? {} : { piece_id: pieceId }) };
}

function checkInOf({ id, text, reply, document, artifacts, by, at }: StoredCheckIn): CheckIn {
  return {
    id,
    text,
    reply,
    document: parsedOrNull(document) ?? {},
    artifacts: artifacts === null ? null : (JSON.parse(artifacts) as unknown),
    by,
    at,
  };
}

function parsedOrNull(json: string | null): Record<string, unknown> | null {
  return json === null ? null : (JSON.parse(json) as Record<string, unknown>);
}

function contextOf(found: Pick<FoundAround, 'entities' | 'relations'>): GraphContextEntry[] {
  const entities = new Map(found.entities.map((entity) => [entity.id, entityOf(entity)]));
  const endOf = (id: string): Entity => {
    const entity = entities.get(id);
    if (!entity) throw new Error(`The ends of all relations are returned, but not ${id}`);
    return entity;
  };
  return found.relations.map(
    ({ key, type, pieceId, properties, sourceId, targetId, depth, piece, recordedAt, ...times }) => ({
      relationType: type,
      source: endOf(sourceId),
      target: endOf(targetId),
      depth,
      score: 1 / depth,
      properties: propertiesOf(properties, pieceId),
      ...validityOf(times),
      key,
      recordedAt,
      piece: piece ? pieceOf(piece) : null,
    }),
  );
}
