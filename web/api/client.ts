import type { Query } from './query.js';

const KEY = 'heartwood.key';
/** Whatever was refused is asked again then. */
export const KEY_CHANGED = 'heartwood:key';
const SESSION = 'heartwood.session';

/** Why an answer did not come; `code` as the API gives it, UNREACHABLE where no answer came at all. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** What else the service says of it: the role that is needed, the rule that was broken. */
    readonly extensions: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly code?: string; readonly [name: string]: unknown };
  }[];
}

/** Kept as long as the tab is, and never in an address. */
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

/** A voice of its own: what one person says in one tab. */
function session(): string {
  const known = sessionStorage.getItem(SESSION);
  if (known !== null) return known;
  const made = `explorer-${Math.random().toString(36).slice(2, 10)}`;
  sessionStorage.setItem(SESSION, made);
  return made;
}

/** Who asks; of a WebSocket what goes into `connection_init`. */
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
 * Sends one operation.
 *
 * @param namespace undefined for questions that are of none
 * @throws ApiError when there is no whole answer
 */
export async function send<Data, Variables extends object>(
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
