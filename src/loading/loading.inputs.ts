import { ArgsType } from '@nestjs/graphql';
import { Count, Flag, Id, Json, Text } from '../common/validation.js';
import { LIMITS } from '../entities/document.js';

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
