import { CommandFailure } from './failure.js';

/** Address of a running service, with the headers that identify the caller. */
export interface ServiceAddress {
  readonly url: string;
  readonly namespace?: string | undefined;
  readonly key?: string | undefined;
  /** Project of the caller; needed for data that belongs to a project or team. */
  readonly project?: string | undefined;
  readonly team?: string | undefined;
}

/**
 * The request exceeds a limit of the service: its size, or the time or memory of the database. A smaller request may
 * succeed.
 */
export class TooLargeFailure extends CommandFailure {}

/** No service answers at the address. */
export class NoServiceFailure extends CommandFailure {}

/** The service refused the content of this request. A request with other content may succeed. */
export class RequestRefused extends CommandFailure {}

const REFUSALS: ReadonlySet<string | undefined> = new Set([
  'BAD_USER_INPUT',
  'NOT_FOUND',
  'CONFLICT',
  'GRAPHQL_VALIDATION_FAILED',
]);

/**
 * Timeout of a request, in ms. It is longer than the timeout of the service, so that the service's message arrives
 * first.
 */
const TIMEOUT_MS = 10 * 60_000;

interface GraphqlReply {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: {
      readonly code?: string;
      readonly fields?: readonly { readonly message: string; readonly rule: string }[];
    };
  }[];
}

/**
 * Runs one operation and returns its data.
 *
 * @throws CommandFailure with the service's message, or when no service answers
 */
export async function request(
  address: ServiceAddress,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const body = JSON.stringify({ query, variables });
  const sent = await post(address, 'graphql', { type: 'application/json', body });
  return dataOf(sent, address);
}

/**
 * Streams a body unchanged to a route of the service other than GraphQL, and returns the JSON of the response.
 *
 * @throws CommandFailure with the service's message, or when no service answers
 */
export async function sendBody(
  address: ServiceAddress,
  path: string,
  body: ReadableStream,
): Promise<Record<string, unknown>> {
  const { response, text } = await post(address, path, { type: 'application/octet-stream', body });
  // Other routes report failures in the same form as GraphQL, but any JSON after a success.
  if (response.ok) return JSON.parse(text) as Record<string, unknown>;
  return dataOf({ response, text }, address);
}

/**
 * Reads JSON from a route of the service other than GraphQL.
 *
 * @throws CommandFailure with the service's message, or when no service answers
 */
export async function getJson(address: ServiceAddress, path: string): Promise<Record<string, unknown>> {
  const { response, text } = await call(address, path, 'GET');
  if (response.ok) return JSON.parse(text) as Record<string, unknown>;
  return dataOf({ response, text }, address);
}

interface Sent {
  readonly response: Response;
  readonly text: string;
}

function post(
  address: ServiceAddress,
  path: string,
  { type, body }: { readonly type: string; readonly body: string | ReadableStream },
): Promise<Sent> {
  return call(address, path, 'POST', { 'content-type': type }, body);
}

async function call(
  { url, namespace, key, project, team }: ServiceAddress,
  path: string,
  method: 'GET' | 'POST',
  headers: Record<string, string> = {},
  body?: string | ReadableStream,
): Promise<Sent> {
  if (namespace !== undefined) headers['x-namespace'] = namespace;
  if (project !== undefined) headers['x-project'] = project;
  if (team !== undefined) headers['x-team'] = team;
  if (key !== undefined) headers['authorization'] = `Bearer ${key}`;
  const endpoint = serviceUrl(url, path);
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    // `duplex` is required, because fetch otherwise does not send streams.
    const response = await fetch(endpoint, { method, headers, body, signal, duplex: 'half' } as RequestInit);
    return { response, text: await response.text() };
  } catch (error) {
    throw new NoServiceFailure(
      `No service answers at ${url} (${reasonOf(error)}). Is it running (npm start)? --url names another address`,
    );
  }
}

function dataOf({ response, text }: Sent, { url }: ServiceAddress): Record<string, unknown> {
  const reply = replyOf(text);
  if (!reply && response.status === 413)
    throw new TooLargeFailure(`The service at ${url} accepts no request of this size`);
  if (!reply) throw new CommandFailure(`What answers at ${url} is not this service (HTTP ${response.status})`);
  const [error] = reply.errors ?? [];
  if (error) {
    const code = error.extensions?.code;
    const isTooLarge = response.status === 413 || code === 'LIMIT_EXCEEDED' || code === 'TIMED_OUT';
    const Failure = isTooLarge ? TooLargeFailure : REFUSALS.has(code) ? RequestRefused : CommandFailure;
    // The reason why a document cannot be read.
    const [rule] = (error.extensions?.fields ?? []).flatMap((field) =>
      /^[A-Z_]+$/.test(field.rule) ? [field.rule] : [],
    );
    throw new Failure(code === undefined ? error.message : `${error.message} (${rule ?? code})`);
  }
  return reply.data ?? {};
}

function serviceUrl(url: string, path: string): URL {
  try {
    const address = new URL(url);
    if (!/^https?:$/.test(address.protocol)) throw new TypeError('not http');
    return new URL(path, address.href.endsWith('/') ? address : `${address.href}/`);
  } catch {
    throw new CommandFailure(`"${url}" is not an address such as http://127.0.0.1:4000`);
  }
}

function replyOf(text: string): GraphqlReply | undefined {
  try {
    const reply: unknown = JSON.parse(text);
    if (typeof reply !== 'object' || reply === null || !('data' in reply || 'errors' in reply)) return undefined;
    return reply as GraphqlReply;
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause as { code?: unknown } | undefined;
  return typeof cause?.code === 'string' ? cause.code : error.message;
}
