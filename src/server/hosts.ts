import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { ForeignRequestError } from '../common/errors.js';
import type { Config } from '../config/config.js';

/** Names every service on its own machine is called by. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** A page of another site cannot add one of these to a request without asking first (CORS), which only those of CORS_ORIGINS are granted. */
const NOT_FROM_A_FOREIGN_PAGE = [
  'authorization',
  'x-namespace',
  'x-team',
  'x-project',
  'x-agent',
  'x-session',
  'x-mercurius-operation-name',
  'mercurius-require-preflight',
] as const;

type HostSettings = Pick<
  Config,
  'HOST' | 'API_KEYS' | 'REQUIRE_API_KEY' | 'ALLOWED_HOSTS' | 'MCP_ALLOWED_HOSTS' | 'CORS_ORIGINS'
>;

/**
 * Keeps web pages of other sites out, at every door alike. A page can send requests to any address, and can make its own
 * name point to 127.0.0.1, so that the browser takes the service for a part of the page (DNS rebinding); `Host`, `Origin`
 * and `Sec-Fetch-Site`, which a page cannot forge, give it away. What is no browser may write into them what it likes:
 * this is no authentication.
 */
export class HostRule {
  /** Hosts that requests may be sent to and pages may come from, as `URL` writes them. */
  private readonly names: ReadonlySet<string>;
  /** Host names that the operator named. */
  private readonly named: ReadonlySet<string>;
  private readonly allowsAll: boolean;
  private readonly checksHost: boolean;
  /** Origins of other sites whose pages may send requests and read answers (CORS). */
  private readonly origins: ReadonlySet<string>;

  constructor(settings: HostSettings) {
    const { HOST, API_KEYS, REQUIRE_API_KEY, ALLOWED_HOSTS, MCP_ALLOWED_HOSTS, CORS_ORIGINS } = settings;
    this.origins = new Set(CORS_ORIGINS);
    this.named = new Set([...ALLOWED_HOSTS, ...MCP_ALLOWED_HOSTS]);
    this.allowsAll = this.named.has('*');
    this.names = new Set([...LOOPBACK, HOST.includes(':') ? `[${HOST}]` : HOST.toLowerCase(), ...this.named]);
    // A page that rebinds its name has no key. So with keys every name serves, unless the operator narrows it down.
    this.checksHost = (API_KEYS.size === 0 && !REQUIRE_API_KEY) || ALLOWED_HOSTS.length > 0;
  }

  /**
   * @throws ForeignRequestError when the request was sent to another name, comes from a page of another host, or is a GET
   *   that a page of another site may have sent without asking
   */
  assertAllowed(method: string, headers: IncomingHttpHeaders): void {
    const { host, origin } = headers;
    if (!this.allowsHost(host)) {
      throw new ForeignRequestError(`The host "${host ?? ''}" is not allowed; ALLOWED_HOSTS names those that are`);
    }
    if (!this.allowsOrigin(host, origin)) {
      throw new ForeignRequestError(`The origin "${origin ?? ''}" is not allowed; ALLOWED_HOSTS names those that are`);
    }
    if ((method === 'GET' || method === 'HEAD') && !this.allowsPage(origin) && mayBeOfForeignPage(headers)) {
      throw new ForeignRequestError(
        'Refused, since a foreign web page could have sent it: use POST, or send the header x-namespace along',
      );
    }
  }

  /** A page may open a WebSocket to any address without asking: so the origin has to be the same, port included, or named. */
  allowsSocket({ host, origin }: IncomingHttpHeaders): boolean {
    if (!this.allowsHost(host)) return false;
    if (origin === undefined || this.allowsPage(origin)) return true;
    if (!URL.canParse(origin)) return false;
    const page = new URL(origin);
    return page.host === host?.toLowerCase() || this.named.has(page.hostname);
  }

  /** Whether the page at an origin may ask from its browser and read the answer, as CORS_ORIGINS says. */
  allowsPage(origin: string | undefined): origin is string {
    return origin !== undefined && this.origins.has(origin);
  }

  private allowsHost(host: string | undefined): boolean {
    if (this.allowsAll || !this.checksHost) return true;
    const name = hostnameOf(`http://${host ?? ''}`);
    // Rebinding needs a name: a page at an address is of that address.
    return name !== undefined && (this.names.has(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0);
  }

  private allowsOrigin(host: string | undefined, origin: string | undefined): boolean {
    if (this.allowsAll || origin === undefined || this.allowsPage(origin)) return true;
    const name = hostnameOf(origin);
    return name !== undefined && (this.names.has(name) || name === hostnameOf(`http://${host ?? ''}`));
  }
}

/**
 * Browsers mark requests with Sec-Fetch-Site, but only those to loopback or over TLS. Elsewhere a browser is known by its
 * User-Agent, and its own page by a header that a foreign one cannot add.
 */
function mayBeOfForeignPage(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const isBrowser = headers['user-agent']?.startsWith('Mozilla/') ?? false;
  return isBrowser && NOT_FROM_A_FOREIGN_PAGE.every((name) => headers[name] === undefined);
}

function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}
