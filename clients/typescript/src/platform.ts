// What the client uses of the platform, which Node.js 20, Deno, Bun, workers and browsers all have. The types are
// declared here, so that neither those of Node.js nor of the DOM are needed to compile against this package.

/** An AbortSignal, as far as the client reads it. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** A Response, as far as the client reads it. */
export interface ResponseLike {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/**
 * A fetch. Body (a string, or a Uint8Array) and signal (an AbortSignal) have the type `never`, so that the fetch of each
 * platform fits, whatever it calls the types of these two.
 */
export type FetchLike = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body: never;
    readonly signal: never;
  },
) => Promise<ResponseLike>;

interface Platform {
  readonly fetch: FetchLike;
  readonly AbortController: new () => { readonly signal: AbortSignalLike; abort(): void };
  readonly TextEncoder: new () => { encode(text: string): Uint8Array };
  readonly crypto: { getRandomValues(bytes: Uint8Array): Uint8Array };
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

export const platform = globalThis as unknown as Platform;

/** A key that no other call has: 32 hexadecimal digits. */
export function newKey(): string {
  const bytes = platform.crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
