import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { ForeignRequestError } from '../common/errors.js';
import type { Config } from '../config/config.js';

/** Names by which a service on the same machine is reachable. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * A page of another site cannot add these headers without a preflight (CORS), which is granted only to pages of
 * CORS_ORIGINS.
 */
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

type HostSettings = Pick<Config, 'HOST' | 'API_KEYS' | 'REQUIRE_API_KEY' | 'ALLOWED_HOSTS' | 'CORS_ORIGINS'>;

/**
 * Refuses requests from web pages of other sites, on every transport. A page can send requests to any address, and can
 * make its own name resolve to 127.0.0.1, so that the browser treats the service as part of the page (DNS rebinding).
 * `Host`, `Origin` and `Sec-Fetch-Site`, which a page cannot forge, reveal this. Clients other than browsers can set
 * these headers freely: this is no authentication.
 */
export class HostRule {
  /** Hosts to which requests may be sent and from which pages may come, in the format of `URL`. */
  private readonly names: ReadonlySet<string>;
  /** Host names that the operator configured. */
  private readonly named: ReadonlySet<string>;
  private readonly allowsAll: boolean;
  private readonly checksHost: boolean;
  /** Origins of other sites whose pages may send requests and read answers (CORS). */
  private readonly origins: ReadonlySet<string>;

  constructor(settings: HostSettings) {
    const { HOST, API_KEYS, REQUIRE_API_KEY, ALLOWED_HOSTS, CORS_ORIGINS } = settings;
    this.origins = new Set(CORS_ORIGINS);
    this.named = new Set(ALLOWED_HOSTS);
    this.allowsAll = this.named.has('*');
    this.names = new Set([...LOOPBACK, HOST.includes(':') ? `[${HOST}]` : HOST.toLowerCase(), ...this.named]);
    // A page that uses DNS rebinding has no key. So if keys are required, every host name is accepted, unless
    // ALLOWED_HOSTS is set.
    this.checksHost = (API_KEYS.size === 0 && !REQUIRE_API_KEY) || ALLOWED_HOSTS.length > 0;
  }

  /**
   * @throws ForeignRequestError when the request was sent to another host name, comes from a page of another host, or
   *   is a GET that a page of another site may have sent without a preflight
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

  /**
   * True if a page may open a WebSocket. Browsers let a page open one to any address without a preflight, so its
   * origin, including the port, must match or be configured.
   */
  allowsSocket({ host, origin }: IncomingHttpHeaders): boolean {
    if (!this.allowsHost(host)) return false;
    if (origin === undefined || this.allowsPage(origin)) return true;
    if (!URL.canParse(origin)) return false;
    const page = new URL(origin);
    return page.host === host?.toLowerCase() || this.named.has(page.hostname);
  }

  /** True if CORS_ORIGINS allows pages of this origin to send requests and read responses. */
  allowsPage(origin: string | undefined): origin is string {
    return origin !== undefined && this.origins.has(origin);
  }

  private allowsHost(host: string | undefined): boolean {
    if (this.allowsAll || !this.checksHost) return true;
    const name = hostnameOf(`http://${host ?? ''}`);
    // DNS rebinding needs a host name: a page loaded from an IP address really comes from that address.
    return name !== undefined && (this.names.has(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0);
  }

  private allowsOrigin(host: string | undefined, origin: string | undefined): boolean {
    if (this.allowsAll || origin === undefined || this.allowsPage(origin)) return true;
    const name = hostnameOf(origin);
    return name !== undefined && (this.names.has(name) || name === hostnameOf(`http://${host ?? ''}`));
  }
}

/**
 * Browsers send Sec-Fetch-Site only to loopback or over TLS. Elsewhere a browser is recognised by its User-Agent, and
 * the service's own page by a header that a page of another site cannot add.
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
