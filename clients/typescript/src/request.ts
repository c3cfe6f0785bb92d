import { type FieldProblem, HeartwoodError } from './errors.js';
import { type AbortSignalLike, type FetchLike, platform } from './platform.js';
import { TimeLimit } from './time-limit.js';

// All requests of the client to the service, and when they are sent again.

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
  /** Maximum time of one call in milliseconds, with all its attempts; default 30,000. */
  readonly timeoutMs?: number;
  /** How often a call is sent at most, at least 1; default 3. */
  readonly attempts?: number;
  /** Replacement for the global fetch. */
  readonly fetch?: FetchLike;
}

/** Options of every call; aborting `signal` rejects the call. */
export interface CallOptions {
  readonly signal?: AbortSignalLike;
}

/** Sends requests for one caller. Each method throws HeartwoodError. */
export interface Requests {
  /**
   * Runs one GraphQL operation and returns its data. It is sent again after a failure that a repetition can mend, so the
   * service must recognize repetitions: by a key, or since the operation repeats safely by itself.
   *
   * @param isOnce true if it must never be sent twice
   */
  graphql(query: string, variables: Json, options?: CallOptions, isOnce?: boolean): Promise<Json>;
  /** Sends bytes to a plain HTTP route and returns the JSON of its answer. */
  bytes(path: string, bytes: Uint8Array, options?: CallOptions): Promise<Json>;
}

const TIMEOUT_MS = 30_000;
const ATTEMPTS = 3;
/** Pause before the second attempt, without Retry-After; each further one is twice as long, up to a quarter by chance. */
const PAUSE_MS = 200;
/** Failures of the service that pass. The other codes need another request, or a person. */
const PASSING = new Set(['DATABASE_UNAVAILABLE', 'OUTCOME_UNKNOWN']);
/** Codes that pass if the status is 503, too. */
const BUSY = new Set(['LIMIT_EXCEEDED', 'TIMED_OUT']);

/** @throws HeartwoodError when the url is invalid */
export function requests(options: ServiceOptions): Requests {
  const { url } = options;
  if (!/^https?:\/\/[^\s/?#]+[^\s?#]*$/.test(url)) {
    throw new HeartwoodError(`"${url}" is not an address such as http://127.0.0.1:4000`, 'BAD_USER_INPUT');
  }
  const address = (path: string) => `${url.replace(/\/+$/, '')}/${path}`;
  return {
    graphql: async (query, variables, { signal } = {}, isOnce = false) => {
      const body = JSON.stringify({ query, variables });
      return send(options, { url: address('graphql'), type: 'application/json', body, isOnce }, signal);
    },
    bytes: async (path, body, { signal } = {}) =>
      send(options, { url: address(path), type: 'application/octet-stream', body, isOnce: false }, signal),
  };
}

interface Request {
  readonly url: string;
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly isOnce: boolean;
}

/** An answer, or why there is none; with the time in milliseconds to wait before the next attempt if that may help. */
type Attempt = { readonly data: Json } | { readonly failure: HeartwoodError; readonly pauseMs?: number | undefined };

async function send(options: ServiceOptions, request: Request, signal: AbortSignalLike | undefined): Promise<Json> {
  const { url, timeoutMs = TIMEOUT_MS, attempts = ATTEMPTS } = options;
  const limit = new TimeLimit(url, timeoutMs, signal);
  try {
    for (let number = 1; ; number++) {
      const usual = PAUSE_MS * 2 ** (number - 1) * (1 + Math.random() / 4);
      const attempt = await limit.within(attemptOf(options, request, limit.signal, usual));
      if ('data' in attempt) return attempt.data;
      const { failure, pauseMs } = attempt;
      if (pauseMs === undefined || request.isOnce || number >= attempts || pauseMs >= limit.leftMs) throw failure;
      await limit.pause(pauseMs);
    }
  } finally {
    limit.end();
  }
}

async function attemptOf(
  options: ServiceOptions,
  { url, type, body }: Request,
  signal: AbortSignalLike,
  usualMs: number,
): Promise<Attempt> {
  const { fetch = platform.fetch } = options;
  let status: number, isOk: boolean, text: string, retryAfter: string | null;
  try {
    const headers = { 'content-type': type, ...headersOf(options) };
    const init = { method: 'POST', headers, body: body as never, signal: signal as never };
    const response = await fetch(url, init);
    ({ status, ok: isOk } = response);
    retryAfter = response.headers.get('retry-after');
    text = await response.text();
  } catch (error) {
    const failure = new HeartwoodError(`No service answers at ${options.url}`, 'UNREACHABLE', [], error);
    return { failure, pauseMs: usualMs };
  }
  const { data, error } = replyOf(text, isOk && type !== 'application/json');
  if (data && !error) return { data };
  const pauseMs = retryMs(status, error?.code, retryAfter, usualMs);
  if (error) return { failure: error, pauseMs };
  const message = `What answers at ${options.url} is not this service (HTTP ${status})`;
  return { failure: new HeartwoodError(message, 'NOT_THE_SERVICE'), pauseMs };
}

/** @returns undefined if the same request would fail again */
function retryMs(
  status: number,
  code: string | undefined,
  retryAfter: string | null,
  usualMs: number,
): number | undefined {
  const seconds = retryAfter === null || retryAfter.trim() === '' ? NaN : Number(retryAfter);
  const told = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(retryAfter ?? '') - Date.now();
  const askedMs = Number.isNaN(told) ? undefined : Math.max(0, told);
  if (status === 429) return askedMs;
  // GraphQL answers a failed operation with the status 200. A proxy before the service knows no codes.
  const passes = code === undefined ? status === 503 : PASSING.has(code) || (status === 503 && BUSY.has(code));
  return passes ? (askedMs ?? usualMs) : undefined;
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

/** @param isPlain true if any JSON object is the answer, as of routes other than GraphQL after a success */
function replyOf(text: string, isPlain: boolean): { readonly data?: Json; readonly error?: HeartwoodError } {
  const reply = jsonOf(text);
  if (!isRecord(reply)) return {};
  if (isPlain) return { data: reply };
  const { data, errors } = reply;
  const [first] = Array.isArray(errors) ? errors.filter(isRecord) : [];
  return { ...(isRecord(data) && { data }), ...(first && { error: errorOf(first) }) };
}

function errorOf({ message, extensions }: Json): HeartwoodError {
  const { code, fields } = isRecord(extensions) ? extensions : {};
  return new HeartwoodError(
    String(message),
    typeof code === 'string' ? code : 'INTERNAL',
    Array.isArray(fields) ? (fields as readonly FieldProblem[]) : [],
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
