import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent, fetch } from 'undici';

/** Limits for fetching a page: size, time and addresses. */
export interface FetchLimits {
  /** Total time for all redirects, including the body. */
  readonly timeMs: number;
  readonly bytes: number;
  readonly redirects: number;
  /** Resolves the IP addresses of a host. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  readonly isPrivate: (address: string) => boolean;
}

interface Page {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

const LIMITS: FetchLimits = {
  timeMs: 60_000,
  // Maximum size in bytes, equal to the default of DOCUMENT_MAX_BYTES.
  bytes: 50_000_000,
  redirects: 5,
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  isPrivate: isPrivateAddress,
};

const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv6');
}

/**
 * Fetches a page that a person named. The page may be in a private network, but a page in a public network must not
 * redirect to a private one.
 *
 * @throws Error with the reason why the page cannot be fetched
 */
export async function fetchPage(address: string, limits: Partial<FetchLimits> = {}): Promise<Page> {
  const { timeMs, bytes, redirects, resolve, isPrivate } = { ...LIMITS, ...limits };
  const signal = AbortSignal.timeout(timeMs);
  let url = new URL(address);
  let mayBePrivate = true;
  for (let hop = 0; hop <= redirects; hop++) {
    if (!/^https?:$/.test(url.protocol)) throw new Error(`it leads to an address of ${url.protocol}`);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const found = isIP(host) ? [host] : await resolve(host);
    const isInside = found.some(isPrivate);
    if (isInside && !mayBePrivate) throw new Error(`it leads into a private network (${url.host})`);
    mayBePrivate &&= isInside;
    // The connection uses the addresses that were checked, even if the name resolves to others meanwhile.
    const dispatcher = new Agent({ connect: { lookup: pinned(found) } });
    try {
      const response = await fetch(url, { redirect: 'manual', signal, dispatcher });
      const target = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && target !== null) {
        await response.body?.cancel();
        url = new URL(target, url);
        continue;
      }
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      const mediaType = response.headers.get('content-type')?.slice(0, 128) ?? 'text/html';
      return { bytes: await bodyOf(response.body, bytes), mediaType };
    } catch (error) {
      if (signal.aborted) throw new Error(`it takes longer than ${timeMs / 1_000} s`, { cause: error });
      // The message "fetch failed" gives no reason, so its cause is reported instead.
      const cause = (error as Error).cause;
      throw cause instanceof Error ? cause : error;
    } finally {
      await dispatcher.destroy();
    }
  }
  throw new Error(`it redirects more than ${redirects} times`);
}

/** Whether an address belongs to the local machine or a private network. */
export function isPrivateAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return PRIVATE.check(mapped, 'ipv4');
  return PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function pinned(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, callback) => {
    const [first] = entries;
    if (all === true) callback(null, entries);
    else callback(null, first?.address ?? '', first?.family);
  };
}

async function bodyOf(body: AsyncIterable<Uint8Array> | null, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > most) throw new Error(`it has more than ${most} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
