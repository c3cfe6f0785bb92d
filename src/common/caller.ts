import { BadUserInputError } from './errors.js';
import type { Role } from './roles.js';

/** Who asks. Every operation runs in one namespace; nothing of another is found, counted or linked. */
export interface Caller {
  /** An organisation, as scopes of memories see it. */
  readonly namespace: string;
  readonly team: string;
  readonly project: string;
  readonly agent?: string;
  /** One run of the agent. Agent and session together are a voice. */
  readonly session?: string;
  /** Sees the memories of the project `default`, too: its own project was named by the folder it works in. */
  readonly alsoDefaultProject?: boolean;
  /** What its API key lets it do; absent where the service asks for no key, which lets it do everything. */
  readonly role?: Role;
  /** The API key opens this namespace alone. */
  readonly isBound?: boolean;
  /** Id of the API key if it is stored in the database. */
  readonly keyId?: string;
  /** The API key lets it work in these projects alone, and be of these teams; absent where it may name any. */
  readonly projects?: readonly string[];
  readonly teams?: readonly string[];
}

/** The part of a caller that evidence and receipts keep. */
export type Reporter = Pick<Caller, 'namespace' | 'agent' | 'session' | 'keyId'>;

/** The part of a caller that a change of content keeps. */
export type Author = Pick<Caller, 'agent' | 'keyId'>;

/**
 * Whose word it is, as it is stored; null where the caller did not say. Without agent and session, all such calls are one voice.
 * The API key is no part of the voice: it tells who stood behind the name.
 */
export interface Voice {
  readonly agent: string | null;
  readonly session: string | null;
  /** Of the API key, where it is a stored one. */
  readonly keyId: string | null;
}

export function voiceOf({ agent, session, keyId }: Pick<Caller, 'agent' | 'session' | 'keyId'>): Voice {
  return { agent: agent ?? null, session: session ?? null, keyId: keyId ?? null };
}

/** The caller in the session that an input names, else in the one of the request. */
export function inSession<Known extends Reporter>(caller: Known, session: string | undefined): Known {
  return session === undefined ? caller : { ...caller, session };
}

/** Team and project of a caller; null on what was kept before they were. */
export interface Group {
  readonly team: string | null;
  readonly project: string | null;
}

/** Whether the caller is of this team and project, and so sees whatever these see. */
export function isOfGroup(caller: Caller, { team, project }: Group): boolean {
  return caller.team === team && caller.project === project;
}

const DEFAULT_NAMESPACE = 'default';
/** Team and project of who names none. */
export const DEFAULT_GROUP = 'default';
const NAMESPACE_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

const NAME_MAX_LENGTH = 128;
/** As long as any id. */
const SESSION_MAX_LENGTH = 512;

/**
 * Reads the caller from header-like values (HTTP headers, WebSocket connection parameters, MCP configuration).
 *
 * @throws BadUserInputError when a value is not allowed
 */
export function callerFrom(values: {
  namespace?: unknown;
  team?: unknown;
  project?: unknown;
  agent?: unknown;
  session?: unknown;
  alsoDefaultProject?: unknown;
}): Caller {
  const namespace = values.namespace ?? DEFAULT_NAMESPACE;
  if (typeof namespace !== 'string' || !NAMESPACE_PATTERN.test(namespace)) {
    throw BadUserInputError.of(
      'x-namespace',
      'namespace',
      'x-namespace must be 1–64 of the characters A–Z a–z 0–9 . _ - and start with a letter or digit',
    );
  }
  const agent = nameOf('agent', values.agent);
  const session = nameOf('session', values.session, SESSION_MAX_LENGTH);
  return {
    namespace,
    team: nameOf('team', values.team) ?? DEFAULT_GROUP,
    project: nameOf('project', values.project) ?? DEFAULT_GROUP,
    ...(agent !== undefined && { agent }),
    ...(session !== undefined && { session }),
    ...(values.alsoDefaultProject === 'true' && { alsoDefaultProject: true }),
  };
}

function nameOf(
  what: 'team' | 'project' | 'agent' | 'session',
  name: unknown,
  maxLength = NAME_MAX_LENGTH,
): string | undefined {
  if (name === undefined || name === '') return undefined;
  if (typeof name !== 'string' || name.length > maxLength || hasControlCharacters(name)) {
    const message = `x-${what} must be at most ${maxLength} printable characters`;
    throw BadUserInputError.of(`x-${what}`, what, message);
  }
  return name;
}

export function hasControlCharacters(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
