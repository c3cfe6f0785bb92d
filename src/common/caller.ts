import { BadUserInputError } from './errors.js';
import type { Delivery } from './delivery.js';
import { hasRole, type Role } from './roles.js';
import { Verification } from './verification.js';

/**
 * Who sent the request. Every operation runs in one namespace; data of other namespaces is never found, counted or
 * linked.
 */
export interface Caller {
  /** The namespace of the request. In terms of memory scopes, it is the organisation. */
  readonly namespace: string;
  readonly team: string;
  readonly project: string;
  /** In lower case. */
  readonly agent?: string;
  /** The session of the agent. Agent and session together identify a voice. */
  readonly session?: string;
  /**
   * The caller also sees the memories of the project `default`, because its own project was named after its working
   * folder.
   */
  readonly alsoDefaultProject?: boolean;
  /** What the caller's API key allows; absent if the service requires no key, in which case everything is allowed. */
  readonly role?: Role;
  /** The API key is valid for this namespace only. */
  readonly isBound?: boolean;
  /** Id of the API key if it is stored in the database. */
  readonly keyId?: string;
  /** Who verifies what the caller reports, as the door decides it; absent stands for AGENT. */
  readonly verification?: Verification;
  /** How a text that the caller asks for reaches it; absent stands for HTTP. */
  readonly delivery?: Delivery;
  /** Projects and teams to which the API key is restricted; absent if the caller may name any. */
  readonly projects?: readonly string[];
  readonly teams?: readonly string[];
  /** Absent until it is known what is withheld. */
  readonly withheld?: Withheld;
}

/** What is withheld from a caller, because its session was drawn for the arm of a trial that does without (src/trials). */
export interface Withheld {
  /** Refs of knowledge. */
  readonly refs: ReadonlySet<string>;
  /** Ids of learnings, by the ref of the item that they correct. */
  readonly learnings: ReadonlyMap<string, ReadonlySet<string>>;
  /** True if all learnings are withheld, and all knowledge has the trust of an untried entry. */
  readonly isUnlearned: boolean;
}

/** For searches by which the service itself decides something: nothing is withheld, whatever was drawn. */
export const NOTHING_WITHHELD: Withheld = { refs: new Set(), learnings: new Map(), isUnlearned: false };

/** The part of a caller that is stored with evidence and receipts. */
export type Reporter = Pick<Caller, 'namespace' | 'agent' | 'session' | 'keyId' | 'verification'>;

/** The part of a caller that is stored with changes of content. */
export type Author = Pick<Caller, 'agent' | 'keyId'>;

/**
 * The stored source of a report; fields that the caller did not state are null. All calls without agent and session
 * count as one voice. The id of the API key is stored for information, but is not part of the voice.
 */
export interface Voice {
  readonly agent: string | null;
  readonly session: string | null;
  /** Id of the API key; null if the key is not stored in the database. */
  readonly keyId: string | null;
}

export function voiceOf({ agent, session, keyId }: Pick<Caller, 'agent' | 'session' | 'keyId'>): Voice {
  return { agent: agent ?? null, session: session ?? null, keyId: keyId ?? null };
}

/** A voice, and who verified what it reports: the part of a caller that is stored with evidence. */
export interface Witness extends Voice {
  readonly verification: Verification;
}

export function witnessOf(caller: Pick<Caller, 'agent' | 'session' | 'keyId' | 'verification'>): Witness {
  return { ...voiceOf(caller), verification: caller.verification ?? Verification.AGENT };
}

/** The caller, with the session that the input names; if it names none, with the session of the request. */
export function inSession<Known extends Reporter>(caller: Known, session: string | undefined): Known {
  return session === undefined ? caller : { ...caller, session };
}

/** Teams and projects, as statements take them; null means all of the namespace. */
export interface Groups {
  readonly teams: readonly string[] | null;
  readonly projects: readonly string[] | null;
}

/**
 * The teams and projects whose receipts the caller may read, report on and retract: its own. A reviewer's key opens all
 * of the namespace, or all that the key names. Receipts that name no team and project, because they were stored before
 * the service recorded them, are found only where all are.
 */
export function groupsOf(caller: Caller): Groups {
  if (!hasRole(caller, 'reviewer', false)) return { teams: [caller.team], projects: [caller.project] };
  return { teams: caller.teams ?? null, projects: caller.projects ?? null };
}

/**
 * Namespace under which keys for all namespaces are stored. No caller can use it: namespaces begin with a letter or
 * digit.
 */
export const ALL_NAMESPACES = '_system';

const DEFAULT_NAMESPACE = 'default';
/** Team and project of a caller that names none. */
export const DEFAULT_GROUP = 'default';
const NAMESPACE_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** False also for {@link ALL_NAMESPACES}. */
export function isNamespace(name: unknown): name is string {
  return typeof name === 'string' && NAMESPACE_PATTERN.test(name);
}

/** Maximum length of the name of a team, project or agent. */
export const NAME_MAX_LENGTH = 128;
/** Maximum length of a session's name, the same as for ids. */
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
  if (!isNamespace(namespace)) {
    throw BadUserInputError.of(
      'x-namespace',
      'namespace',
      'x-namespace must be 1–64 of the characters A–Z a–z 0–9 . _ - and start with a letter or digit',
    );
  }
  // An agent that spells its name differently is still one voice.
  const agent = nameOf('agent', values.agent)?.toLowerCase();
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
