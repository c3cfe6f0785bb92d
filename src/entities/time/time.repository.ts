import { Injectable } from '@nestjs/common';
import { compare } from '../../common/text.js';
import { GraphService } from '../../graph/graph.service.js';
import { entityToken, kindToken, namespaceToken } from '../../knowledge/facets.js';
import { pieceKind } from '../entities.kind.js';
import { entityOf, propertiesOf, type RelationCursor, validityOf } from '../entities.repository.js';
import { Direction, type Entity, type GraphContextEntry, type Piece, type Relation } from '../entities.model.js';
import type { StoredEntity, StoredPiece } from '../entities.statements.js';
import { pieceOf, pieceThen } from '../piece.js';
import { refOfRelation } from '../relation.js';
import { type Moment, whenOf } from './moment.js';
import {
  countRelationsAt,
  findEntitiesAt,
  findPiecesAt,
  listAroundAt,
  listPiecesAt,
  listIncomingRelationsAt,
  listOutgoingRelationsAt,
  type RelationAt,
  type VersionAt,
} from './time.statements.js';

export interface RelationsPage {
  readonly direction: Direction;
  readonly after: RelationCursor | null;
  readonly limit: number;
}

/** Reads entities, pieces and relations as they were known at one time and valid at another. */
@Injectable()
export class TimeRepository {
  constructor(private readonly graph: GraphService) {}

  async findEntities(namespace: string, ids: readonly string[], moment: Moment): Promise<Map<string, Entity>> {
    const rows = await this.graph.run(findEntitiesAt, { namespace, ids, known: whenOf(moment).known });
    return new Map(
      rows.map(({ entity, state }) => [
        entity.id,
        { ...entityOf({ ...entity, ...stateOf<StoredEntity>(state) }), moment },
      ]),
    );
  }

  /** Profiles by entity; entities without a profile are absent. */
  async findProfiles(
    namespace: string,
    ids: readonly string[],
    moment: Moment,
  ): Promise<Map<string, Record<string, unknown>>> {
    const rows = await this.graph.run(findEntitiesAt, { namespace, ids, known: whenOf(moment).known });
    return new Map(
      rows.flatMap(({ entity, state }) => {
        const { metadata } = { ...entity, ...stateOf<StoredEntity>(state) };
        return metadata === null ? [] : [[entity.id, JSON.parse(metadata) as Record<string, unknown>]];
      }),
    );
  }

  /** Pieces as they were known at the time, whether or not they were valid. */
  async findPieces(namespace: string, ids: readonly string[], moment: Moment): Promise<Map<string, Piece>> {
    const rows = await this.graph.run(findPiecesAt, { namespace, ids, known: whenOf(moment).known });
    return new Map(rows.map(({ piece, version, trust }) => [piece.id, { ...pieceAt(piece, version), trust, moment }]));
  }

  /** Ids of a page of pieces that belong to the entity, or belonged to it at the time, ordered by id. */
  async listPieces(
    namespace: string,
    id: string,
    { afterId, limit }: { readonly afterId: string; readonly limit: number },
    moment: Moment,
  ): Promise<string[]> {
    const { known } = whenOf(moment);
    const facets = [namespaceToken(namespace), kindToken(pieceKind.name), entityToken(id)];
    const owner = facets.map((token) => `+facets:${token}`).join(' ');
    const rows = await this.graph.run(listPiecesAt, { namespace, id, owner, known, afterId, limit });
    return rows.map((row) => row.id);
  }

  /** Relations around an entity, without their pieces. */
  async retrieve(
    namespace: string,
    around: { readonly entityId: string; readonly depth: number; readonly limit: number },
    moment: Moment,
  ): Promise<(Omit<GraphContextEntry, 'piece'> & { readonly pieceId: string | null })[]> {
    const relations = await this.around(namespace, around, moment);
    const made = await this.relations(namespace, relations, moment);
    return made.map(({ type, ...relation }, n) => {
      const depth = relations[n]?.depth ?? 1;
      return { ...relation, relationType: type, depth, score: 1 / depth };
    });
  }

  /** Relations around an entity, nearest first, then by key. */
  private async around(
    namespace: string,
    { entityId, depth, limit }: { readonly entityId: string; readonly depth: number; readonly limit: number },
    moment: Moment,
  ): Promise<(RelationAt & { readonly depth: number })[]> {
    const found: (RelationAt & { readonly depth: number })[] = [];
    const seen = new Set([entityId]);
    let frontier = [entityId];
    for (let step = 1; step <= depth && frontier.length > 0 && found.length < limit; step++) {
      const asked = { namespace, step: { frontier, seen: [...seen] }, limit, when: whenOf(moment) };
      const level = await this.graph.run(listAroundAt, asked);
      found.push(...level.map(({ relation }) => ({ ...relation, depth: step })));
      frontier = [...new Set(level.map(({ other }) => other))];
      for (const id of frontier) seen.add(id);
    }
    return found.slice(0, limit).sort((a, b) => a.depth - b.depth || compare(a.key, b.key));
  }

  /** A page of the relations of an entity: outgoing ones by type, target and piece, then incoming ones. */
  async listRelations(
    namespace: string,
    id: string,
    { direction, after, limit }: RelationsPage,
    moment: Moment,
  ): Promise<{ relation: Relation; cursor: RelationCursor }[]> {
    const page = { namespace, ids: [id], limit, when: whenOf(moment) };
    const [outgoing, incoming] = await Promise.all([
      direction === Direction.IN || after?.way === 'in'
        ? []
        : this.graph.run(listOutgoingRelationsAt, { ...page, after: after?.key ?? '' }),
      direction === Direction.OUT
        ? []
        : this.graph.run(listIncomingRelationsAt, { ...page, after: after?.way === 'in' ? after.key : '' }),
    ]);
    const listed = [
      ...outgoing.map(({ relation }) => ({ relation, cursor: { way: 'out' as const, key: relation.key } })),
      ...incoming.map(({ relation }) => ({ relation, cursor: { way: 'in' as const, key: relation.reverseKey } })),
    ].slice(0, limit);
    const made = await this.relations(
      namespace,
      listed.map(({ relation }) => relation),
      moment,
    );
    return made.flatMap((relation, n) => {
      const cursor = listed[n]?.cursor;
      return cursor ? [{ relation, cursor }] : [];
    });
  }

  async countRelations(namespace: string, id: string, moment: Moment): Promise<{ outgoing: number; incoming: number }> {
    const [row] = await this.graph.run(countRelationsAt, { namespace, ids: [id], when: whenOf(moment) });
    return row ?? { outgoing: 0, incoming: 0 };
  }

  /** Adds the entities at both ends, as they were known at the time. */
  private async relations(namespace: string, found: readonly RelationAt[], moment: Moment): Promise<Relation[]> {
    const ids = [...new Set(found.flatMap(({ sourceId, targetId }) => [sourceId, targetId]))];
    const ends = await this.findEntities(namespace, ids, moment);
    return found.map(({ key, type, pieceId, properties, sourceId, targetId, ...times }) => {
      // An entity is at least as old as its relations, so it is normally found; otherwise only its id is returned.
      const endOf = (id: string): Entity => {
        return ends.get(id) ?? { id, type: '', label: null, properties: {}, moment };
      };
      const given = propertiesOf(properties, pieceId);
      return {
        ref: refOfRelation(key),
        ...{ key, type, pieceId, properties: given, ...validityOf(times), moment },
        source: endOf(sourceId),
        target: endOf(targetId),
      };
    });
  }
}

function stateOf<State>(state: string | null): Partial<State> {
  return state === null ? {} : (JSON.parse(state) as Partial<State>);
}

function pieceAt(piece: StoredPiece, version: VersionAt | null): Piece {
  if (!version) return pieceOf(piece);
  const then = pieceThen(pieceOf(piece), { version: { ...version, state: stateOf(version.state) } });
  return { ...then, updatedAt: version.from };
}
