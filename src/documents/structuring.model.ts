import { Extensions, Field, Float, ID, Int, ObjectType } from '@nestjs/graphql';

const COUNT = { minimum: 0 };

@ObjectType({ description: 'How far the LLM has read documents, and what the rest is likely to cost.' })
export class Structuring {
  @Field(() => Int, { description: 'Chunks of the documents.' })
  @Extensions(COUNT)
  readonly chunks!: number;

  @Field(() => Int, { description: 'Chunks whose facts are stored, and that have not changed since.' })
  @Extensions(COUNT)
  readonly read!: number;

  @Field(() => Int, { description: 'Chunks that the LLM has yet to read.' })
  @Extensions(COUNT)
  readonly unread!: number;

  @Field(() => Int, {
    description: 'Estimate of the tokens that are sent for the unread chunks, without retries.',
  })
  @Extensions(COUNT)
  readonly inputTokens!: number;

  @Field(() => Int, {
    description: 'Estimate of the tokens that are answered: 150 for each unread chunk, and 1.5 for each of its tokens.',
  })
  @Extensions(COUNT)
  readonly outputTokens!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Estimated costs by LLM_PRICE_INPUT and LLM_PRICE_OUTPUT; null if neither is set.',
  })
  readonly cost!: number | null;
}

@ObjectType({ description: 'A chunk from which nothing was stored.' })
export class FailedChunk {
  @Field(() => ID, { description: 'Id of the piece that the chunk is.' })
  readonly chunkId!: string;

  @Field(() => String, { nullable: true, description: 'Place of the chunk in its document.' })
  readonly citation!: string | null;

  @Field({ description: 'Code of the error, such as LLM_CUT_OFF.' })
  readonly code!: string;

  @Field({ description: 'The error in one sentence.' })
  readonly message!: string;
}

@ObjectType({ description: 'Result of having the LLM read chunks of documents.' })
export class StructuringReport {
  @Field(() => Int, { description: 'Chunks that were read, and whose facts are stored.' })
  @Extensions(COUNT)
  readonly structured!: number;

  @Field(() => Int, { description: 'Records that are new: metadata, pieces, entities and relations.' })
  @Extensions(COUNT)
  readonly created!: number;

  @Field(() => Int, { description: 'Records that changed.' })
  @Extensions(COUNT)
  readonly updated!: number;

  @Field(() => Int, { description: 'Records that were stored already.' })
  @Extensions(COUNT)
  readonly unchanged!: number;

  @Field(() => Int, { description: 'Records that were skipped; the log of the service says why.' })
  @Extensions(COUNT)
  readonly skipped!: number;

  @Field(() => [FailedChunk], { description: 'Chunks whose reply was unusable, in the order of the documents.' })
  readonly failed!: readonly FailedChunk[];

  @Field(() => Int, { description: 'Chunks that are still unread, including those that failed.' })
  @Extensions(COUNT)
  readonly remaining!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'Why the call ended early: the LLM is unavailable. Null if it did not. A repeated call goes on from there.',
  })
  readonly stopped!: string | null;
}
