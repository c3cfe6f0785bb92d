import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOfRequest } from '../common/current-caller.js';
import { ForeignRequestError } from '../common/errors.js';
import { nameWork } from '../common/work-under-way.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { mcpServer } from './mcp.server.js';
import { profileOf, unknownProfile } from './profiles.js';
import { ToolRegistry } from './tool.registry.js';

/**
 * MCP over Streamable HTTP at /mcp, without sessions: each POST gets its own server and a JSON response, so that any
 * replica can answer any request. It is a Fastify route, since a controller cannot set its own body limit.
 */
@Injectable()
export class McpEndpoint implements OnModuleInit {
  private readonly logger = new Logger(McpEndpoint.name);

  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly registry: ToolRegistry,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    // While the schema is printed, there is no HTTP server.
    const fastify = this.adapterHost.httpAdapter?.getInstance<FastifyInstance>();
    if (typeof fastify?.route !== 'function') return;
    fastify.route({
      method: 'POST',
      url: '/mcp',
      // Each tool checks its own role.
      config: { role: 'reader' },
      bodyLimit: this.config.BODY_LIMIT_BYTES,
      errorHandler: answerForeign,
      handler: (request, reply) => this.answer(request, reply),
    });
    fastify.route({
      method: ['GET', 'DELETE'],
      url: '/mcp',
      config: { role: 'reader' },
      errorHandler: answerForeign,
      // Runs before the body is parsed.
      onRequest: (_request, reply) => {
        void reply.code(405).header('allow', 'POST').send(protocolError('There are no sessions here: use POST'));
      },
      handler: () => undefined,
    });
  }

  private async answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const asked = (request.query as { profile?: unknown }).profile ?? request.headers['x-mcp-profile'];
    const profile = profileOf(asked);
    if (!profile) {
      await reply.code(400).send(protocolError(unknownProfile(asked), ErrorCode.InvalidRequest));
      return;
    }
    const server = mcpServer(this.registry, callerOfRequest(request), profile, (tool) =>
      nameWork(request, `tool ${tool}`),
    );
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    reply.hijack();
    reply.raw.setHeader('x-request-id', request.id);
    reply.raw.on('close', () => void server.close());
    try {
      await server.connect(transport);
      await transport.handleRequest(request.raw, reply.raw, request.body);
    } catch (error) {
      this.logger.error('an MCP request failed', error instanceof Error ? error.stack : String(error));
      if (!reply.raw.headersSent) reply.raw.writeHead(500, { 'content-type': 'application/json' });
      reply.raw.end(
        JSON.stringify(protocolError('Internal error; the log of the service has it', ErrorCode.InternalError)),
      );
    }
  }
}

/** Refused cross-site requests get an MCP error; all other failures have the same form as on other routes. */
function answerForeign(error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  if (!(error instanceof ForeignRequestError)) throw error;
  void reply.code(403).send(protocolError(error.message));
}

function protocolError(message: string, code: number = ErrorCode.ConnectionClosed) {
  return { jsonrpc: '2.0', error: { code, message }, id: null };
}
