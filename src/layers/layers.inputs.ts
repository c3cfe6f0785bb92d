import { ArgsType } from '@nestjs/graphql';
import { PageArgs } from '../common/connection.js';
import { Choice, Choices, Count, Flag, Id, Json, Text, Texts, Time } from '../common/validation.js';
import { LIMITS } from './document.js';
import { Direction, KnowledgeType, RetrievalMerge } from './layers.model.js';
import { RelationChoice } from './relation-choice.js';
import { MAX_DEPTH } from '../knowledge/section.js';

/** Base class for arguments of queries that can be about another time. */
@ArgsType()
export class AtArgs {
  @Time({
    optional: true,
    description:
      'Time for which the answer shows the state of knowledge. Everything that was recorded, changed or ended later is ignored. The time must not be in the future, before the first record of the namespace, or before VERSION_RETENTION.',
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
  @Id({ description: 'Id of the entity, such as user:alice.' })
  readonly id!: string;
}

@ArgsType()
export class RetrieveArgs extends AtArgs {
  @Text({
    min: 0,
    max: 100_000,
    description: 'The question, in plain words. If it is blank, only metadata and relations are returned.',
  })
  readonly query!: string;

  @Id({
    optional: true,
    description:
      'Id of the active entity. The result contains its metadata, its pieces, pieces that belong to no entity, and the relations around it.',
  })
  readonly entityId?: string;

  @Count({
    min: 1,
    max: 100,
    default: 5,
    description: 'Maximum number of pieces that the search returns, 1–100. Pieces of the relations are added to them.',
  })
  readonly first!: number;

  @Count({
    max: MAX_DEPTH,
    default: 1,
    description: `Maximum distance from the active entity, counted in relations, 0–${MAX_DEPTH}.`,
  })
  readonly depth!: number;

  @Choices(() => KnowledgeType, {
    optional: true,
    maxEntries: 10,
    description: 'Only pieces of these types; default all. This also applies to pieces of relations.',
  })
  readonly knowledgeTypes?: readonly KnowledgeType[];

  @Texts({
    optional: true,
    maxEntries: 50,
    max: 128,
    description: 'Only pieces with one of these tags. This also applies to pieces of relations.',
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
    description: 'Maximum number of relations, 1–500.',
  })
  readonly firstRelations!: number;

  @Choice(() => RelationChoice, {
    default: RelationChoice.DISTANCE,
    description:
      'Which relations are returned if there are more. The field `formatted` always takes them by RELEVANCE.',
  })
  readonly relationsBy!: RelationChoice;
}

@ArgsType()
export class LoadKnowledgeArgs {
  @Json({
    object: true,
    max: 100_000_000,
    secrets: 'later', // records with a secret are refused
    shape: {
      properties: {
        metadata: { type: 'object' },
        pieces: { type: 'array', maxItems: LIMITS.records },
        graph: { type: 'object' },
      },
    },
    description:
      'The document in this form, of which each section may be absent: { metadata: { "user:alice": { entity_type, properties } }, pieces: [{ piece_id, title, content, knowledge_type: fact | instruction | preference | procedure | note | episodic, info_type: user_profile | instructions | context | skills | any, tags, entity_id, embedding_text, mentions, session, position, occurred_at, valid_from, valid_to }], graph: { nodes: [{ node_id, node_type, label, properties }], edges: [{ source_id, target_id, edge_type, properties: { piece_id }, valid_from, valid_to }] } }',
  })
  readonly document!: Readonly<Record<string, unknown>>;
}

@ArgsType()
export class IngestTextArgs {
  @Text({
    max: 100_000,
    description: 'Text to ingest, for example from an expert.',
  })
  readonly text!: string;

  @Id({
    optional: true,
    description: 'Id of the entity that the text is about. Pieces that name no entity are assigned to it.',
  })
  readonly entityId?: string;

  @Flag({ default: true, description: 'Whether to keep text, reply and document, linked to the stored knowledge.' })
  readonly checkIn!: boolean;

  @Count({ max: 10, default: 3, description: 'Maximum number of retries if the LLM returns no valid document, 0–10.' })
  readonly maxRetries!: number;

  @Json({ optional: true, description: 'Artifacts kept with the check-in, such as sources or file names.' })
  readonly artifacts?: unknown;

  @Flag({
    default: false,
    description:
      'Whether fields, nodes, pieces and relations that the LLM proposes replace those that are stored. By default stored content stays, and only missing content is added.',
  })
  readonly replace!: boolean;

  @Flag({
    default: false,
    description:
      'Whether the text may also add to profiles of entities other than entityId. If entityId is absent, profiles are created for entities without one in any case.',
  })
  readonly allowOthers!: boolean;

  @Flag({
    default: false,
    description: 'Whether the text may add to the metadata record `global`, which all entities share.',
  })
  readonly allowGlobal!: boolean;
}

@ArgsType()
export class CheckInArgs {
  @Id({ description: 'Id of the check-in.' })
  readonly id!: string;
}

@ArgsType()
export class CheckInsArgs extends PageArgs(20) {
  @Time({
    optional: true,
    description: 'Only check-ins from this time on, ISO 8601; without an offset, UTC is assumed.',
  })
  readonly since?: Date;

  @Text({ optional: true, max: 512, description: 'Only check-ins by this agent (x-agent).' })
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
    description: 'Only pieces first loaded from this time on, ISO 8601; without an offset, UTC is assumed.',
  })
  readonly since?: Date;

  @Text({ optional: true, max: 128, description: 'Only pieces with this infoType, such as instructions.' })
  readonly infoType?: string;

  @Id({ optional: true, description: 'Only pieces of this session.' })
  readonly session?: string;
}

@ArgsType()
export class RelationsArgs extends PageArgs(20) {
  @Choice(() => Direction, {
    default: Direction.OUT,
    description:
      'Which relations are listed: those that lead from the entity (OUT), those that lead to it (IN), or both. Default OUT.',
  })
  readonly direction!: Direction;
}
