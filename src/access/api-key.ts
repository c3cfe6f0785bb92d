import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { ulid } from 'ulid';
import type { Role } from '../common/roles.js';

/** Keys for all namespaces are kept under it. No caller can name it: a namespace begins with a letter or digit. */
export const ALL_NAMESPACES = '_system';

/** A key as it is stored; who holds it has the token alone. */
export interface StoredKey {
  readonly id: string;
  /** The one it opens, or {@link ALL_NAMESPACES}. */
  readonly namespace: string;
  readonly title: string;
  /** SHA-256 of the token, in hexadecimal. */
  readonly hash: string;
  readonly role: Role;
  /** Where not empty, the only ones in which it works. */
  readonly projects: readonly string[];
  readonly teams: readonly string[];
  readonly createdAt: Date;
  /** Null: never. */
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

/** @returns undefined where it has not the form of a token */
export function idInToken(token: string): string | undefined {
  return TOKEN.exec(token)?.[1];
}

export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function isTokenOf(token: string, { hash }: Pick<StoredKey, 'hash'>): boolean {
  return timingSafeEqual(Buffer.from(hashOfToken(token), 'hex'), Buffer.from(hash, 'hex'));
}

/** Opens every project and team of its namespace, so that it may make keys. */
export function isUnrestricted({ projects, teams }: Pick<StoredKey, 'projects' | 'teams'>): boolean {
  return projects.length === 0 && teams.length === 0;
}

export function isLive({ revokedAt, expires }: Pick<StoredKey, 'revokedAt' | 'expires'>, now: Date): boolean {
  return revokedAt === null && (expires === null || expires > now);
}
