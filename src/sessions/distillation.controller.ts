import { Body, Controller, HttpCode, Param, Post, Query } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { BadUserInputError } from '../common/errors.js';
import { redactInput } from '../secrets/door.js';
import { validateInput } from '../common/validation.js';
import { Workers } from '../common/workers/workers.js';
import { SessionTraceInput } from './distillation.inputs.js';
import type { DistillationJob } from './distillation.model.js';
import { DistillationService } from './distillation.service.js';

/**
 * The HTTP counterpart of `queueSession` for traces that are too long for a GraphQL request. The request body is the
 * trace and is processed while it arrives.
 */
@Controller('sessions')
export class DistillationController {
  constructor(
    private readonly distillation: DistillationService,
    private readonly workers: Workers,
  ) {}

  @Post(':sessionId/trace')
  @HttpCode(200)
  @RouteConfig({ trace: true, role: 'writer' })
  async handIn(
    @CurrentCaller() caller: Caller,
    @Param('sessionId') sessionId: string,
    @Query() query: Record<string, unknown>,
    @Body() body: unknown,
  ): Promise<DistillationJob> {
    const upper = Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.toUpperCase() : value,
    ]);
    const given = validateInput(SessionTraceInput, { ...Object.fromEntries(upper), sessionId }, { fromText: true });
    const input = await redactInput(given, this.workers);
    if (typeof body !== 'object' || body === null || !(Symbol.asyncIterator in body)) {
      const message = 'the body must be the trace, with content-type application/octet-stream or application/x-ndjson';
      throw BadUserInputError.of('trace', 'isTrace', message);
    }
    return this.distillation.queueStream(caller, input, body as AsyncIterable<Uint8Array>);
  }
}
