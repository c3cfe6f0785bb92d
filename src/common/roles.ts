import type {} from 'fastify';
import { ForbiddenError } from './errors.js';

/** The roles of API keys. Each role includes the previous ones. */
export const ROLES = ['reader', 'writer', 'reviewer', 'admin'] as const;

/** Role of an API key. Each role includes those before it in `ROLES`. */
export type Role = (typeof ROLES)[number];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The role that the caller's API key needs; a route without it must be open. */
    readonly role?: Role;
  }
}

interface Holder {
  readonly role?: Role | undefined;
}

/**
 * Whether the caller's API key has the role. A caller without a role uses a service that requires no key.
 *
 * @param withoutKey the answer for a caller without a role
 */
export function hasRole({ role }: Holder, needed: Role, withoutKey: boolean): boolean {
  return role === undefined ? withoutKey : ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** Whether the caller uses a service that requires no key. */
export function needsNoKey({ role }: Holder): boolean {
  return role === undefined;
}

/**
 * Checks the caller's role. A caller without a role uses a service that requires no key, and may do everything.
 *
 * @param what the name of the field, tool or route, as the caller knows it
 * @throws ForbiddenError naming the role that is needed
 */
export function assertRole(caller: Holder, needed: Role, what: string): void {
  if (hasRole(caller, needed, true)) return;
  throw new ForbiddenError(`${what} needs the role ${needed}; this API key has the role ${caller.role}`);
}
