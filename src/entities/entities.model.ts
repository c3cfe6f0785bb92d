import { Extensions, Field, Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { DateTime, JSONValue } from '../common/scalars.js';
import { SkippedRecord } from '../common/skipped-record.js';
import { Knowledge } from '../knowledge/knowledge.model.js';
import { ScoreExplanation } from '../search/search.model.js';
import { Difference } from '../common/likeness/likeness.js';
import type { Moment } from './time/moment.js';

/** Type of a piece. Its section in a prompt is determined by its info type instead. */
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
  description: 'Type of a piece. It is independent of the infoType, which decides on the section of a prompt.',
  valuesMap: {
    FACT: { description: 'A factual statement.' },
    INSTRUCTION: { description: 'A rule of conduct.' },
    PREFERENCE: { description: 'An opinion or a preference.' },
    PROCEDURE: { description: 'A workflow of several steps.' },
    NOTE: { description: 'A general observation.' },
    EPISODIC: { description: 'An event.' },
  },
});

export enum RetrievalMerge {
  MAX = 'MAX',
  FUSED = 'FUSED',
}

/** A person's decision on two pieces of which one may supersede the other. */
export enum SupersessionDecision {
  SUPERSEDE = 'SUPERSEDE',
  KEEP_BOTH = 'KEEP_BOTH',
}

registerEnumType(SupersessionDecision, {
  name: 'SupersessionDecision',
  description: 'Decision on two pieces with nearly the same content.',
  valuesMap: {
    SUPERSEDE: { description: 'The later piece is the new version of the earlier one.' },
    KEEP_BOTH: { description: 'Both pieces stay valid, and the pair is not listed again.' },
  },
});

registerEnumType(Difference, {
  name: 'StatementDifference',
  description: 'Kind of difference between two nearly equal statements.',
  valuesMap: {
    NUMBER: { description: 'The statements differ in a number, its unit, or a comparison.' },
    DATE: { description: 'The statements differ in a date or a time, such as that of an event or of validity.' },
    NAME: { description: 'The statements differ in a name, a version or another identifier.' },
    NEGATION: { description: 'The statements differ in a negation, such as not, never or no longer.' },
    WORDS: { description: 'The statements differ in other words, or in the order of words.' },
  },
});

registerEnumType(RetrievalMerge, {
  name: 'RetrievalMerge',
  description: 'How the results of search and traversal are combined.',
  valuesMap: {
    MAX: { description: 'The score of a piece is the higher of its search score and 1/depth.' },
    FUSED: { description: 'The score of a piece is its search score, or 0 if the search did not find it.' },
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
  description: 'Source of the start or the end of validity of a relation.',
  valuesMap: {
    GIVEN: { description: 'The loaded document states the time.' },
    OCCURRED: { description: 'Only for functional types: time of the event that the piece describes (occurred_at).' },
    RECORDED: { description: 'Only for functional types: time at which the relation was first stored.' },
    CALCULATED: { description: 'Only for functional types: start of the next relation of the same source and type.' },
  },
});

export enum Direction {
  OUT = 'OUT',
  IN = 'IN',
  BOTH = 'BOTH',
}

registerEnumType(Direction, {
  valuesMap: {
    BOTH: { description: 'All relations of the entity.' },
    IN: { description: 'Relations that lead to the entity.' },
    OUT: { description: 'Relations that lead from the entity.' },
  },
  name: 'Direction',
  description: 'Which relations of an entity are listed.',
});

type Json = Readonly<Record<string, unknown>>;

@ObjectType({ description: 'A person or thing that knowledge is about: a user, a technique, a case.' })
export class Entity {
  @Field(() => ID, { description: 'Id of the entity, unique in the namespace, such as user:alice.' })
  readonly id!: string;

  @Field({
    description:
      'Type of the entity. It comes from the metadata record, otherwise from the graph node, otherwise from the part of the id before the colon.',
  })
  readonly type!: string;

  @Field(() => String, { nullable: true, description: 'Name to show: the name of the entity, otherwise its id.' })
  readonly label!: string | null;

  @Field(() => JSONValue, {
    description:
      'Properties of the entity. They come from its metadata record; properties that are missing there come from its graph node.',
  })
  readonly properties!: Json;

  /** Time that the query is about; absent for now. */
  readonly moment?: Moment;
}

@ObjectType({ description: 'One page of a list.' })
export class EntityConnection extends Connection(Entity) {}

@ObjectType({
  implements: () => [Knowledge],
  description: 'A text that an expert, an agent or a document contributed.',
})
export class Piece extends Knowledge {
  @Field({ description: 'The text that is shown.' })
  readonly content!: string;

  @Field(() => KnowledgeType, { description: 'Type of the piece, as it was given when the piece was loaded.' })
  readonly knowledgeType!: KnowledgeType;

  @Field({
    description:
      'Section of a prompt that the piece belongs to: user_profile, instructions, context, skills, or any other.',
  })
  readonly infoType!: string;

  @Field(() => [String], { description: 'Tags as they were loaded.' })
  readonly tags!: readonly string[];

  @Field(() => String, {
    nullable: true,
    description: 'Text that is searched and embedded instead of the content; null if there is none.',
  })
  readonly embeddingText!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Id of the session of an episodic piece; null for other pieces.',
  })
  readonly session!: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Position of an episodic piece in its session, counted from 0; null for other pieces.',
  })
  readonly position!: number | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Time of the event that the text describes; null if none was given.',
  })
  readonly occurredAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Start of validity, inclusive; null if none is known.' })
  readonly validFrom!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'End of validity, exclusive; null if it is open.' })
  readonly validTo!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Place in the source document: file, headings, page, lines. Null if the piece is from no document.',
  })
  readonly citation!: string | null;

  /** Id of the entity that the piece belongs to; null if it belongs to none. */
  readonly entityId!: string | null;

  /** Time that the query is about; absent for now. */
  readonly moment?: Moment;
}

@ObjectType({ description: 'One page of a list.' })
export class PieceConnection extends Connection(Piece) {}

/** Times of validity, common to all GraphQL types for relations. */
@ObjectType({ isAbstract: true })
abstract class TimedRelation {
  @Field(() => DateTime, { nullable: true, description: 'Start of validity, inclusive; null if none is known.' })
  readonly validFrom!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'End of validity, exclusive; null if it is open.' })
  readonly validTo!: Date | null;

  @Field(() => TimeBasis, { nullable: true, description: 'How validFrom is known; null if validFrom is null.' })
  readonly validFromBasis!: TimeBasis | null;

  @Field(() => TimeBasis, { nullable: true, description: 'How validTo is known; null if validTo is null.' })
  readonly validToBasis!: TimeBasis | null;

  /**
   * Key of the relation: source, target, type, piece and given start, joined to one string. It is unique in the
   * namespace.
   */
  readonly key!: string;
}

@ObjectType({ description: 'Relation between two entities.' })
export class Relation extends TimedRelation {
  @Field(() => ID, {
    description: 'Ref of the relation (relation:…), as used by versions, changes and delete.',
  })
  readonly ref!: string;

  @Field({ description: 'Type of the relation (edge_type), such as SPECIALIZES_IN.' })
  readonly type!: string;

  @Field(() => Entity, { description: 'Entity that the relation leads from.' })
  readonly source!: Entity;

  @Field(() => Entity, { description: 'Entity that the relation leads to.' })
  readonly target!: Entity;

  @Field(() => JSONValue, { description: 'Properties as they were given, including piece_id.' })
  readonly properties!: Json;

  readonly pieceId!: string | null;
  /** Time that the query is about; absent for now. */
  readonly moment?: Moment;
}

@ObjectType({ description: 'One page of a list.' })
export class RelationConnection extends Connection(Relation) {}

@ObjectType({ description: 'A piece with its score.' })
export class ScoredPiece {
  @Field(() => Piece, { description: 'The piece.' })
  readonly piece!: Piece;

  @Field(() => Float, { description: 'Score of the piece, in [0,1].' })
  readonly score!: number;

  @Field(() => ScoreExplanation, { description: 'Parts of the score.' })
  readonly explain!: ScoreExplanation;
}

@ObjectType({ description: 'A relation around the active entity, with its distance.' })
export class GraphContextEntry extends TimedRelation {
  @Field({ description: 'Type of the relation, such as WORKS_AT.' })
  readonly relationType!: string;

  @Field(() => Entity, {
    description: 'Source of the relation as it is stored, even if the relation was followed in the opposite direction.',
  })
  readonly source!: Entity;

  @Field(() => Entity, { description: 'Entity that the relation leads to.' })
  readonly target!: Entity;

  @Field(() => Int, { description: 'Distance from the active entity, at least 1.' })
  readonly depth!: number;

  @Field(() => Float, { description: 'Score of the relation: 1/depth.' })
  readonly score!: number;

  @Field(() => JSONValue, { description: 'Properties as they were given, including piece_id.' })
  readonly properties!: Json;

  @Field(() => Piece, {
    nullable: true,
    description: 'Piece that the relation comes from; null if there is none, or if the filters exclude it.',
  })
  readonly piece!: Piece | null;

  /** Time of the last write; absent in answers about other times. */
  readonly recordedAt?: Date | null;
}

/** Parts of an answer about an earlier time that are computed from current data. */
export enum Approximation {
  WORD_STATISTICS = 'WORD_STATISTICS',
  VECTORS = 'VECTORS',
  RULE_MENTIONS = 'RULE_MENTIONS',
  DECLARED_TYPES = 'DECLARED_TYPES',
  UPDATED_RELATIONS = 'UPDATED_RELATIONS',
}

registerEnumType(Approximation, {
  name: 'Approximation',
  description: 'Parts of an answer about an earlier time that are nevertheless computed from current data.',
  valuesMap: {
    WORD_STATISTICS: { description: 'The frequencies of words, on which search scores depend.' },
    VECTORS: { description: 'The similarity of texts to the question, which is measured with the current vectors.' },
    RULE_MENTIONS: { description: 'Automatic mentions, which link texts to the entities they name.' },
    DECLARED_TYPES: { description: 'The declarations that certain relation types are functional.' },
    UPDATED_RELATIONS: {
      description: 'Properties and stated ends of validity of relations that were loaded again after that time.',
    },
  },
});

@ObjectType({ description: 'The time to which an answer refers.' })
export class AnswerTime {
  @Field(() => DateTime, {
    nullable: true,
    description: 'The answer contains only what was known at this time; null means now.',
  })
  readonly asOf!: Date | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'The answer contains only what was true at this time; null means at any time.',
  })
  readonly validAt!: Date | null;

  @Field(() => [Approximation], {
    description: 'Parts of the answer that use current data although asOf was given; empty if asOf was not given.',
  })
  readonly approximated!: readonly Approximation[];
}

@ObjectType({ description: 'A piece of a document whose content is already stored.' })
export class SamePiece {
  @Field(() => Int, { description: 'Index of the piece in the document, counted from 0.' })
  @Extensions({ minimum: 0 })
  readonly index!: number;

  @Field(() => ID, { description: 'Id of the stored piece with the same content.' })
  readonly pieceId!: string;
}

@ObjectType({ description: 'Two pieces of one entity and type with nearly the same content.' })
export class PossibleSupersession {
  @Field(() => ID, { description: 'Id of the piece that was loaded.' })
  readonly newerId!: string;

  @Field(() => ID, { description: 'Id of the piece that was stored before.' })
  readonly olderId!: string;

  @Field(() => [Difference], { description: 'Kinds of difference between the two pieces.' })
  readonly differences!: readonly Difference[];
}

@ObjectType({ description: 'Result of a load. A record is a metadata record, piece, node or edge.' })
export class LoadReport {
  @Field(() => Int, { description: 'Number of metadata records of the document that are stored now.' })
  @Extensions({ minimum: 0 })
  readonly metadata!: number;

  @Field(() => Int, { description: 'Number of pieces of the document that are stored now.' })
  @Extensions({ minimum: 0 })
  readonly pieces!: number;

  @Field(() => Int, { description: 'Number of nodes of the document that are stored now.' })
  @Extensions({ minimum: 0 })
  readonly nodes!: number;

  @Field(() => Int, { description: 'Number of edges of the document that are stored now.' })
  @Extensions({ minimum: 0 })
  readonly edges!: number;

  @Field(() => Int, { description: 'Number of records that were new.' })
  @Extensions({ minimum: 0 })
  readonly created!: number;

  @Field(() => Int, { description: 'Number of records that changed what was stored.' })
  @Extensions({ minimum: 0 })
  readonly updated!: number;

  @Field(() => Int, { description: 'Number of records that were stored already with the same content.' })
  @Extensions({ minimum: 0 })
  readonly unchanged!: number;

  @Field(() => [SkippedRecord], { description: 'Records that were not stored, each with the reason.' })
  readonly skipped!: readonly SkippedRecord[];

  @Field(() => [SamePiece], {
    description: 'Pieces that were not stored, because a piece of the same entity and type has the same content.',
  })
  readonly duplicates!: readonly SamePiece[];

  @Field(() => [ID], {
    description:
      'Ids of the pieces that got a new version from the document, because a piece of the document names them in `supersedes`.',
  })
  readonly superseded!: readonly string[];

  @Field(() => [PossibleSupersession], {
    description:
      'Pairs of a loaded piece and an earlier one with nearly the same content. Both are stored; review lists the pair until decideSupersession decides it.',
  })
  readonly possibleSupersessions!: readonly PossibleSupersession[];
}

@ObjectType({ description: 'Result of a decision on two pieces with nearly the same content.' })
export class DecidedSupersession {
  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the change; undo(changeId) reverts it, and the pieces wait for a decision again. Null if KEEP_BOTH was decided before.',
  })
  readonly changeId!: string | null;

  @Field(() => [ID], { description: 'Ids of the pieces that remain.' })
  readonly pieceIds!: readonly string[];
}

@ObjectType({ description: 'A text that was ingested, with its result.' })
export class CheckIn {
  @Field(() => ID, { description: 'Id generated by the service. Pass it to undo to revert the check-in.' })
  readonly id!: string;

  @Field({ description: 'The text as it was submitted.' })
  readonly text!: string;

  @Field(() => String, { nullable: true, description: 'Reply of the LLM.' })
  readonly reply!: string | null;

  @Field(() => JSONValue, { description: 'The document { metadata, pieces, graph } as it was loaded.' })
  readonly document!: Json;

  @Field(() => JSONValue, { nullable: true, description: 'Artifacts that were submitted with the text.' })
  readonly artifacts!: unknown;

  @Field(() => String, { nullable: true, description: 'The agent or person who submitted it.' })
  readonly by!: string | null;

  @Field(() => DateTime, { description: 'Time of the check-in.' })
  readonly at!: Date;
}

@ObjectType({ description: 'One page of a list.' })
export class CheckInConnection extends Connection(CheckIn) {}

@ObjectType({ description: 'Result of ingesting a text.' })
export class IngestReport {
  @Field(() => JSONValue, {
    description:
      'The document { metadata, pieces, graph } from the LLM, with the ids under which pieces and sessions are stored.',
  })
  readonly document!: Json;

  @Field(() => LoadReport, { description: 'Numbers of stored records.' })
  readonly load!: LoadReport;

  @Field(() => Int, { description: 'Number of replies of the LLM.' })
  readonly attempts!: number;

  @Field(() => ID, { nullable: true, description: 'Id of the check-in; null if none was requested.' })
  readonly checkInId!: string | null;
}
