import { CommandFailure } from './failure.js';

export interface ServiceAddress {
  readonly url: string;
  readonly namespace?: string | undefined;
  readonly key?: string | undefined;
  /** Who asks, for what belongs to a project or a team. */
  readonly project?: string | undefined;
  readonly team?: string | undefined;
}

/** The request is over a limit of the service: its size, or the database's time or memory. Less at once may do. */
export class TooLargeFailure extends CommandFailure {}

/** The service refused this request for what it says; another one may go through. */
export class RequestRefused extends CommandFailure {}

const REFUSALS: ReadonlySet<string | undefined> = new Set([
  'BAD_USER_INPUT',
  'NOT_FOUND',
  'CONFLICT',
  'GRAPHQL_VALIDATION_FAILED',
]);

/** Longer than the service gives a request, so that its own message arrives. */
const TIMEOUT_MS = 10 * 60_000;

/** What an answer of the service has: of an operation, of an upload, of a failure. */
const ANSWERS = ['data', 'outcome', 'errors'];

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
 * @throws CommandFailure with what the service said, or that there is none
 */
export async function request(
  address: ServiceAddress,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const body = JSON.stringify({ query, variables });
  const reply = await post(address, urlOf(address.url, 'graphql'), 'application/json', body);
  return (reply as GraphqlReply).data ?? {};
}

/**
 * Sends a file to a route of the service and returns its answer.
 *
 * @throws RequestRefused when the service takes no such file, with the reason it gives
 * @throws CommandFailure with what the service said, or that there is none
 */
export async function upload(
  address: ServiceAddress,
  route: string,
  query: Readonly<Record<string, string>>,
  bytes: Uint8Array,
): Promise<unknown> {
  const endpoint = urlOf(address.url, route);
  for (const [name, value] of Object.entries(query)) endpoint.searchParams.set(name, value);
  try {
    return await post(address, endpoint, 'application/octet-stream', bytes as Uint8Array<ArrayBuffer>);
  } catch (error) {
    // Of one file that is too large the others need not know.
    if (error instanceof TooLargeFailure) throw new RequestRefused(error.message, { cause: error });
    throw error;
  }
}

async function post(
  { url, namespace, key, project, team }: ServiceAddress,
  endpoint: URL,
  type: string,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<unknown> {
  const headers: Record<string, string> = { 'content-type': type };
  if (namespace !== undefined) headers['x-namespace'] = namespace;
  if (project !== undefined) headers['x-project'] = project;
  if (team !== undefined) headers['x-team'] = team;
  if (key !== undefined) headers['authorization'] = `Bearer ${key}`;
  let response: Response;
  let text: string;
  try {
    response = await fetch(endpoint, { method: 'POST', headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) });
    text = await response.text();
  } catch (error) {
    throw new CommandFailure(
      `No service answers at ${url} (${reasonOf(error)}). Is it running (npm start)? Another one: --url`,
    );
  }
  const reply = replyOf(text);
  if (!reply && response.status === 413)
    throw new TooLargeFailure(`The service at ${url} takes no request of this size`);
  if (!reply) throw new CommandFailure(`What answers at ${url} is not this service (HTTP ${response.status})`);
  const [error] = reply.errors ?? [];
  if (error) {
    const code = error.extensions?.code;
    const isTooLarge = response.status === 413 || code === 'LIMIT_EXCEEDED';
    const Failure = isTooLarge ? TooLargeFailure : REFUSALS.has(code) ? RequestRefused : CommandFailure;
    // Of a document that cannot be read, why.
    const [rule] = (error.extensions?.fields ?? []).flatMap((field) =>
      /^[A-Z_]+$/.test(field.rule) ? [field.rule] : [],
    );
    throw new Failure(code === undefined ? error.message : `${error.message} (${rule ?? code})`);
  }
  return reply;
}

function urlOf(url: string, route: string): URL {
  try {
    const address = new URL(url);
    if (!/^https?:$/.test(address.protocol)) throw new TypeError('not http');
    return new URL(route, address.href.endsWith('/') ? address : `${address.href}/`);
  } catch {
    throw new CommandFailure(`"${url}" is not an address such as http://127.0.0.1:4000`);
  }
}

function replyOf(text: string): GraphqlReply | undefined {
  try {
    const reply: unknown = JSON.parse(text);
    if (typeof reply !== 'object' || reply === null || !ANSWERS.some((field) => field in reply)) return undefined;
    return reply;
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause as { code?: unknown } | undefined;
  return typeof cause?.code === 'string' ? cause.code : error.message;
}
