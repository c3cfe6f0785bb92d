import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NotFoundError } from '../common/errors.js';
import { NOT_BUILT, PAGE_POLICY, type PageFile, readPage } from './page.js';
import { sendFile } from './send-file.js';

/** The explorer page. It needs no API key and contains no data: it queries the API with the user's key. */
@Controller()
export class PageController {
  private files: ReadonlyMap<string, PageFile> | undefined;

  /** Every view has a separate URL, and all URLs return the same page. */
  @Get(['', 'ask', 'node'])
  @RouteConfig({ open: true })
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    void reply.header('content-security-policy', PAGE_POLICY).header('cache-control', 'no-cache');
    const page = (await this.read())?.get('index.html');
    if (page) await sendFile(page, request, reply);
    else await reply.type('text/html; charset=utf-8').send(NOT_BUILT);
  }

  /** File names contain a hash of the content, so that browsers may cache them forever. */
  @Get('explorer/:file')
  @RouteConfig({ open: true })
  async file(@Param('file') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const file = (await this.read())?.get(name);
    if (!file || name === 'index.html') throw new NotFoundError('File', name);
    void reply.header('cache-control', 'public, max-age=31536000, immutable');
    await sendFile(file, request, reply);
  }

  /**
   * The files are read on first use. If they do not exist, this is retried, because the build may run after the start.
   */
  private async read(): Promise<ReadonlyMap<string, PageFile> | undefined> {
    return (this.files ??= await readPage());
  }
}
