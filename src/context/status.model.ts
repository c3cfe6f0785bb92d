import { Field, Float, ID, Int, ObjectType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { DateTime } from '../common/scalars.js';
import { LlmStatus } from '../llm/llm.model.js';
import { ReembedJob } from '../embedding/embedding.model.js';
import { KnowledgeKind } from '../knowledge/knowledge.model.js';

@ObjectType({ description: 'The database that the service runs on.' })
export class DatabaseStatus {
  @Field({ description: 'Name of the server, such as Neo4j.' })
  readonly product!: string;

  @Field({ description: 'Version of the server.' })
  readonly version!: string;

  @Field({ description: 'Edition of the server: community or enterprise.' })
  readonly edition!: string;

  @Field({ description: 'True if the service starts and stops the database.' })
  readonly managed!: boolean;

  @Field({ description: 'True if the database accepts no writes; mutations then fail.' })
  readonly readOnly!: boolean;

  @Field({ description: 'True if all indexes are online; false while one is being built.' })
  readonly indexesOnline!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      'URL of Neo4j Browser for this database, if it is known: that of a managed database, or NEO4J_BROWSER_URL.',
  })
  readonly browserUrl!: string | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Free space on the disk of the database, in bytes. It is known only if the service runs the database (managed), and otherwise null.',
  })
  readonly freeBytes!: number | null;
}

@ObjectType({ description: 'State of the embedder, which converts texts into vectors.' })
export class EmbedderStatus {
  @Field({ description: 'Provider of the embeddings: none, openai or local.' })
  readonly provider!: string;

  @Field(() => String, { nullable: true, description: 'Name of the model; null if there is none.' })
  readonly model!: string | null;

  @Field(() => Int, { nullable: true, description: 'Number of dimensions of the vectors; null without a model.' })
  readonly dimensions!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Cosine similarity that unrelated texts have in this model, in [0,1]. For well-known models the service has a fixed value. For other models it is 0 until 200 texts have vectors, and is then measured. Null without a model.',
  })
  readonly floor!: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Reason why this service cannot embed texts, in one sentence; null if it can, or if no embedder is configured.',
  })
  readonly problem!: string | null;

  @Field({ description: 'True while the model is being downloaded or loaded. Meanwhile, `problem` says so, too.' })
  readonly preparing!: boolean;

  @Field(() => Int, { description: 'Number of texts that have no vector yet. The search finds them by words only.' })
  readonly stale!: number;

  @Field(() => ReembedJob, {
    nullable: true,
    description: 'Job that changes the embedding model: the current one, otherwise the last one.',
  })
  readonly job!: ReembedJob | null;
}

@ObjectType({ description: 'Number of stored things of one kind.' })
export class KindCount {
  @Field(() => KnowledgeKind, { description: 'The kind.' })
  readonly kind!: KnowledgeKind;

  @Field(() => Int, { description: 'Number of things in the namespace.' })
  readonly count!: number;
}

@ObjectType({
  description: 'A migration: a change of stored data that a new version of the service carries out in the background.',
})
export class DataMigration {
  @Field({ description: 'File name of the migration, without its extension.' })
  readonly name!: string;

  @Field(() => Int, { description: 'Number of nodes changed so far.' })
  readonly changed!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Time at which the migration ended; null while it runs or waits.',
  })
  readonly appliedAt!: Date | null;
}

@ObjectType({ description: 'State of the service: database, models, and number of stored things.' })
export class ServiceStatus {
  @Field({ description: 'Version of Heartwood.' })
  readonly version!: string;

  @Field(() => DatabaseStatus, { description: 'The database that the service runs on.' })
  readonly database!: DatabaseStatus;

  @Field(() => EmbedderStatus, { description: 'State of the embedder, which converts texts into vectors.' })
  readonly embedder!: EmbedderStatus;

  @Field(() => LlmStatus, { description: 'State of the language model (LLM) that the service itself uses.' })
  readonly llm!: LlmStatus;

  @Field(() => [KindCount], { description: 'Number of stored things by kind, in the namespace of the request.' })
  readonly counts!: readonly KindCount[];

  @Field(() => [String], { description: 'Schema files that were applied, in order.' })
  readonly migrations!: readonly string[];

  @Field(() => [DataMigration], {
    description: 'Migrations of stored data, in order. The service is fully usable while they are running.',
  })
  readonly dataMigrations!: readonly DataMigration[];

  @Field(() => Float, {
    nullable: true,
    description:
      '95th percentile of the durations of searches on this replica since its start, in milliseconds, rounded up to the next bucket of the metric heartwood_search_seconds. Null before the first search, or if it exceeds 10,000.',
  })
  readonly searchP95Ms!: number | null;
}

@ObjectType({ description: 'An isolated part of the graph.' })
export class Namespace {
  @Field(() => ID, { description: 'Name of the namespace. Requests send it as x-namespace.' })
  readonly name!: string;
}

@ObjectType({ description: 'One page of a list.' })
export class NamespaceConnection extends Connection(Namespace) {}
