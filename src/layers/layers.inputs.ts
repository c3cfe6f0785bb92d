import { ArgsType } from '@nestjs/graphql';
import { PageArgs } from '../common/connection.js';
import { Choice, Choices, Count, Flag, Id, Json, Text, Texts, Time } from '../common/validation.js';
import { LIMITS } from './document.js';
import { Direction, KnowledgeType, RetrievalMerge } from './layers.model.js';
import { MAX_DEPTH } from '../knowledge/section.js';

/** Base class of what may be asked of another time. */
@ArgsType()
export class AtArgs {
  @Time({
    optional: true,
    description:
      'Only what was known at this time: nothing that was recorded, changed or ended since. It must not be in the future, or before the first record of the namespace.',
  })
  readonly asOf?: Date;

  @Time({
    optional: true,
    description: 'Only relations and pieces that were valid at this time.',
  })
  readonly validAt?: Date;
}

@ArgsType()
export class EntityArgs extends AtArgs {
  @Id({ description: 'Id of the entity: user:alice.' })
  readonly id!: string;
}

@ArgsType()
export class RetrieveArgs extends AtArgs {
  @Text({
    min: 0,
    max: 100_000,
    description: 'The question, in plain words. If blank, only metadata and relations are returned.',
  })
  readonly query!: string;

  @Id({
    optional: true,
    description: 'The active entity: its metadata, its pieces beside those of no entity, and the relations around it.',
  })
  readonly entityId?: string;

  @Count({
    min: 1,
    max: 100,
    default: 5,
    formerly: 'topK',
    description: 'Maximum number of hits of the search, 1–100; pieces of relations are added.',
  })
  readonly first!: number;

  @Count({ max: MAX_DEPTH, default: 1, description: `Most steps from the active entity, 0–${MAX_DEPTH}.` })
  readonly depth!: number;

  @Choices(() => KnowledgeType, {
    optional: true,
    maxEntries: 10,
    description: 'Only pieces of these types, linked ones included; default all.',
  })
  readonly knowledgeTypes?: readonly KnowledgeType[];

  @Texts({
    optional: true,
    maxEntries: 50,
    max: 128,
    description: 'Only pieces with one of these tags, linked ones included.',
  })
  readonly tags?: readonly string[];

  @Choice(() => RetrievalMerge, {
    default: RetrievalMerge.MAX,
    description: 'How the results of search and traversal are combined.',
  })
  readonly merge!: RetrievalMerge;

  @Count({
    min: 1,
    max: 500,
    default: 20,
    formerly: 'limit',
    description: 'Maximum number of relations, 1–500: the nearest, of one depth by type, then by the id they lead to.',
  })
  readonly firstRelations!: number;
}

@ArgsType()
export class LoadKnowledgeArgs {
  @Json({
    object: true,
    max: 100_000_000,
    shape: {
      properties: {
        metadata: { type: 'object' },
        pieces: { type: 'array', maxItems: LIMITS.records },
        graph: { type: 'object' },
      },
    },
    description:
      '{ metadata: { "user:alice": { entity_type, properties } }, pieces: [{ piece_id, title, content, knowledge_type: fact | instruction | preference | procedure | note | episodic, info_type: user_profile | instructions | context | skills | any, tags, entity_id, embedding_text, mentions, session, position, occurred_at, valid_from, valid_to }], graph: { nodes: [{ node_id, node_type, label, properties }], edges: [{ source_id, target_id, edge_type, properties: { piece_id }, valid_from, valid_to }] } }; sections may be absent.',
  })
  readonly document!: Readonly<Record<string, unknown>>;
}

@ArgsType()
export class IngestTextArgs {
  @Text({ max: 100_000, description: 'What an expert wrote. One with what looks like a secret is refused.' })
  readonly text!: string;

  @Id({ optional: true, description: 'Whose it is: pieces that name no entity belong to it.' })
  readonly entityId?: string;

  @Flag({ default: true, description: 'Keep text, reply and document, linked to everything that came of them.' })
  readonly checkIn!: boolean;

  @Count({ max: 10, default: 3, description: 'How often the LLM may mend a reply that is no such document, 0–10.' })
  readonly maxRetries!: number;

  @Json({ optional: true, description: 'Kept with the check-in: sources, names of files.' })
  readonly artifacts?: unknown;

  @Flag({
    default: false,
    description:
      'Whether fields, nodes, pieces and relations that the LLM proposes replace those that are stored. By default what is stored stays, and only what it lacks is added.',
  })
  readonly replace!: boolean;

  @Flag({
    default: false,
    description:
      'Whether the text may also add to the profiles of entities other than entityId. Without entityId, the profile of an entity that has none is created in any case.',
  })
  readonly allowOthers!: boolean;

  @Flag({ default: false, description: 'Whether the text may add to the metadata record `global`, which all share.' })
  readonly allowGlobal!: boolean;
}

@ArgsType()
export class KnowledgeIdArgs {
  @Id({ description: 'Id of the check-in.' })
  readonly id!: string;
}

@ArgsType()
export class DeleteEntityArgs extends KnowledgeIdArgs {
  @Flag({ default: false, description: 'Also the pieces that belong to it.' })
  readonly withPieces!: boolean;
}

@ArgsType()
export class CheckInsArgs extends PageArgs(20) {
  @Time({
    optional: true,
    description: 'Only check-ins from this time on, ISO 8601; without an offset it is taken as UTC.',
  })
  readonly since?: Date;

  @Text({ optional: true, max: 512, description: 'Only what this agent handed in: its x-agent.' })
  readonly by?: string;
}

@ArgsType()
export class EntitiesArgs extends PageArgs(20) {
  @Text({ optional: true, max: 128, description: 'Only entities of this type.' })
  readonly type?: string;
}

@ArgsType()
export class PiecesArgs extends PageArgs(20) {}

@ArgsType()
export class PiecesByTimeArgs extends PageArgs(20) {
  @Time({
    optional: true,
    description: 'Only pieces first loaded from this time on, ISO 8601; without an offset it is taken as UTC.',
  })
  readonly since?: Date;

  @Text({ optional: true, max: 128, description: 'Only pieces of this infoType, such as procedural.' })
  readonly infoType?: string;

  @Id({ optional: true, description: 'Only pieces of this session.' })
  readonly session?: string;
}

@ArgsType()
export class RelationsArgs extends PageArgs(20) {
  @Choice(() => Direction, { default: Direction.OUT, description: 'Default BOTH.' })
  readonly direction!: Direction;
}
