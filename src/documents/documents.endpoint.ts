import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { callerOfRequest } from '../common/current-caller.js';
import { redactInput } from '../secrets/door.js';
import { validateInput } from '../common/validation.js';
import { Workers } from '../common/workers/workers.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { DocumentUploadInput } from './documents.inputs.js';
import { DocumentsService } from './documents.service.js';

/**
 * `POST /documents?source=…`: the request body is the file itself, of any type. It is a Fastify route with its own
 * parser and size limit, which a Nest controller cannot set; files are larger than the bodies of other routes.
 */
@Injectable()
export class DocumentsEndpoint implements OnModuleInit {
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly documents: DocumentsService,
    private readonly workers: Workers,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async onModuleInit(): Promise<void> {
    // The server is absent while the schema is printed.
    const fastify = this.adapterHost.httpAdapter?.getInstance<FastifyInstance>();
    if (typeof fastify?.register !== 'function') return;
    await fastify.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
      scope.route({
        method: 'POST',
        url: '/documents',
        config: { role: 'writer' },
        bodyLimit: this.config.DOCUMENT_MAX_BYTES,
        handler: async (request, reply) => {
          const given = validateInput(DocumentUploadInput, request.query, { fromText: true });
          const place = await redactInput(given, this.workers);
          const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          const report = await this.documents.ingest(callerOfRequest(request), bytes, place);
          return reply.type('application/json; charset=utf-8').send(report);
        },
      });
      done();
    });
  }
}
