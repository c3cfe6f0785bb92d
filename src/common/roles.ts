import type {} from 'fastify';
import { ForbiddenError } from './errors.js';

/** What a key may do, each role what the one before it may, too. */
export const ROLES = ['reader', 'writer', 'reviewer', 'admin'] as const;

/** What an API key may do; each role includes the ones before it in `ROLES`. */
export type Role = (typeof ROLES)[number];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the caller's API key must allow; a route has this, or is open. */
    readonly role?: Role;
  }
}

export function includesRole(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/**
 * A caller without a role came to a service that asks for no key; it may do everything.
 *
 * @param what as the caller knows it: the name of the field, tool or route
 * @throws ForbiddenError naming the role that is needed
 */
export function assertRole({ role }: { readonly role?: Role | undefined }, needed: Role, what: string): void {
  if (role === undefined || includesRole(role, needed)) return;
  throw new ForbiddenError(`${what} needs the role ${needed}; this API key has the role ${role}`);
}
