import { Args, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import type { ConnectionOf } from '../common/connection.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { EntitiesArgs, EntityArgs, PiecesArgs, PiecesByTimeArgs, RelationsArgs } from './entities.inputs.js';
import {
  CheckIn,
  Entity,
  EntityConnection,
  Piece,
  PieceConnection,
  Relation,
  RelationConnection,
} from './entities.model.js';
import { EntitiesService } from './entities.service.js';
import { CheckIns } from './check-ins.service.js';
import { PieceLists } from './piece-lists.service.js';

@Resolver(() => Entity)
export class EntityResolver {
  constructor(private readonly knowledge: EntitiesService) {}

  @Needs('reader')
  @Query(() => Entity, {
    nullable: true,
    description:
      'The entity with this id, or null. If asOf or validAt is given, it applies to the relations and pieces of the entity, and to all entities that are reached through them.',
  })
  async entity(
    @CurrentCaller() { namespace }: Caller,
    @Args() { id, asOf, validAt }: EntityArgs,
  ): Promise<Entity | null> {
    return (await this.knowledge.findEntityAt(namespace, id, { asOf, validAt })) ?? null;
  }

  @Needs('reader')
  @Query(() => EntityConnection, { description: 'Entities, ordered by id.' })
  entities(@CurrentCaller() { namespace }: Caller, @Args() args: EntitiesArgs): Promise<ConnectionOf<Entity>> {
    return this.knowledge.listEntities(namespace, args);
  }

  @ResolveField(() => PieceConnection, { description: 'Pieces that belong to the entity, ordered by id.' })
  pieces(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { id, moment }: Entity,
    @Args() args: PiecesArgs,
  ): Promise<ConnectionOf<Piece>> {
    return this.knowledge.listPieces(namespace, id, args, moment);
  }

  @ResolveField(() => RelationConnection, {
    description:
      'Relations of the entity: outgoing relations first, then incoming ones. Both groups are ordered by type, then by the other entity.',
  })
  relations(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { id, moment }: Entity,
    @Args() args: RelationsArgs,
  ): Promise<ConnectionOf<Relation>> {
    return this.knowledge.listRelations(namespace, id, args, moment);
  }
}

@Resolver(() => Piece)
export class PieceResolver {
  constructor(
    private readonly knowledge: EntitiesService,
    private readonly checkIns: CheckIns,
    private readonly lists: PieceLists,
  ) {}

  @Needs('reader')
  @Query(() => PieceConnection, {
    description: 'Pieces ordered by the time at which they were first loaded, newest first.',
  })
  pieces(@CurrentCaller() { namespace }: Caller, @Args() args: PiecesByTimeArgs): Promise<ConnectionOf<Piece>> {
    return this.lists.list(namespace, args);
  }

  @ResolveField(() => Entity, {
    nullable: true,
    description: 'Entity that the piece belongs to; null if it belongs to none.',
  })
  async entity(@CurrentCaller() { namespace }: Caller, @Parent() piece: Piece): Promise<Entity | null> {
    return (await this.knowledge.ownerOf(namespace, piece)) ?? null;
  }

  @ResolveField(() => [Entity], { description: 'Entities that the piece mentions, ordered by id.' })
  mentions(@CurrentCaller() { namespace }: Caller, @Parent() { id }: Piece): Promise<readonly Entity[]> {
    return this.knowledge.mentionsOf(namespace, id);
  }

  @ResolveField(() => CheckIn, {
    nullable: true,
    description: 'The last check-in that contained the piece; null if the piece was loaded.',
  })
  async checkIn(@CurrentCaller() { namespace }: Caller, @Parent() { id }: Piece): Promise<CheckIn | null> {
    return (await this.checkIns.checkInOf(namespace, id)) ?? null;
  }

  @ResolveField(() => Piece, {
    nullable: true,
    description: 'Chunk of a document from which an LLM last extracted the piece; null if there is none.',
  })
  async chunk(@CurrentCaller() { namespace }: Caller, @Parent() { id }: Piece): Promise<Piece | null> {
    const chunk = await this.checkIns.chunkOf(namespace, id);
    return chunk === undefined ? null : ((await this.knowledge.findPiece(namespace, chunk)) ?? null);
  }
}

@Resolver(() => Relation)
export class RelationResolver {
  constructor(private readonly knowledge: EntitiesService) {}

  @ResolveField(() => Piece, {
    nullable: true,
    description: 'Piece that the relation comes from; null if there is none.',
  })
  async piece(@CurrentCaller() { namespace }: Caller, @Parent() { pieceId, moment }: Relation): Promise<Piece | null> {
    return pieceId === null ? null : ((await this.knowledge.findPiece(namespace, pieceId, moment)) ?? null);
  }
}
