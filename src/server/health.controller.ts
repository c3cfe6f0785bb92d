import { Controller, Get, HttpCode, Logger, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { DomainError, type ErrorCode } from '../common/errors.js';
import { GraphService } from '../graph/graph.service.js';
import { Readiness } from '../graph/readiness.js';

interface Answer {
  readonly status: 'ready' | 'not ready';
  readonly code?: ErrorCode;
  readonly reason?: string;
}

/**
 * Health checks for orchestrators: a failing `live` asks for a restart, a failing `ready` for removal from load
 * balancing.
 */
@Controller('health')
export class HealthController {
  private readonly logger = new Logger(HealthController.name);

  constructor(
    private readonly graph: GraphService,
    private readonly readiness: Readiness,
  ) {}

  @Get('live')
  @HttpCode(200)
  @RouteConfig({ open: true })
  live(): { status: string } {
    return { status: 'up' };
  }

  @Get('ready')
  @RouteConfig({ open: true })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Answer> {
    void reply.header('cache-control', 'no-store');
    try {
      await this.graph.ready();
      const reason = this.readiness.awaited();
      if (reason === undefined) return { status: 'ready' };
      void reply.code(503);
      return { status: 'not ready', reason };
    } catch (error) {
      void reply.code(503);
      if (error instanceof DomainError) return { status: 'not ready', code: error.code, reason: error.message };
      // If the check itself fails, the service is not ready, either. The cause is only logged, not sent to the caller.
      this.logger.error('the database could not be tried', error);
      return { status: 'not ready', code: 'INTERNAL', reason: 'the log says why' };
    }
  }
}
