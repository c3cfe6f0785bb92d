import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NOT_BUILT, PAGE_POLICY, type PageFile, readPage } from './page.js';
import { sendFile } from './send-file.js';

/** The built explorer page. */
@Injectable()
export class ExplorerPage {
  private files: ReadonlyMap<string, PageFile> | undefined;

  async send(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    setHeaders(reply);
    const page = await this.file('index.html');
    if (page) await sendFile(page, request, reply);
    else await reply.type('text/html; charset=utf-8').send(NOT_BUILT);
  }

  /**
   * Answers a request for something that does not exist: browsers get the page, with the status 404, which names the
   * path and leads on.
   *
   * @param error thrown for all other clients
   */
  async sendMissing(request: FastifyRequest, reply: FastifyReply, error: Error): Promise<void> {
    if (!prefersHtml(request.headers.accept)) throw error;
    setHeaders(reply);
    const page = await this.file('index.html');
    await reply
      .code(404)
      .type('text/html; charset=utf-8')
      .send(page?.plain ?? NOT_BUILT);
  }

  /**
   * A file of the page by its name; undefined if there is none. The files are read on first use. If they do not exist,
   * this is retried, because the build may run after the start.
   */
  async file(name: string): Promise<PageFile | undefined> {
    return (this.files ??= await readPage())?.get(name);
  }
}

function setHeaders(reply: FastifyReply): void {
  void reply.header('content-security-policy', PAGE_POLICY).header('cache-control', 'no-cache');
}

/** Browsers name HTML first when a person opens an address; programs do not name it, or name it later. */
function prefersHtml(accept: string | undefined): boolean {
  return /^\s*text\/html\s*(?:[;,]|$)/i.test(accept ?? '');
}
