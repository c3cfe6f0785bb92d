import { Body, Controller, Get, Headers, HttpCode, Post, Query, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { redactInput } from '../secrets/door.js';
import { validateInput } from '../common/validation.js';
import { Workers } from '../common/workers/workers.js';
import type { SearchHit } from '../search/search.model.js';
import { prefersJson } from './accept.js';
import { ContextInput } from './context.inputs.js';
import { ContextService } from './context.service.js';

/** `context` for agents without a GraphQL client: text for the prompt, or the full result as JSON. */
@Controller('context')
export class ContextController {
  constructor(
    private readonly contexts: ContextService,
    private readonly workers: Workers,
  ) {}

  @Get()
  @RouteConfig({ role: 'reader' })
  async fromQuery(
    @CurrentCaller() caller: Caller,
    @Query() query: unknown,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    return this.answer(caller, validateInput(ContextInput, query, { fromText: true }), accept, reply);
  }

  @Post()
  @RouteConfig({ role: 'reader' })
  @HttpCode(200)
  async fromBody(
    @CurrentCaller() caller: Caller,
    @Body() body: unknown,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    return this.answer(caller, validateInput(ContextInput, body), accept, reply);
  }

  private async answer(
    caller: Caller,
    input: ContextInput,
    accept: string | undefined,
    reply: FastifyReply,
  ): Promise<unknown> {
    const context = await this.contexts.context(caller, await redactInput(input, this.workers));
    void reply
      .header('x-tokens-used', context.tokensUsed)
      .header('x-omitted', context.omitted)
      .header('cache-control', 'no-store')
      .header('vary', 'accept');
    if (context.degraded.length > 0) void reply.header('x-degraded', context.degraded.join(', '));
    if (context.receiptId !== null) void reply.header('x-receipt-id', context.receiptId);
    if (!prefersJson(accept)) {
      void reply.type('text/plain; charset=utf-8');
      return context.text;
    }
    void reply.type('application/json; charset=utf-8');
    return { ...context, hits: context.hits.map(plainHit) };
  }
}

/** A hit with the fields common to all knowledge. */
function plainHit({ score, match, explain, knowledge }: SearchHit) {
  const { ref, id, kind, title, text, trust, createdAt, updatedAt } = knowledge;
  return { score, match, explain, knowledge: { ref, id, kind, title, text, trust, createdAt, updatedAt } };
}
