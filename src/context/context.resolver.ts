import { Args, Query, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import type { ConnectionOf } from '../common/connection.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { ContextInput, ReceiptArgs, ReceiptsArgs } from './context.inputs.js';
import { ContextReceipt, ContextReceiptConnection, PromptContext } from './context.model.js';
import { ContextService } from './context.service.js';

@Resolver()
export class ContextResolver {
  constructor(private readonly contexts: ContextService) {}

  @Needs('reader')
  @Query(() => PromptContext, {
    description: 'Returns the knowledge about a task as prompt text within a token budget, and stores a receipt of it.',
  })
  async context(
    @CurrentCaller() caller: Caller,
    @Args('input', { description: 'The question of the context, and the limits for the answer.' }) input: ContextInput,
    @Args('preview', {
      defaultValue: false,
      description:
        'If true, nothing is stored and nothing counts as given; ranking and text are the same. For people who want to see what agents are given.',
    })
    preview: boolean,
  ): Promise<PromptContext> {
    if (preview) return { ...(await this.contexts.compose(caller, input)), receiptId: null };
    return this.contexts.context(caller, input);
  }

  @Needs('reader')
  @Query(() => ContextReceipt, {
    nullable: true,
    description:
      'Receipt of a context or planning prompt; null if there is none, or if another project or team asked. A reviewer’s key finds those of all projects and teams.',
  })
  receipt(@CurrentCaller() caller: Caller, @Args() { id }: ReceiptArgs): Promise<ContextReceipt | undefined> {
    return this.contexts.receipt(caller, id);
  }

  @Needs('reader')
  @Query(() => ContextReceiptConnection, {
    description:
      'Receipts of the contexts and planning prompts that the caller’s project and team asked for, newest first. A reviewer’s key lists those of all projects and teams.',
  })
  receipts(@CurrentCaller() caller: Caller, @Args() args: ReceiptsArgs): Promise<ConnectionOf<ContextReceipt>> {
    return this.contexts.listReceipts(caller, args);
  }
}
