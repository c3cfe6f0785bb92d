import { LimitExceededError } from '../common/errors.js';

/** Maximum number of wrong keys per address and minute. */
const MOST = 20;
const WINDOW_MS = 60_000;
/** Maximum number of remembered addresses; the one whose last failure is oldest is dropped first. */
const ADDRESSES = 10_000;
/** Maximum number of valid keys remembered per address; further ones count as new. */
const KEYS_OF_ADDRESS = 100;

interface Tries {
  readonly until: number;
  count: number;
}

/**
 * Slows down guessing of keys. After too many wrong keys from an address, none of its keys are checked for the rest of
 * the minute. Keys that were valid from there before are excepted, since many callers may share one address.
 */
export class FailedKeys {
  private readonly tries = new Map<string, Tries>();
  private readonly right = new Map<string, Set<string>>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** @throws LimitExceededError with status 429 */
  assertMayTry(address: string, digest: Buffer): void {
    const tries = this.tries.get(address);
    if (!tries || tries.count < MOST) return;
    if (tries.until <= this.now()) {
      this.tries.delete(address);
      return;
    }
    if (this.right.get(address)?.has(digest.toString('base64'))) return;
    const error = new LimitExceededError(`Too many wrong API keys from this address: at most ${MOST} a minute`);
    throw Object.assign(error, { statusCode: 429 });
  }

  failed(address: string): void {
    const known = this.tries.get(address);
    const tries = known && known.until > this.now() ? known : { until: this.now() + WINDOW_MS, count: 0 };
    tries.count += 1;
    renew(this.tries, address, tries);
  }

  succeeded(address: string, digest: Buffer): void {
    const keys = this.right.get(address) ?? new Set();
    const name = digest.toString('base64');
    if (!keys.has(name) && keys.size < KEYS_OF_ADDRESS) keys.add(name);
    renew(this.right, address, keys);
  }
}

/** Moves an entry to the end of the map, as the most recent one. */
function renew<Value>(entries: Map<string, Value>, address: string, value: Value): void {
  entries.delete(address);
  entries.set(address, value);
  if (entries.size <= ADDRESSES) return;
  for (const oldest of entries.keys()) {
    entries.delete(oldest);
    return;
  }
}
