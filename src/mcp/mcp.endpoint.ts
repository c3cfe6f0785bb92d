import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOfRequest } from '../common/current-caller.js';
import { Delivery } from '../common/delivery.js';
import { Verification } from '../common/verification.js';
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
    if (membersOf(request.body) > MAX_MEMBERS) {
      const message = `The message has more than the ${MAX_MEMBERS} members allowed outside of the values of arguments`;
      await reply.code(400).send(protocolError(message, ErrorCode.InvalidRequest, { code: 'LIMIT_EXCEEDED' }));
      return;
    }
    const caller = { ...callerOfRequest(request), verification: Verification.AGENT, delivery: Delivery.TOOL };
    const server = mcpServer(this.registry, caller, profile, (tool) => nameWork(request, `tool ${tool}`));
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

/**
 * Maximum number of members of a message, in which each call may have some thirty arguments and a batch has up to 100
 * calls. The SDK takes 10 µs for each, and the values of arguments are checked by the tool.
 */
const MAX_MEMBERS = 5_000;

/** @returns a larger number than MAX_MEMBERS as soon as that is known */
function membersOf(message: unknown, isArguments = false): number {
  if (typeof message !== 'object' || message === null) return 0;
  const names = Object.keys(message);
  if (isArguments || names.length > MAX_MEMBERS) return names.length;
  const inner = names.map((name) => membersOf((message as Record<string, unknown>)[name], name === 'arguments'));
  return inner.reduce((sum, members) => sum + members, names.length);
}

/** Refused cross-site requests get an MCP error; all other failures have the same form as on other routes. */
function answerForeign(error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  if (!(error instanceof ForeignRequestError)) throw error;
  void reply.code(403).send(protocolError(error.message));
}

function protocolError(message: string, code: number = ErrorCode.ConnectionClosed, data?: object) {
  return { jsonrpc: '2.0', error: { code, message, ...(data && { data }) }, id: null };
}
