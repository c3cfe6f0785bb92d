import { Extensions, Field, Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { DateTime, JSONValue } from '../common/scalars.js';
import { SkippedRecord } from '../common/skipped-record.js';
import { Knowledge } from '../knowledge/knowledge.model.js';
import { ScoreExplanation } from '../search/search.model.js';
import type { Moment } from './time/moment.js';

/** What a piece is; where it goes in a prompt is its info type. */
export enum KnowledgeType {
  FACT = 'FACT',
  INSTRUCTION = 'INSTRUCTION',
  PREFERENCE = 'PREFERENCE',
  PROCEDURE = 'PROCEDURE',
  NOTE = 'NOTE',
  EPISODIC = 'EPISODIC',
}

registerEnumType(KnowledgeType, {
  name: 'KnowledgeType',
  description: 'What a piece of knowledge is; where it goes in a prompt is its infoType.',
  valuesMap: {
    FACT: { description: 'A factual statement.' },
    INSTRUCTION: { description: 'How to behave.' },
    PREFERENCE: { description: 'An opinion or a preference.' },
    PROCEDURE: { description: 'A workflow of several steps.' },
    NOTE: { description: 'A general observation.' },
    EPISODIC: { description: 'What happened once.' },
  },
});

export enum RetrievalMerge {
  MAX = 'MAX',
  FUSED = 'FUSED',
}

registerEnumType(RetrievalMerge, {
  name: 'RetrievalMerge',
  valuesMap: {
    MAX: { description: 'The higher of search score and 1/depth.' },
    FUSED: { description: 'The search score; 0 of a piece that the search did not come to.' },
  },
});

export enum TimeBasis {
  GIVEN = 'GIVEN',
  OCCURRED = 'OCCURRED',
  RECORDED = 'RECORDED',
  CALCULATED = 'CALCULATED',
}

registerEnumType(TimeBasis, {
  name: 'TimeBasis',
  description: 'Where the beginning or the end of a relation is from.',
  valuesMap: {
    GIVEN: { description: 'The document says so.' },
    OCCURRED: { description: 'Of a functional type: when what its piece tells happened (occurred_at).' },
    RECORDED: { description: 'Of a functional type: when the relation was first stored.' },
    CALCULATED: { description: 'Of a functional type: when the next relation of its source begins.' },
  },
});

export enum Direction {
  OUT = 'OUT',
  IN = 'IN',
  BOTH = 'BOTH',
}

registerEnumType(Direction, { name: 'Direction' });

type Json = Readonly<Record<string, unknown>>;

@ObjectType({ description: 'Somebody or something that knowledge is about: a user, a technique, a case.' })
export class Entity {
  @Field(() => ID, { description: 'Unique in the namespace: user:alice.' })
  readonly id!: string;

  @Field({
    description:
      'Of its metadata record, else of its node; what stands before the colon of its id where it has neither.',
  })
  readonly type!: string;

  @Field(() => String, { nullable: true })
  readonly label!: string | null;

  @Field(() => JSONValue, { description: 'Those of its metadata record over those of its node.' })
  readonly properties!: Json;

  /** When it is asked of; absent for today. */
  readonly moment?: Moment;
}

@ObjectType()
export class EntityConnection extends Connection(Entity) {}

@ObjectType({ implements: () => [Knowledge], description: 'A piece of what experts wrote down.' })
export class Piece extends Knowledge {
  @Field({ description: 'What is shown.' })
  readonly content!: string;

  @Field(() => KnowledgeType)
  readonly knowledgeType!: KnowledgeType;

  @Field({
    description: 'Section of the prompt it belongs to: user_profile, instructions, context, skills, or any other.',
  })
  readonly infoType!: string;

  @Field(() => [String], { description: 'As given.' })
  readonly tags!: readonly string[];

  @Field(() => String, { nullable: true, description: 'Searched and embedded in place of the content.' })
  readonly embeddingText!: string | null;

  @Field(() => String, { nullable: true, description: 'What an episodic piece belongs to.' })
  readonly session!: string | null;

  @Field(() => Int, { nullable: true, description: 'Its place in the session.' })
  readonly position!: number | null;

  @Field(() => DateTime, { nullable: true })
  readonly occurredAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'From when on it holds; null where that was not said.' })
  readonly validFrom!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When it ceases to hold, exclusive; null where that is open.' })
  readonly validTo!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Where it stands in the document it is from: file, headings, page, lines. Null of what is from none.',
  })
  readonly citation!: string | null;

  /** Whose it is; null where it is nobody's. */
  readonly entityId!: string | null;
}

@ObjectType()
export class PieceConnection extends Connection(Piece) {}

/** What every relation tells of its time, wherever it stands. */
@ObjectType({ isAbstract: true })
abstract class TimedRelation {
  @Field(() => DateTime, { nullable: true, description: 'From when on it holds; null where that was not said.' })
  readonly validFrom!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When it ceases to hold, exclusive; null where that is open.' })
  readonly validTo!: Date | null;

  @Field(() => TimeBasis, { nullable: true, description: 'Where validFrom is from; null where that is null.' })
  readonly validFromBasis!: TimeBasis | null;

  @Field(() => TimeBasis, { nullable: true, description: 'Where validTo is from; null where that is null.' })
  readonly validToBasis!: TimeBasis | null;

  /** Source, target, type, piece and the beginning that was given, in one; unique in the namespace. */
  readonly key!: string;
}

@ObjectType({ description: 'How one entity stands to another.' })
export class Relation extends TimedRelation {
  @Field(() => ID, { description: 'What versions, changes and deleteRelation call it: relation:…' })
  readonly ref!: string;

  @Field({ description: 'edge_type: SPECIALIZES_IN.' })
  readonly type!: string;

  @Field(() => Entity)
  readonly source!: Entity;

  @Field(() => Entity)
  readonly target!: Entity;

  @Field(() => JSONValue, { description: 'As given, with the piece_id.' })
  readonly properties!: Json;

  readonly pieceId!: string | null;
  /** When it is asked of; absent for today. */
  readonly moment?: Moment;
}

@ObjectType()
export class RelationConnection extends Connection(Relation) {}

@ObjectType()
export class ScoredPiece {
  @Field(() => Piece)
  readonly piece!: Piece;

  @Field(() => Float, { description: 'In [0,1].' })
  readonly score!: number;

  @Field(() => ScoreExplanation)
  readonly explain!: ScoreExplanation;
}

@ObjectType({ description: 'A relation that leads away from the active entity.' })
export class GraphContextEntry extends TimedRelation {
  @Field()
  readonly relationType!: string;

  @Field(() => Entity, { description: 'As stored, whichever way it was followed.' })
  readonly source!: Entity;

  @Field(() => Entity)
  readonly target!: Entity;

  @Field(() => Int, { description: 'Steps from the active entity, from 1.' })
  readonly depth!: number;

  @Field(() => Float, { description: '1/depth' })
  readonly score!: number;

  @Field(() => JSONValue, { description: 'As given, with the piece_id.' })
  readonly properties!: Json;

  @Field(() => Piece, { nullable: true, description: 'Null also where the filters leave it out.' })
  readonly piece!: Piece | null;
}

/** What an answer about another time takes from today. */
export enum Approximation {
  WORD_STATISTICS = 'WORD_STATISTICS',
  VECTORS = 'VECTORS',
  RULE_MENTIONS = 'RULE_MENTIONS',
  TEXTS_FOUND = 'TEXTS_FOUND',
  DECLARED_TYPES = 'DECLARED_TYPES',
  UPDATED_RELATIONS = 'UPDATED_RELATIONS',
}

registerEnumType(Approximation, {
  name: 'Approximation',
  description: 'What an answer about another time takes from today.',
  valuesMap: {
    WORD_STATISTICS: { description: 'How rare words are.' },
    VECTORS: { description: 'How near texts are to the question: those of today are measured.' },
    RULE_MENTIONS: { description: 'Which entities texts name by themselves.' },
    TEXTS_FOUND: {
      description: 'Which pieces are found: by what they say today. What is shown of them is what they said then.',
    },
    DECLARED_TYPES: { description: 'Which types of relations are functional.' },
    UPDATED_RELATIONS: { description: 'Properties and given ends of relations that were loaded anew since.' },
  },
});

@ObjectType({ description: 'When an answer is of.' })
export class AnswerTime {
  @Field(() => DateTime, { nullable: true, description: 'What was known then; null: what is known now.' })
  readonly asOf!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'What was true then; null: whenever.' })
  readonly validAt!: Date | null;

  @Field(() => [Approximation], { description: 'What is taken from today all the same; empty without asOf.' })
  readonly approximated!: readonly Approximation[];
}

@ObjectType({ description: 'What the three layers know for a query and an active entity.' })
export class RetrievalResult {
  @Field(() => JSONValue, {
    nullable: true,
    description: 'Properties of the active entity; null without a metadata record.',
  })
  readonly metadata!: Json | null;

  @Field(() => JSONValue, { nullable: true, description: 'Properties of the metadata record `global`.' })
  readonly globalMetadata!: Json | null;

  @Field(() => [ScoredPiece], { description: 'Each once; by score, highest first, then by id.' })
  readonly pieces!: readonly ScoredPiece[];

  @Field(() => [GraphContextEntry], { description: 'By relation type, then by the id of the target.' })
  readonly graphContext!: readonly GraphContextEntry[];

  @Field(() => AnswerTime, { nullable: true, description: 'Null where neither asOf nor validAt was asked for.' })
  readonly time!: AnswerTime | null;

  /** The active entity; null without one. */
  readonly entityId!: string | null;
}

@ObjectType({ description: 'What a load did. A record is one of metadata, pieces, nodes or edges.' })
export class LoadReport {
  @Field(() => Int, { description: 'Metadata records that are stored now.' })
  @Extensions({ minimum: 0 })
  readonly metadata!: number;

  @Field(() => Int, { description: 'Pieces that are stored now.' })
  @Extensions({ minimum: 0 })
  readonly pieces!: number;

  @Field(() => Int, { description: 'Nodes that are stored now.' })
  @Extensions({ minimum: 0 })
  readonly nodes!: number;

  @Field(() => Int, { description: 'Edges that are stored now.' })
  @Extensions({ minimum: 0 })
  readonly edges!: number;

  @Field(() => Int, { description: 'Of these records, new ones.' })
  @Extensions({ minimum: 0 })
  readonly created!: number;

  @Field(() => Int, { description: 'Of these records, changed ones.' })
  @Extensions({ minimum: 0 })
  readonly updated!: number;

  @Field(() => Int, { description: 'Of these records, those that were stored the same way before.' })
  @Extensions({ minimum: 0 })
  readonly unchanged!: number;

  @Field(() => [SkippedRecord], { description: 'Records that were left out, and why.' })
  readonly skipped!: readonly SkippedRecord[];
}

@ObjectType({ description: 'A text that was ingested, and what became of it.' })
export class CheckIn {
  @Field(() => ID)
  readonly id!: string;

  @Field({ description: 'As it was handed in.' })
  readonly text!: string;

  @Field(() => String, { nullable: true, description: 'What the LLM answered.' })
  readonly reply!: string | null;

  @Field(() => JSONValue, { description: '{ metadata, pieces, graph } as it was loaded.' })
  readonly document!: Json;

  @Field(() => JSONValue, { nullable: true, description: 'Handed in beside the text.' })
  readonly artifacts!: unknown;

  @Field(() => String, { nullable: true, description: 'The agent or person who handed it in.' })
  readonly by!: string | null;

  @Field(() => DateTime)
  readonly at!: Date;
}

@ObjectType()
export class CheckInConnection extends Connection(CheckIn) {}

@ObjectType()
export class IngestReport {
  @Field(() => JSONValue, {
    description:
      '{ metadata, pieces, graph } as the LLM gave it, with the ids under which pieces and sessions are stored.',
  })
  readonly document!: Json;

  @Field(() => LoadReport)
  readonly load!: LoadReport;

  @Field(() => Int, { description: 'Replies the LLM took.' })
  readonly attempts!: number;

  @Field(() => ID, { nullable: true, description: 'Null where none was asked for.' })
  readonly checkInId!: string | null;
}
