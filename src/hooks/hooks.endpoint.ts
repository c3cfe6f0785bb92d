import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOfRequest } from '../common/current-caller.js';
import { NotFoundError } from '../common/errors.js';
import { isRecord } from '../common/json.js';
import { redactInput } from '../secrets/door.js';
import { validateInput } from '../common/validation.js';
import { Workers } from '../common/workers/workers.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { CapturesService } from './captures.service.js';
import { CapturedPromptInput, CapturedTurnInput, CLIENTS, promptIn } from './hooks.inputs.js';
import { PromptsService } from './prompts.service.js';
import { TurnsService } from './turns.service.js';

/**
 * `POST /hooks/:client`: prompts and ends of turns of connected agents. Nothing that it is sent is opened as a path. It is
 * a Fastify route, since a controller cannot set its own body limit.
 */
@Injectable()
export class HooksEndpoint implements OnModuleInit {
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly prompts: PromptsService,
    private readonly turns: TurnsService,
    private readonly captures: CapturesService,
    private readonly workers: Workers,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    // While the schema is printed, there is no HTTP server.
    const fastify = this.adapterHost.httpAdapter?.getInstance<FastifyInstance>();
    if (typeof fastify?.route !== 'function') return;
    fastify.route<{ Params: { client: string } }>({
      method: 'POST',
      url: '/hooks/:client',
      config: { role: 'writer' },
      bodyLimit: this.config.HOOK_MAX_BYTES,
      handler: async (request, reply) => {
        const answer = await this.answer(request.params.client, request);
        return reply.header('cache-control', 'no-store').send(answer);
      },
    });
    fastify.route<{ Querystring: { client?: unknown } }>({
      method: 'GET',
      url: '/hooks/status',
      config: { role: 'reader' },
      handler: async (request, reply) => {
        const { client } = request.query;
        const status = await this.captures.status(
          callerOfRequest(request),
          typeof client === 'string' ? client : undefined,
        );
        return reply.header('cache-control', 'no-store').send(status);
      },
    });
  }

  private async answer(client: string, request: FastifyRequest): Promise<object> {
    if (!CLIENTS.some((known) => known === client)) throw new NotFoundError('Client', client);
    const { event, ...body } = isRecord(request.body) ? request.body : {};
    if (event === 'turn') {
      const turn = await redactInput(validateInput(CapturedTurnInput, body), this.workers);
      return this.turns.post(callerOfRequest(request), client, turn);
    }
    const input = await redactInput(validateInput(CapturedPromptInput, promptIn(body)), this.workers);
    const isGone = () => request.raw.socket.destroyed;
    const context = await this.prompts.answer(callerOfRequest(request), client, input, isGone);
    return answerOf(client, context);
  }
}

/** A context in the form that the client's hook understands. */
function answerOf(client: string, context: string | undefined): object {
  if (context === undefined || context === '') return {};
  if (client !== 'claude-code') return { context };
  return { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: context } };
}
