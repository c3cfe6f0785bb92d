import { LimitExceededError } from '../common/errors.js';

/** Wrong keys that one address may try in a minute. */
const MOST = 20;
const WINDOW_MS = 60_000;
/** Addresses that are remembered; the one that failed longest ago is forgotten first. */
const ADDRESSES = 10_000;
/** Keys an address is known by; more of them are judged as new ones. */
const KEYS_OF_ADDRESS = 100;

interface Tries {
  readonly until: number;
  count: number;
}

/**
 * Slows down who guesses keys. From an address with too many wrong ones no key is looked at for the rest of the minute, except
 * those that were right from there before: behind one address may be many callers.
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

/** Puts an entry to the end of those that are remembered. */
function renew<Value>(entries: Map<string, Value>, address: string, value: Value): void {
  entries.delete(address);
  entries.set(address, value);
  if (entries.size <= ADDRESSES) return;
  for (const oldest of entries.keys()) {
    entries.delete(oldest);
    return;
  }
}
