/** Names every service on its own machine is called by. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Tells whether a request was sent to a name of this service, and from no page of another site. A page in a browser can
 * make its own name point to 127.0.0.1 (DNS rebinding); the names in `host` and `origin` give it away.
 *
 * @param allowed host names without ports, beside those of loopback; `*` allows every one
 * @param host header of that name
 * @param origin header of that name; clients that are no browser send none
 */
export function isAllowedHost(
  allowed: readonly string[],
  host: string | undefined,
  origin: string | undefined,
): boolean {
  if (allowed.includes('*')) return true;
  const names = new Set([...LOOPBACK, ...allowed]);
  const isKnown = (url: string) => {
    return URL.canParse(url) && names.has(new URL(url).hostname);
  };
  return host !== undefined && isKnown(`http://${host}`) && (origin === undefined || isKnown(origin));
}
