import { Controller, Get, Module } from '@nestjs/common';
import {
  Args,
  ArgsType,
  Field,
  ID,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Subscription,
} from '@nestjs/graphql';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { Caller } from '../../src/common/caller.js';
import { CurrentCaller } from '../../src/common/current-caller.js';
import { Needs } from '../../src/common/needs.js';
import { ConflictError, DatabaseUnavailableError, NotFoundError } from '../../src/common/errors.js';
import { DateTime, JSONValue } from '../../src/common/scalars.js';
import { Count, Id, Inputs, Json, Text, Time } from '../../src/common/validation.js';

/** Message of an error that a defective resolver throws; no caller may ever receive it. */
export const SECRET_MESSAGE = 'password hunter2 is wrong';

@ObjectType()
class Node {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => Node, { nullable: true })
  readonly next?: Node;

  @Field(() => [Node])
  readonly all!: readonly Node[];
}

@ObjectType()
class CallerModel {
  @Field()
  readonly namespace!: string;

  @Field(() => String, { nullable: true })
  readonly agent?: string;

  @Field(() => String, { nullable: true })
  readonly session?: string;
}

@ArgsType()
class NodesArgs {
  @Count({ min: 1, max: 1_000, default: 5 })
  readonly first!: number;
}

@InputType()
class PartInput {
  @Text({ max: 20 })
  readonly description!: string;
}

@InputType()
class ThingInput {
  @Id()
  readonly id!: string;

  @Text({ optional: true })
  readonly task?: string;

  @Inputs(() => PartInput, { optional: true })
  readonly items?: readonly PartInput[];

  @Count({ optional: true })
  readonly stepNum?: number;

  @Time({ optional: true })
  readonly at?: Date;

  @Json({ optional: true, max: 64 * 1024 * 1024 })
  readonly extra?: unknown;
}

const node: Node = {
  id: 'a',
  get next() {
    return node;
  },
  get all() {
    return [node];
  },
};

/** Replaces the features in tests of the transports. It has every type of field and of failure. */
@Resolver()
class SampleResolver {
  @Needs('reader')
  @Query(() => Node)
  node(): Node {
    return node;
  }

  @Needs('reader')
  @Query(() => [Node])
  nodes(@Args() { first }: NodesArgs): Node[] {
    return Array.from({ length: first }, () => node);
  }

  @Needs('reader')
  @Query(() => CallerModel)
  caller(@CurrentCaller() caller: Caller): CallerModel {
    return caller;
  }

  @Needs('reader')
  @Query(() => String, { nullable: true })
  fails(@Args('how') how: string): string {
    if (how === 'missing') throw new NotFoundError('Thing', 'x');
    if (how === 'conflict') throw new ConflictError('Thing "x" is another');
    if (how === 'database') throw new DatabaseUnavailableError('The database cannot be reached');
    throw new Error(SECRET_MESSAGE);
  }

  @Needs('reader')
  @Query(() => Int)
  never(): number {
    return undefined as unknown as number;
  }

  @Needs('reader')
  @Query(() => Boolean)
  async slow(@Args('ms', { type: () => Int }) ms: number): Promise<boolean> {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return true;
  }

  @Needs('reader')
  @Query(() => DateTime)
  today(): Date {
    return new Date('2026-03-01T09:30:00Z');
  }

  @Needs('reader')
  @Mutation(() => JSONValue, { nullable: true })
  saveThing(@Args('input') input: ThingInput): unknown {
    return {
      ...input,
      isInstance: input instanceof ThingInput,
      extra: input.extra === undefined ? 0 : JSON.stringify(input.extra).length,
    };
  }

  @Needs('reader')
  @Subscription(() => Int, { resolve: (value: number) => value })
  async *counting(@Args('to', { type: () => Int }) to: number): AsyncGenerator<number> {
    for (let number = 1; number <= to; number++) yield await Promise.resolve(number);
  }
}

@Controller('sample')
class SampleController {
  @Get()
  @RouteConfig({ role: 'reader' })
  caller(@CurrentCaller() caller: Caller): Caller {
    return caller;
  }

  @Get('missing')
  @RouteConfig({ role: 'reader' })
  missing(): never {
    throw new NotFoundError('Thing', 'x');
  }

  @Get('broken')
  @RouteConfig({ role: 'reader' })
  broken(): never {
    throw new Error(SECRET_MESSAGE);
  }
}

@Module({ providers: [SampleResolver], controllers: [SampleController] })
export class SampleModule {}
