import { BadUserInputError } from './errors.js';

/** Who asks. Every operation runs in one namespace; nothing of another is found, counted or linked. */
export interface Caller {
  readonly namespace: string;
  readonly agent?: string;
}

export const DEFAULT_NAMESPACE = 'default';
export const NAMESPACE_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

const AGENT_MAX_LENGTH = 128;

/**
 * Reads the caller from header-like values (HTTP headers, WebSocket connection parameters, MCP configuration).
 *
 * @throws BadUserInputError when a value is not allowed
 */
export function callerFrom(values: { namespace?: unknown; agent?: unknown }): Caller {
  const namespace = values.namespace ?? DEFAULT_NAMESPACE;
  if (typeof namespace !== 'string' || !NAMESPACE_PATTERN.test(namespace)) {
    throw BadUserInputError.of(
      'x-namespace',
      'namespace',
      'x-namespace must be 1–64 of the characters A–Z a–z 0–9 . _ - and start with a letter or digit',
    );
  }
  const { agent } = values;
  if (agent === undefined || agent === '') return { namespace };
  if (typeof agent !== 'string' || agent.length > AGENT_MAX_LENGTH || hasControlCharacters(agent)) {
    throw BadUserInputError.of('x-agent', 'agent', `x-agent must be at most ${AGENT_MAX_LENGTH} printable characters`);
  }
  return { namespace, agent };
}

export function hasControlCharacters(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
