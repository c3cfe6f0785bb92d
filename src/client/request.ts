// All requests of the client to the service. Needs only fetch.

/** A JSON object as GraphQL accepts and returns it. */
export type Json = Readonly<Record<string, unknown>>;

/** URL and key of the service, and the caller for whom requests are made. */
export interface ServiceOptions {
  /** Base URL of the service: http://127.0.0.1:4000. */
  readonly url: string;
  /** Default: the namespace of the key, or `default`. */
  readonly namespace?: string;
  readonly apiKey?: string;
  /** Name of the calling agent, which is stored with everything that the agent records. */
  readonly agent?: string;
  /** Team and project that memories and conversations belong to; default `default`. */
  readonly team?: string;
  readonly project?: string;
  /** Session of the agent. */
  readonly session?: string;
  /** Maximum time of one call in milliseconds; default 30,000. */
  readonly timeoutMs?: number;
  /** Replacement for the global fetch. */
  readonly fetch?: typeof globalThis.fetch;
}

/** An input field that the service rejected, and the rule that it breaks. */
export interface FieldProblem {
  /** Path of the field, separated by dots: `templates.0.template`. */
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** The service is unreachable, the URL is not that of a service, or the service refused the request. */
export class KnowledgeClientError extends Error {
  constructor(
    message: string,
    /**
     * UNREACHABLE, NOT_THE_SERVICE, TIMEOUT, ABORTED, or the code from the service: BAD_USER_INPUT, UNAUTHENTICATED, …
     */
    readonly code: string,
    /** The wrong input fields, if the code is BAD_USER_INPUT. */
    readonly fields: readonly FieldProblem[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'KnowledgeClientError';
  }
}

const TIMEOUT_MS = 30_000;

/** Body of a request, with its content type. */
interface Body {
  readonly type: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/**
 * Runs one GraphQL operation.
 *
 * @returns the data of the response
 * @throws KnowledgeClientError
 */
export async function requestGraphql(
  options: ServiceOptions,
  query: string,
  variables: Json,
  signal?: AbortSignal,
): Promise<Json> {
  const body = { type: 'application/json', body: JSON.stringify({ query, variables }) };
  const { status, text } = await send(options, 'graphql', body, signal);
  return dataOf(options, status, text);
}

/**
 * Sends a body unchanged to a plain HTTP route.
 *
 * @returns the parsed JSON of the response
 * @throws KnowledgeClientError
 */
export async function sendBytes(
  options: ServiceOptions,
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
  signal?: AbortSignal,
): Promise<Json> {
  const sent = { type: 'application/octet-stream', body: bytes };
  const { status, isOk, text } = await send(options, path, sent, signal);
  // Other routes report failures in the same form as GraphQL, but any JSON after a success.
  const answer = isOk ? jsonOf(text) : undefined;
  return isRecord(answer) ? answer : dataOf(options, status, text);
}

/** @throws KnowledgeClientError when the url is invalid */
export function serviceUrl(url: string, path: string): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (!address || !/^https?:$/.test(address.protocol)) {
    throw new KnowledgeClientError(`"${url}" is not an address such as http://127.0.0.1:4000`, 'BAD_USER_INPUT');
  }
  return new URL(path, address.href.endsWith('/') ? address : `${address.href}/`);
}

async function send(
  options: ServiceOptions,
  path: string,
  { type, body }: Body,
  signal: AbortSignal | undefined,
): Promise<{ readonly status: number; readonly isOk: boolean; readonly text: string }> {
  const { url, timeoutMs = TIMEOUT_MS, fetch = globalThis.fetch } = options;
  const endpoint = serviceUrl(url, path);
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': type, ...headersOf(options) },
      body,
      signal: signal ? AbortSignal.any([signal, late]) : late,
    });
    return { status: response.status, isOk: response.ok, text: await response.text() };
  } catch (error) {
    if (signal?.aborted) throw new KnowledgeClientError('The call was aborted', 'ABORTED', [], { cause: error });
    if (late.aborted) {
      throw new KnowledgeClientError(`${url} did not answer within ${timeoutMs} ms`, 'TIMEOUT', [], { cause: error });
    }
    throw new KnowledgeClientError(`No service answers at ${url}`, 'UNREACHABLE', [], { cause: error });
  }
}

function headersOf({ namespace, apiKey, agent, team, project, session }: ServiceOptions): Record<string, string> {
  const given = {
    'x-namespace': namespace,
    'x-agent': agent,
    'x-team': team,
    'x-project': project,
    'x-session': session,
    authorization: apiKey === undefined ? undefined : `Bearer ${apiKey}`,
  };
  return Object.fromEntries(
    Object.entries(given).filter((header): header is [string, string] => header[1] !== undefined),
  );
}

function dataOf({ url }: ServiceOptions, status: number, text: string): Json {
  const { data, errors } = replyOf(text);
  const [error] = errors ?? [];
  if (error) throw new KnowledgeClientError(error.message, error.code, error.fields);
  if (data) return data;
  throw new KnowledgeClientError(`What answers at ${url} is not this service (HTTP ${status})`, 'NOT_THE_SERVICE');
}

interface GraphqlReply {
  readonly data?: Json;
  readonly errors?: readonly {
    readonly message: string;
    readonly code: string;
    readonly fields: readonly FieldProblem[];
  }[];
}

/** Parses a GraphQL response; empty if the text is not one. */
function replyOf(text: string): GraphqlReply {
  const reply = jsonOf(text);
  if (!isRecord(reply)) return {};
  const { data, errors } = reply;
  return {
    ...(isRecord(data) && { data }),
    ...(Array.isArray(errors) && {
      errors: errors.filter(isRecord).map(({ message, extensions }) => {
        const { code, fields } = isRecord(extensions) ? extensions : {};
        return {
          message: String(message),
          code: typeof code === 'string' ? code : 'INTERNAL',
          fields: Array.isArray(fields) ? (fields as readonly FieldProblem[]) : [],
        };
      }),
    }),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
