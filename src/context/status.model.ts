import { Field, Float, ID, Int, ObjectType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { DateTime } from '../common/scalars.js';
import { LlmStatus } from '../llm/llm.model.js';
import { ReembedJob } from '../search/embedding/embedding.model.js';
import { KnowledgeKind } from '../knowledge/knowledge.model.js';

@ObjectType()
export class DatabaseStatus {
  @Field()
  readonly product!: string;

  @Field()
  readonly version!: string;

  @Field({ description: 'community or enterprise.' })
  readonly edition!: string;

  @Field({ description: 'Started, and stopped, together with the service.' })
  readonly managed!: boolean;

  @Field()
  readonly readOnly!: boolean;

  @Field({ description: 'Every index serves; false while one is being built.' })
  readonly indexesOnline!: boolean;
}

@ObjectType()
export class EmbedderStatus {
  @Field({ description: 'What this service embeds with: none, openai or local.' })
  readonly provider!: string;

  @Field(() => String, { nullable: true })
  readonly model!: string | null;

  @Field(() => Int, { nullable: true })
  readonly dimensions!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Cosine that unrelated texts have in the model, 0..1, known or measured once 200 texts have vectors; 0 before. Null without a model.',
  })
  readonly floor!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why this service cannot embed, in a sentence; null when it can, or is not to.',
  })
  readonly problem!: string | null;

  @Field({ description: 'The model is being fetched or loaded; `problem` says so meanwhile.' })
  readonly preparing!: boolean;

  @Field(() => Int, { description: 'Texts that wait for a vector; they are found by their words meanwhile.' })
  readonly stale!: number;

  @Field(() => ReembedJob, { nullable: true, description: 'The change of model under way, or the last one.' })
  readonly job!: ReembedJob | null;
}

@ObjectType()
export class KindCount {
  @Field(() => KnowledgeKind)
  readonly kind!: KnowledgeKind;

  @Field(() => Int)
  readonly count!: number;
}

@ObjectType({ description: 'A change of stored data that came with a version and runs in the background.' })
export class DataMigration {
  @Field()
  readonly name!: string;

  @Field(() => Int, { description: 'Nodes changed so far.' })
  readonly changed!: number;

  @Field(() => DateTime, { nullable: true, description: 'When it ended; null while it runs or waits for its turn.' })
  readonly appliedAt!: Date | null;
}

@ObjectType({ description: 'What the service runs on, and what it holds.' })
export class ServiceStatus {
  @Field()
  readonly version!: string;

  @Field(() => DatabaseStatus)
  readonly database!: DatabaseStatus;

  @Field(() => EmbedderStatus)
  readonly embedder!: EmbedderStatus;

  @Field(() => LlmStatus)
  readonly llm!: LlmStatus;

  @Field(() => [KindCount], { description: 'Of the namespace of the request.' })
  readonly counts!: readonly KindCount[];

  @Field(() => [String], { description: 'Schema files that were applied, in order.' })
  readonly migrations!: readonly string[];

  @Field(() => [DataMigration], {
    description: 'Migrations of stored data, in order. The service answers in full before they have ended.',
  })
  readonly dataMigrations!: readonly DataMigration[];
}

@ObjectType({ description: 'A part of the graph that knows nothing of the others.' })
export class Namespace {
  @Field(() => ID)
  readonly name!: string;
}

@ObjectType()
export class NamespaceConnection extends Connection(Namespace) {}
