import { Controller, Get, Headers, HttpCode, Options, Query, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { exploreStatements, renderGuide } from './guide.js';
import { renderStyle } from './style.js';

/** Valid form of a host with port; any other text is not inserted into the guide. */
const HOST = /^[\w.:[\]-]+$/;
const DEFAULT_HOST = 'localhost:4000';

/**
 * The guide that Neo4j Browser plays, and its style. The Browser's page fetches both from another origin, with an
 * OPTIONS request first. They contain no stored data, so everyone may read them.
 */
@Controller()
export class GuideController {
  private readonly statements = exploreStatements();
  private readonly style = renderStyle();

  @Get('guide.html')
  @RouteConfig({ open: true })
  play(
    @Headers('host') host: string | undefined,
    @Query('only') only: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): string {
    openToAll(reply).type('text/html; charset=utf-8');
    const known = host !== undefined && HOST.test(host) ? host : DEFAULT_HOST;
    return renderGuide(this.statements, `http://${known}`, typeof only === 'string' ? only : undefined);
  }

  @Get('style.grass')
  @RouteConfig({ open: true })
  grass(@Res({ passthrough: true }) reply: FastifyReply): string {
    openToAll(reply).type('text/plain; charset=utf-8');
    return this.style;
  }

  @Options(['guide.html', 'style.grass'])
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

function openToAll(reply: FastifyReply): FastifyReply {
  return reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', 'no-cache');
}
