import type { Query } from './query.js';

const KEY = 'heartwood.key';
/** Event fired when the API key changes; views whose queries were refused then query again. */
export const KEY_CHANGED = 'heartwood:key';
/** Events fired when the service or its database is away, with the error as detail, and when it answers again. */
export const AWAY = 'heartwood:away';
export const BACK = 'heartwood:back';
let isAway = false;
const SESSION = 'heartwood.session';

/** Why a query has no answer. `code` is that of the API, or UNREACHABLE if the service did not respond. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** Further details from the service, such as the role that is needed or the rule that was broken. */
    readonly extensions: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** What a person is told of a failure. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** True for errors that concern every query alike, so that the page says them once. */
export function meansAway({ code }: ApiError): boolean {
  return code === 'UNREACHABLE' || code === 'DATABASE_UNAVAILABLE';
}

/** What a document became. */
export interface Stored {
  readonly document: { readonly title: string; readonly chunks: number };
}

/**
 * Stores a document of any format.
 *
 * @param source name of the file, whose ending says what it is
 * @throws ApiError when it is refused; the message says why
 */
export async function addDocument(namespace: string, source: string, content: Blob | string): Promise<Stored> {
  let response: Response;
  try {
    response = await fetch(`/documents?${new URLSearchParams({ source }).toString()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', ...headersOf(namespace) },
      body: content,
    });
  } catch {
    throw new ApiError('UNREACHABLE', 'The service does not answer.');
  }
  const body = (await response.json().catch(() => ({}))) as Answer & Partial<Stored>;
  const [first] = body.errors ?? [];
  if (first) throw new ApiError(first.extensions?.code ?? 'INTERNAL', first.message, first.extensions);
  if (!body.document) throw new ApiError('INTERNAL', `The service answered ${response.status} without data.`);
  return { document: body.document };
}

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly code?: string; readonly [name: string]: unknown };
  }[];
}

/** The key is kept in the tab's session storage only, and never put into a URL. */
export const apiKey = {
  get: (): string | null => sessionStorage.getItem(KEY),
  set: (key: string): void => {
    sessionStorage.setItem(KEY, key);
    dispatchEvent(new Event(KEY_CHANGED));
  },
  forget: (): void => {
    sessionStorage.removeItem(KEY);
    dispatchEvent(new Event(KEY_CHANGED));
  },
};

/** An id for this tab's session, so that reports from different tabs count as different voices. */
function session(): string {
  const known = sessionStorage.getItem(SESSION);
  if (known !== null) return known;
  const made = `explorer-${Math.random().toString(36).slice(2, 10)}`;
  sessionStorage.setItem(SESSION, made);
  return made;
}

/** The headers that identify the caller; on a WebSocket they are sent in `connection_init`. */
export function headersOf(namespace: string | undefined): Record<string, string> {
  const key = apiKey.get();
  return {
    'x-agent': 'explorer',
    'x-session': session(),
    ...(namespace !== undefined && { 'x-namespace': namespace }),
    ...(key !== null && { authorization: `Bearer ${key}` }),
  };
}

/**
 * Sends one operation. Announces that the service is away, and the first answer after it.
 *
 * @param namespace undefined for operations that concern no namespace
 * @throws ApiError when the answer is missing or incomplete
 */
export async function send<Data, Variables extends object>(
  ...request: Parameters<typeof sendOne<Data, Variables>>
): Promise<Data> {
  try {
    const data = await sendOne(...request);
    announce(null);
    return data;
  } catch (error) {
    if (error instanceof ApiError) announce(meansAway(error) ? error : null);
    throw error;
  }
}

/** @param away null if there was an answer, be it a refusal */
function announce(away: ApiError | null): void {
  if (away) dispatchEvent(new CustomEvent(AWAY, { detail: away }));
  else if (isAway) dispatchEvent(new Event(BACK));
  isAway = away !== null;
}

async function sendOne<Data, Variables extends object>(
  { text }: Query<Data, Variables>,
  variables: Variables,
  namespace: string | undefined,
  signal?: AbortSignal,
): Promise<Data> {
  let response: Response;
  try {
    response = await fetch('/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...headersOf(namespace),
      },
      body: JSON.stringify({ query: text, variables }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError('UNREACHABLE', 'The service does not answer.');
  }
  const answer = await response.json().then(
    (body) => body as Answer,
    (): Answer => ({}),
  );
  const [first] = answer.errors ?? [];
  if (first) throw new ApiError(first.extensions?.code ?? 'INTERNAL', first.message, first.extensions);
  if (answer.data === undefined || answer.data === null) {
    throw new ApiError('INTERNAL', `The service answered ${response.status} without data.`);
  }
  return answer.data as Data;
}
