import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { ulid } from 'ulid';
import type { Role } from '../common/roles.js';

/** A key as it is stored; only its holder knows the token. */
export interface StoredKey {
  readonly id: string;
  /** The namespace in which the key is valid, or ALL_NAMESPACES. */
  readonly namespace: string;
  readonly title: string;
  /** SHA-256 of the token, in hexadecimal. */
  readonly hash: string;
  readonly role: Role;
  /** The only projects for which the key is valid; empty if it is valid for all projects. */
  readonly projects: readonly string[];
  readonly teams: readonly string[];
  /** Reports with this key were verified by a system outside of the agent. */
  readonly external: boolean;
  readonly createdAt: Date;
  /** Null means never. */
  readonly expires: Date | null;
  readonly revokedAt: Date | null;
}

const SECRET_BYTES = 32;
const TOKEN = /^hw_([0-9A-Z]{26})_[A-Za-z0-9_-]{43}$/;

/** A new key: its id, and the token that is shown once. */
export function newToken(): { readonly id: string; readonly token: string } {
  const id = ulid();
  return { id, token: `hw_${id}_${randomBytes(SECRET_BYTES).toString('base64url')}` };
}

/** @returns undefined when the text does not have the form of a token */
export function idInToken(token: string): string | undefined {
  return TOKEN.exec(token)?.[1];
}

export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function isTokenOf(token: string, { hash }: Pick<StoredKey, 'hash'>): boolean {
  return timingSafeEqual(Buffer.from(hashOfToken(token), 'hex'), Buffer.from(hash, 'hex'));
}

/** True if the key is valid in every project and team of its namespace, which is a condition for creating keys. */
export function isUnrestricted({ projects, teams }: Pick<StoredKey, 'projects' | 'teams'>): boolean {
  return projects.length === 0 && teams.length === 0;
}

export function isLive({ revokedAt, expires }: Pick<StoredKey, 'revokedAt' | 'expires'>, now: Date): boolean {
  return revokedAt === null && (expires === null || expires > now);
}
