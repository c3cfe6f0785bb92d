import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  type CallToolResult,
  CallToolResultSchema,
  ErrorCode,
  GetPromptRequestSchema,
  GetPromptResultSchema,
  ListPromptsRequestSchema,
  ListPromptsResultSchema,
  ListResourcesRequestSchema,
  ListResourcesResultSchema,
  ListResourceTemplatesRequestSchema,
  ListResourceTemplatesResultSchema,
  ListToolsRequestSchema,
  type ListToolsResult,
  ListToolsResultSchema,
  McpError,
  ReadResourceRequestSchema,
  ReadResourceResultSchema,
  type Result,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';
import { NAME_MAX_LENGTH } from '../common/caller.js';
import { VERSION } from '../common/version.js';
import { onToolCall } from '../mcp/call-request.js';
import { instructionsOf, type Profile, profiled } from '../mcp/profiles.js';
import { CommandFailure } from '../cli/failure.js';
import { ResourceUpdates } from './mcp-updates.js';
import type { McpService } from './mcp-service.js';

/**
 * Timeout of a request, in ms. It is longer than the timeout of the service, so that the service's answer arrives
 * first.
 */
const REQUEST_MS = 10 * 60_000;
/**
 * Maximum time, in ms, to wait for a list from a running service. While a service is being started, the client
 * immediately gets the default tools, and is notified later that the lists have changed.
 */
const LIST_MS = 20_000;
/** The tools that a service lists with default settings; a test keeps the file up to date. */
const TOOLS = new URL('../../src/mcp/tools.json', import.meta.url);
const CONNECTION_CLOSED: number = ErrorCode.ConnectionClosed;
/** Maximum time for running requests to finish after the input has ended. */
const FINISH_MS = 60_000;

/** Settings of `heartwood mcp`, which connects standard input and output with the MCP endpoint of a service. */
export interface ProxySettings {
  readonly service: Pick<McpService, 'address' | 'stop' | 'isThere'>;
  /** Selects the tools shown to the client. */
  readonly profile: Profile;
  /** Headers of every request to the service. Without `x-agent`, the client's own name is added. */
  readonly headers: Readonly<Record<string, string>>;
  readonly input: Readable;
  readonly output: Writable;
  /** Shows a message to the user. */
  readonly note: (line: string) => void;
}

/**
 * An MCP server on standard input and output that forwards all requests to the service's endpoint at `/mcp`. It answers
 * `initialize` itself, so that clients need not wait for a database. Returns when the input has ended or `signal`
 * aborts.
 */
export async function serveOverStdio(settings: ProxySettings, signal: AbortSignal): Promise<void> {
  const { service, profile, input, output, note } = settings;
  const headers = { ...settings.headers };
  const upstream = new Upstream({ service, headers });
  const server = new Server(
    { name: 'heartwood', title: 'Heartwood', version: VERSION },
    {
      capabilities: {
        tools: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        prompts: { listChanged: true },
      },
      instructions: instructionsOf(profile),
    },
  );
  // The transport reads the headers at each request. A header cannot hold other characters.
  server.oninitialized = () => {
    const name = server
      .getClientVersion()
      ?.name.replace(/[^\x20-\x7e]/gu, '')
      .slice(0, NAME_MAX_LENGTH);
    if (name) headers['x-agent'] ??= name;
  };
  const underWay = new Set<Promise<unknown>>();
  const tracked = async <Answer>(work: Promise<Answer>): Promise<Answer> => {
    underWay.add(work);
    try {
      return await work;
    } finally {
      underWay.delete(work);
    }
  };

  let announced = false;
  /** Returns the service's list, or a substitute while the service is not running yet. */
  const list = async <Answer extends Result>(
    request: { method: string },
    schema: z.ZodType<Answer>,
    meanwhile: () => Answer,
    caller: AbortSignal,
  ): Promise<Answer> => {
    const answer = upstream.request(request, schema, caller);
    const timeUp = new AbortController();
    const late = new Promise<undefined>((resolve) => {
      const timer = setTimeout(resolve, service.isThere() ? LIST_MS : 0, undefined);
      timeUp.signal.addEventListener('abort', () => clearTimeout(timer));
    });
    const first = await Promise.race([answer, late]).finally(() => timeUp.abort());
    if (first !== undefined) return first;
    answer.catch(() => undefined);
    if (!announced) {
      announced = true;
      upstream.client().then(
        async () => {
          announced = false;
          await server.sendToolListChanged();
          await server.sendResourceListChanged();
          await server.sendPromptListChanged();
        },
        () => (announced = false),
      );
    }
    return meanwhile();
  };

  const builtIn = (): ListToolsResult => {
    const tools = JSON.parse(readFileSync(TOOLS, 'utf8')) as ListToolsResult['tools'];
    return { tools: profiled(tools, profile) };
  };
  server.setRequestHandler(ListToolsRequestSchema, (request, extra) =>
    tracked(list(request, ListToolsResultSchema, builtIn, extra.signal)),
  );
  server.setRequestHandler(ListResourcesRequestSchema, (request, extra) =>
    tracked(list(request, ListResourcesResultSchema, () => ({ resources: [] }), extra.signal)),
  );
  server.setRequestHandler(ListResourceTemplatesRequestSchema, (request, extra) =>
    tracked(list(request, ListResourceTemplatesResultSchema, () => ({ resourceTemplates: [] }), extra.signal)),
  );
  server.setRequestHandler(ListPromptsRequestSchema, (request, extra) =>
    tracked(list(request, ListPromptsResultSchema, () => ({ prompts: [] }), extra.signal)),
  );
  onToolCall(server, (request, extra) =>
    tracked(upstream.request(request, CallToolResultSchema, extra.signal).catch(asToolError)),
  );
  server.setRequestHandler(ReadResourceRequestSchema, (request, extra) =>
    tracked(upstream.request(request, ReadResourceResultSchema, extra.signal)),
  );
  server.setRequestHandler(GetPromptRequestSchema, (request, extra) =>
    tracked(upstream.request(request, GetPromptResultSchema, extra.signal)),
  );

  // Subscriptions of the client are stored here, because the endpoint of the service has no sessions.
  const updates = new ResourceUpdates({
    address: () => service.address(),
    headers,
    note,
    tell: (uri) => void server.sendResourceUpdated({ uri }).catch(() => undefined), // The client has disconnected.
  });
  server.setRequestHandler(SubscribeRequestSchema, ({ params: { uri } }, extra) =>
    tracked(
      // Reading the resource first ensures that it exists.
      upstream
        .request({ method: 'resources/read', params: { uri } }, ReadResourceResultSchema, extra.signal)
        .then(() => updates.subscribe(uri))
        .then(() => ({})),
    ),
  );
  server.setRequestHandler(UnsubscribeRequestSchema, ({ params: { uri } }) =>
    tracked(updates.unsubscribe(uri).then(() => ({}))),
  );

  // Listeners are added before anything is read, because a short input ends immediately.
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve());
    output.once('error', () => resolve()); // The client has disconnected.
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await server.connect(new StdioServerTransport(input, output));
  // The connection is established immediately, not only with the first request.
  upstream.client().catch((error: unknown) => note(error instanceof Error ? error.message : String(error)));
  await ended;
  if (!signal.aborted) await finished(underWay, signal);
  await updates.stop();
  await server.close();
  await service.stop();
}

async function finished(underWay: ReadonlySet<Promise<unknown>>, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, FINISH_MS);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  // This waits for one turn of the event loop, in which the handlers of messages that are already in the input are
  // called.
  await new Promise((resolve) => setImmediate(resolve));
  while (underWay.size > 0) {
    const all = Promise.allSettled(underWay).then(() => true);
    if (!(await Promise.race([all, enough.then(() => false)]))) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  clearTimeout(timer);
}

/** The MCP endpoint of the service. If the service has ended, it is located again. */
class Upstream {
  private connected: Promise<Client> | undefined;

  constructor(private readonly settings: Pick<ProxySettings, 'service' | 'headers'>) {}

  client(): Promise<Client> {
    this.connected ??= this.connect().catch((error: unknown) => {
      this.connected = undefined;
      throw error;
    });
    return this.connected;
  }

  async request<Answer extends Result>(
    request: { method: string; params?: Record<string, unknown> | undefined },
    schema: z.ZodType<Answer>,
    signal: AbortSignal,
  ): Promise<Answer> {
    const { method, params } = request;
    for (let attempt = 1; ; attempt++) {
      const client = await this.client();
      try {
        return await client.request({ method, ...(params && { params }) }, schema, { timeout: REQUEST_MS, signal });
      } catch (error) {
        if (error instanceof McpError) throw verbatim(error);
        // The address belonged to a service of another process, which has ended. The request had no effect, because its
        // connection was refused, so it can be retried.
        if (attempt > 1 || signal.aborted || !isRefused(error)) throw unreachable(error);
        this.connected = undefined;
      }
    }
  }

  private async connect(): Promise<Client> {
    const url = await this.settings.service.address();
    const client = new Client({ name: 'heartwood-stdio', version: VERSION });
    const { headers } = this.settings;
    const endpoint = new URL('mcp', url.endsWith('/') ? url : `${url}/`);
    try {
      await client.connect(new StreamableHTTPClientTransport(endpoint, { requestInit: { headers } }));
    } catch (error) {
      throw unreachable(error, url);
    }
    return client;
  }
}

/**
 * Restores the original message of the service, because the SDK puts the code in front of it each time it is forwarded.
 */
function verbatim({ code, message, data }: McpError): Error {
  return Object.assign(new Error(message.replace(/^MCP error -?\d+: /, '')), { code, data });
}

function isRefused(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ECONNREFUSED') return true;
    // A host name may have several addresses, and the connection to each of them was tried.
    if (cause instanceof AggregateError && cause.errors.some(isRefused)) return true;
  }
  return false;
}

function unreachable(error: unknown, url?: string): Error {
  if (error instanceof CommandFailure) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const at = url === undefined ? '' : ` at ${url}`;
  return new CommandFailure(`The Heartwood service${at} does not answer: ${reason}`);
}

/**
 * A missing service is reported as a tool error, which agents can report to their users. Errors of the protocol are not
 * converted.
 */
function asToolError(error: unknown): CallToolResult {
  const { code } = error as { code?: unknown };
  if (!(error instanceof CommandFailure) && typeof code === 'number' && code !== CONNECTION_CLOSED) {
    throw error;
  }
  const message = error instanceof Error ? error.message : String(error);
  return { isError: true, content: [{ type: 'text', text: JSON.stringify({ code: 'UNAVAILABLE', message }) }] };
}
