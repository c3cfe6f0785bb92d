import { Controller, Get, Headers, HttpCode, Options, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { exploreStatements, renderGuide } from './guide.js';

/**
 * The guide Neo4j Browser plays. It is fetched by the Browser's page, so from another origin, and asked for with
 * OPTIONS first. It holds no data, so that everybody may read it.
 */
@Controller('guide.html')
export class GuideController {
  private readonly guide = renderGuide(exploreStatements());

  @Get()
  @RouteConfig({ open: true })
  play(@Res({ passthrough: true }) reply: FastifyReply): string {
    void reply
      .type('text/html; charset=utf-8')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'no-cache');
    return this.guide;
  }

  @Options()
  @HttpCode(204)
  @RouteConfig({ open: true })
  preflight(
    @Headers('access-control-request-headers') headers: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): void {
    void reply
      .header('access-control-allow-origin', '*')
      .header('access-control-allow-methods', 'GET, OPTIONS')
      .header('access-control-max-age', '600')
      .header('vary', 'access-control-request-headers');
    if (headers !== undefined) void reply.header('access-control-allow-headers', headers);
  }
}
