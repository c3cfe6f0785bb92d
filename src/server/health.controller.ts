import { Controller, Get, HttpCode, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { DomainError } from '../common/errors.js';
import { GraphService } from '../graph/graph.service.js';

/** For whatever watches over the process: `live` asks for a restart, `ready` takes it out of the balance. */
@Controller('health')
export class HealthController {
  constructor(private readonly graph: GraphService) {}

  @Get('live')
  @HttpCode(200)
  @RouteConfig({ open: true })
  live(): { status: string } {
    return { status: 'up' };
  }

  @Get('ready')
  @RouteConfig({ open: true })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<{ status: string; reason?: string }> {
    void reply.header('cache-control', 'no-store');
    try {
      await this.graph.ready();
      return { status: 'ready' };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      void reply.code(503);
      return { status: 'not ready', reason: error.message };
    }
  }
}
