import { isRecord } from './json.js';
import { newId, SeededTime } from './seeded-time.js';

type Given = Readonly<Record<string, unknown>>;

/** Arguments of an operation, and the key among them by which a repetition of the same request is recognized. */
export interface Keyed {
  readonly args: Given;
  /** Null if the operation takes no key. */
  readonly key: string | null;
}

/**
 * Adds an idempotency key to the arguments if the caller gave none. The write then uses it, so that a caller who learns
 * the key from OUTCOME_UNKNOWN can safely send the request again.
 *
 * @param place names of the argument and of the fields that lead to the key, such as `['input', 'idempotencyKey']`;
 * undefined if the operation takes no key
 */
export function withIdempotencyKey(args: Given, place: readonly string[] | undefined): Keyed {
  const [name, ...inner] = place ?? [];
  if (name === undefined) return { args, key: null };
  const value = args[name];
  if (inner.length > 0) {
    // Input of another type is rejected when it is read.
    if (!isRecord(value)) return { args, key: null };
    const keyed = withIdempotencyKey(value, inner);
    return { args: { ...args, [name]: keyed.args }, key: keyed.key };
  }
  if (value !== undefined && value !== null) return { args, key: typeof value === 'string' ? value : null };
  const now = SeededTime.current()?.now() ?? new Date();
  const key = `made-${newId(now.getTime())}`;
  return { args: { ...args, [name]: key }, key };
}

const MADE = /^made-([0-9A-HJKMNP-TV-Z]{10})[0-9A-HJKMNP-TV-Z]{16}$/;

/** @returns if the service made the key, the time at which it did, as the first ten characters of a ULID */
export function timeOfMadeKey(key: string): string | undefined {
  return MADE.exec(key)?.[1];
}
