import { Controller, Get, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NotFoundError } from '../common/errors.js';
import { ExplorerPage } from './explorer-page.js';
import { PAGE_POLICY, type PageFile, readDocs } from './page.js';
import { sendFile } from './send-file.js';

/** The documentation of this version. It needs no API key, since it contains no stored data. */
@Controller('docs')
export class DocsController {
  private files: ReadonlyMap<string, PageFile> | undefined;

  constructor(private readonly explorer: ExplorerPage) {}

  @Get()
  @RouteConfig({ open: true })
  async start(@Res() reply: FastifyReply): Promise<void> {
    await reply.redirect('/docs/index.html', 302);
  }

  @Get('*')
  @RouteConfig({ open: true })
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { pathname } = new URL(request.url, 'http://localhost');
    // The address is normalised, so that `/docs/..` is no page of the documentation.
    const name = pathname.startsWith('/docs/') ? pathname.slice('/docs/'.length) || 'index.html' : pathname;
    // The files are read on first use. If they do not exist, this is retried, because the build may run after the
    // start.
    const file = (this.files ??= await readDocs())?.get(name);
    if (!file) return this.explorer.sendMissing(request, reply, new NotFoundError('Page', name));
    void reply.header('content-security-policy', PAGE_POLICY).header('cache-control', 'no-cache');
    await sendFile(file, request, reply);
  }
}
