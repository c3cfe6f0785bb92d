import { Extensions, Field, Float, ID, Int, ObjectType } from '@nestjs/graphql';

const COUNT = { minimum: 0 };

@ObjectType({
  description: 'Number of chunks of documents that the LLM has read, and the estimated cost of reading the others.',
})
export class Structuring {
  @Field(() => Int, { description: 'Number of chunks of the documents.' })
  @Extensions(COUNT)
  readonly chunks!: number;

  @Field(() => Int, { description: 'Number of chunks whose facts are stored, and that have not changed since.' })
  @Extensions(COUNT)
  readonly read!: number;

  @Field(() => Int, { description: 'Number of chunks that the LLM has not read yet.' })
  @Extensions(COUNT)
  readonly unread!: number;

  @Field(() => Int, {
    description:
      'Estimated number of tokens that are sent to the LLM for the unread chunks, with the schema of the reply and without retries.',
  })
  @Extensions(COUNT)
  readonly inputTokens!: number;

  @Field(() => Int, {
    description:
      'Estimated number of tokens in the replies of the LLM: 50 for each unread chunk, plus 4 for each token of the chunk.',
  })
  @Extensions(COUNT)
  readonly outputTokens!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Estimated cost of reading the unread chunks, in the currency of LLM_PRICE_INPUT and LLM_PRICE_OUTPUT; null if neither is set.',
  })
  readonly cost!: number | null;
}

@ObjectType({ description: 'A chunk from which nothing was stored.' })
export class FailedChunk {
  @Field(() => ID, { description: 'Id of the chunk. Each chunk is a piece, with the same id.' })
  readonly chunkId!: string;

  @Field(() => String, { nullable: true, description: 'Place of the chunk in its document, in words.' })
  readonly citation!: string | null;

  @Field({ description: 'Code of the error, such as LLM_CUT_OFF.' })
  readonly code!: string;

  @Field({ description: 'The error in one sentence.' })
  readonly message!: string;
}

@ObjectType({ description: 'Result of structureDocuments, in which the LLM reads chunks of documents.' })
export class StructuringReport {
  @Field(() => Int, { description: 'Number of chunks that were read and whose facts are stored.' })
  @Extensions(COUNT)
  readonly structured!: number;

  @Field(() => Int, { description: 'Number of records that are new: metadata, pieces, entities and relations.' })
  @Extensions(COUNT)
  readonly created!: number;

  @Field(() => Int, { description: 'Number of records that changed.' })
  @Extensions(COUNT)
  readonly updated!: number;

  @Field(() => Int, { description: 'Number of records that were stored already.' })
  @Extensions(COUNT)
  readonly unchanged!: number;

  @Field(() => Int, {
    description: 'Number of records that were skipped. The log of the service contains the reasons.',
  })
  @Extensions(COUNT)
  readonly skipped!: number;

  @Field(() => [FailedChunk], { description: 'Chunks whose reply was unusable, in the order of the documents.' })
  readonly failed!: readonly FailedChunk[];

  @Field(() => Int, { description: 'Number of chunks that are still unread, including those that failed.' })
  @Extensions(COUNT)
  readonly remaining!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'Reason why the call ended early, which is that the LLM became unavailable; otherwise null. A repeated call continues with the remaining chunks.',
  })
  readonly stopped!: string | null;
}
