import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** Returns the IP address of the client that sent a request; `unknown` if its connection has just ended. */
export type ClientAddress = (request: IncomingMessage) => string;

/**
 * The address of a client is that of its connection. If that is a trusted proxy, it is the last address in
 * `X-Forwarded-For` that is none: whatever stands before it may be made up.
 *
 * @param trusted addresses and networks of reverse proxies
 */
export function clientAddress(trusted: readonly string[]): ClientAddress {
  const isTrusted = proxyAddr.compile([...trusted]);
  return (request) => proxyAddr(request, isTrusted) || 'unknown';
}
