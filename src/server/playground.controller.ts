import { createGunzip } from 'node:zlib';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsGzip } from '../common/gzip.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { PLAYGROUND_POLICY, type PlaygroundPage, renderPlayground } from './playground.js';

@Controller()
export class PlaygroundController {
  private page: Promise<PlaygroundPage> | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get('playground')
  @RouteConfig({ open: true })
  async playground(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    this.page ??= renderPlayground(this.config.API_KEYS.size > 0 || this.config.REQUIRE_API_KEY);
    const { gzipped, etag } = await this.page;
    void reply
      .header('content-security-policy', PLAYGROUND_POLICY)
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding')
      .header('etag', etag);
    if (request.headers['if-none-match']?.split(/, */).includes(etag)) {
      await reply.code(304).send();
      return;
    }
    void reply.type('text/html; charset=utf-8');
    if (acceptsGzip(request.headers['accept-encoding'])) {
      await reply.header('content-encoding', 'gzip').send(gzipped);
      return;
    }
    const unpacked = createGunzip();
    unpacked.end(gzipped);
    await reply.send(unpacked);
  }
}
