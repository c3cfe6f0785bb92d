import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsGzip } from '../common/gzip.js';
import type { PageFile } from './page.js';

/** Sends a file, compressed if the client accepts that; answers 304 if the client has it already. */
export async function sendFile(file: PageFile, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { type, plain, gzipped, etag } = file;
  void reply.header('etag', etag).header('vary', 'accept-encoding');
  if (request.headers['if-none-match']?.split(/, */).includes(etag)) {
    await reply.code(304).send();
    return;
  }
  void reply.type(type);
  if (acceptsGzip(request.headers['accept-encoding'])) await reply.header('content-encoding', 'gzip').send(gzipped);
  else await reply.send(plain);
}
