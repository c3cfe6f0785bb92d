import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  type CallToolResult,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { Caller } from '../common/caller.js';
import { BadUserInputError, DomainError } from '../common/errors.js';
import type { Redaction } from '../secrets/redact.js';
import { VERSION } from '../common/version.js';
import { onToolCall } from './call-request.js';
import { instructionsOf, type Profile, profiled } from './profiles.js';
import type { ToolOutcome, ToolRegistry } from './tool.registry.js';

/** Error code of the MCP specification for an unknown resource. */
const RESOURCE_NOT_FOUND = -32002;

/**
 * A server for one request. The SDK's McpServer is not used: it validates arguments itself and answers with plain text,
 * while agents need the error code and the wrong fields.
 *
 * @param onCall is called before a tool runs
 */
export function mcpServer(
  registry: ToolRegistry,
  caller: Caller,
  profile: Profile,
  onCall: (tool: string) => void,
): Server {
  const prompts = registry.listPrompts();
  const server = new Server(
    { name: 'heartwood', title: 'Heartwood', version: VERSION },
    {
      capabilities: { tools: {}, resources: {}, ...(prompts.length > 0 && { prompts: {} }) },
      instructions: instructionsOf(profile),
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: profiled(registry.listTools(caller), profile) }));
  onToolCall(server, async ({ params }) => {
    if (!registry.has(params.name)) throw new McpError(ErrorCode.InvalidParams, `There is no tool "${params.name}"`);
    onCall(params.name);
    return toResult(await registry.call(caller, params.name, params.arguments ?? {}));
  });
  // The list of resources is empty: agents find knowledge by search, and a list of all of it would not help them.
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [] }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: registry.listResourceTemplates(),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const found = await registry.read(caller, uri).catch(asProtocolError);
    if (!found) throw new McpError(RESOURCE_NOT_FOUND, `There is nothing at ${uri}`, { uri });
    return { contents: [{ uri, ...found }] };
  });
  if (prompts.length > 0) {
    server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts }));
    server.setRequestHandler(GetPromptRequestSchema, async ({ params }) => {
      const found = await registry.getPrompt(caller, params.name, params.arguments ?? {}).catch(asProtocolError);
      if (!found) throw new McpError(ErrorCode.InvalidParams, `There is no prompt "${params.name}"`);
      const { description, texts } = found;
      return { description, messages: texts.map((text) => ({ role: 'user', content: { type: 'text', text } })) };
    });
  }
  return server;
}

function toResult(outcome: ToolOutcome): CallToolResult {
  if ('failure' in outcome) {
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(outcome.failure) }] };
  }
  // The output is also sent as text, for clients that do not support structured content.
  const texts = [...(outcome.texts ?? [JSON.stringify(outcome.output)]), ...told(outcome.redacted)];
  return { structuredContent: outcome.output, content: texts.map((text) => ({ type: 'text', text })) };
}

/** Redactions are a separate block, so that they do not change the form of the tool's answer. */
function told(redacted: readonly Redaction[]): string[] {
  if (redacted.length === 0) return [];
  return [`redacted: ${redacted.map(({ path, rule }) => `${path} (${rule})`).join(', ')}`];
}

function asProtocolError(error: unknown): never {
  if (error instanceof BadUserInputError)
    throw new McpError(ErrorCode.InvalidParams, error.message, { code: error.code, fields: error.fields });
  if (error instanceof DomainError) throw new McpError(ErrorCode.InternalError, error.message, { code: error.code });
  throw error;
}
