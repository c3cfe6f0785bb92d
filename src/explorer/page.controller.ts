import { Controller, Get, NotFoundException, Param, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NotFoundError } from '../common/errors.js';
import { ExplorerPage } from './explorer-page.js';
import { sendFile } from './send-file.js';

/** The explorer page. It needs no API key and contains no data: it queries the API with the user's key. */
@Controller()
export class PageController {
  constructor(private readonly explorer: ExplorerPage) {}

  /** Every view has a separate URL, and all URLs return the same page. */
  @Get(['', 'ask', 'node'])
  @RouteConfig({ open: true })
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.explorer.send(request, reply);
  }

  /** File names contain a hash of the content, so that browsers may cache them forever. */
  @Get('explorer/:file')
  @RouteConfig({ open: true })
  async file(@Param('file') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const file = name === 'index.html' ? undefined : await this.explorer.file(name);
    if (!file) return this.explorer.sendMissing(request, reply, new NotFoundError('File', name));
    void reply.header('cache-control', 'public, max-age=31536000, immutable');
    await sendFile(file, request, reply);
  }

  /** All paths that no other route has. */
  @Get('*')
  @RouteConfig({ open: true })
  async missing(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.explorer.sendMissing(request, reply, new NotFoundException());
  }
}
