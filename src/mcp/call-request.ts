import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { Protocol, type RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  type CallToolRequest,
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  McpError,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

const AnyCall = z.looseObject({ method: z.literal('tools/call') });

/**
 * Handles tool calls. A malformed call, such as one with `arguments: true`, is answered as an invalid request; the SDK
 * would treat it as a failure of the handler.
 */
export function onToolCall(
  server: Server,
  handler: (
    request: CallToolRequest,
    extra: RequestHandlerExtra<ServerRequest, ServerNotification>,
  ) => Promise<CallToolResult>,
): void {
  // Bypasses the method of Server, which would validate calls before this handler.
  Protocol.prototype.setRequestHandler.call(server, AnyCall, async (request, extra) => {
    const read = CallToolRequestSchema.safeParse(request);
    if (read.success) {
      return handler(read.data, extra as RequestHandlerExtra<ServerRequest, ServerNotification>);
    }
    const [issue] = read.error.issues;
    throw new McpError(
      ErrorCode.InvalidRequest,
      `${issue?.path.join('.') ?? 'params'}: ${issue?.message ?? 'invalid'}`,
    );
  });
}
