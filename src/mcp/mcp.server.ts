import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  type CallToolResult,
  CallToolRequestSchema,
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
import { VERSION } from '../common/version.js';
import type { ToolOutcome, ToolRegistry } from './tool.registry.js';

export const INSTRUCTIONS = `Heartwood keeps what agents know and learn: knowledge items with what earlier failures taught about them.
Before you plan or act, call knowledge_context with the task in plain words and put its text into your prompt.
Past learnings in it come from real failures: prefer them to the original steps of their item.
To plan the operation of an application: kb_planning_prompt gives the prompts, plan_save keeps the plan, and
plan_report_step takes how each step went; what fails corrects the item it came from. plan_finish says whether the task was done. kb_attach_learning does without a plan.
For a request with a result to deliver: adaptive_start gives the first action, adaptive_observe judges what it delivered and
gives the next; content_validate judges any content. Call one of them before you say that something is done.
When the task is over, say what came of it: context_outcome with the receipt_id and the refs you relied on.
knowledge_search looks single things up and tells why each hit stands where it stands.
Trust, 0 to 1, tells how far a piece of knowledge has proved itself.`;

/** Of the specification: there is nothing at this address. */
const RESOURCE_NOT_FOUND = -32002;

/**
 * A server for one request. The SDK's McpServer is not used: it checks the arguments itself and answers with one text,
 * where agents get the code and the fields that are wrong.
 */
export function mcpServer(registry: ToolRegistry, caller: Caller): Server {
  const prompts = registry.listPrompts();
  const server = new Server(
    { name: 'heartwood', title: 'Heartwood', version: VERSION },
    {
      capabilities: { tools: {}, resources: {}, ...(prompts.length > 0 && { prompts: {} }) },
      instructions: INSTRUCTIONS,
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: registry.listTools() }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    if (!registry.has(params.name)) throw new McpError(ErrorCode.InvalidParams, `There is no tool "${params.name}"`);
    return toResult(await registry.call(caller, params.name, params.arguments ?? {}));
  });
  // Knowledge is found by search; a list of all of it would help no agent.
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
  // Both, for clients from before structured content.
  return { structuredContent: outcome.output, content: [{ type: 'text', text: JSON.stringify(outcome.output) }] };
}

function asProtocolError(error: unknown): never {
  if (error instanceof BadUserInputError)
    throw new McpError(ErrorCode.InvalidParams, error.message, { code: error.code, fields: error.fields });
  if (error instanceof DomainError) throw new McpError(ErrorCode.InternalError, error.message, { code: error.code });
  throw error;
}
