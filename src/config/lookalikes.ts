import { ownValue } from '../common/json.js';

/** A key of the environment that the service does not read, and the key that was probably meant. */
export interface Lookalike {
  readonly given: string;
  readonly meant: string;
}

/** Names that other programs use for the same settings. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  NEO4J_URL: 'NEO4J_URI',
  NEO4J_HOST: 'NEO4J_URI',
  NEO4J_ADDRESS: 'NEO4J_URI',
  NEO4J_SERVER: 'NEO4J_URI',
  NEO4J_BOLT_URL: 'NEO4J_URI',
  NEO4J_BOLT_URI: 'NEO4J_URI',
  NEO4J_CONNECTION_URI: 'NEO4J_URI',
  NEO4J_CONNECTION_URL: 'NEO4J_URI',
  NEO4J_DB: 'NEO4J_DATABASE',
  NEO4J_DATABASE_NAME: 'NEO4J_DATABASE',
  NEO4J_USERNAME: 'NEO4J_USER',
  NEO4J_LOGIN: 'NEO4J_USER',
  NEO4J_PASS: 'NEO4J_PASSWORD',
  NEO4J_PWD: 'NEO4J_PASSWORD',
  NEO4J_SECRET: 'NEO4J_PASSWORD',
  OPENAI_KEY: 'OPENAI_API_KEY',
  OPENAI_TOKEN: 'OPENAI_API_KEY',
  OPENAI_API_TOKEN: 'OPENAI_API_KEY',
  OPENAI_SECRET: 'OPENAI_API_KEY',
  OPENAI_SECRET_KEY: 'OPENAI_API_KEY',
  OPENAI_URL: 'OPENAI_BASE_URL',
  OPENAI_API_URL: 'OPENAI_BASE_URL',
  OPENAI_API_BASE: 'OPENAI_BASE_URL',
  OPENAI_API_BASE_URL: 'OPENAI_BASE_URL',
  OPENAI_ENDPOINT: 'OPENAI_BASE_URL',
  OPENAI_HOST: 'OPENAI_BASE_URL',
  OPENAI_MODEL: 'LLM_MODEL',
  OPENAI_MODEL_NAME: 'LLM_MODEL',
  LLM_MODEL_NAME: 'LLM_MODEL',
  OPENAI_EMBEDDING_MODEL: 'EMBEDDING_MODEL',
  EMBEDDING_MODEL_NAME: 'EMBEDDING_MODEL',
  EMBEDDINGS_MODEL: 'EMBEDDING_MODEL',
};

/**
 * Keys that decide which database is used. If one is misspelt, another database would be filled or changed by mistake.
 */
const DECIDING: ReadonlySet<string> = new Set(['NEO4J_URI', 'NEO4J_DATABASE']);

/** Minimum length of a key. Shorter keys resemble those of other programs too often. */
const LEAST_LENGTH = 8;

/**
 * Finds keys that resemble a key of the service that is not set: another name for the same setting, another case, the
 * prefix `HEARTWOOD_`, or a typing error. If the right key is set, similar keys are not reported.
 */
export function lookalikesIn(
  environment: Readonly<Record<string, string | undefined>>,
  keys: readonly string[],
): Lookalike[] {
  const known = new Set<string>(keys);
  const isSet = (key: string) => environment[key] !== undefined && environment[key] !== '';
  return Object.keys(environment)
    .filter((given) => !known.has(given) && isSet(given))
    .sort()
    .flatMap((given) => {
      const name = given.toUpperCase().replace(/-/g, '_');
      const plain = name.replace(/^HEARTWOOD_/, '');
      const meant =
        keys.find((key) => key === name || (key === plain && key.includes('_'))) ??
        ownValue(OTHER_NAMES, plain) ??
        (plain.length < LEAST_LENGTH ? undefined : keys.find((key) => key.includes('_') && isSlip(plain, key)));
      return meant === undefined || isSet(meant) ? [] : [{ given, meant }];
    });
}

export function decidesDatabase({ meant }: Lookalike): boolean {
  return DECIDING.has(meant);
}

/** Whether a name has a typing error: one letter more, one letter less, one wrong letter, or two swapped letters. */
function isSlip(given: string, key: string): boolean {
  if (Math.abs(given.length - key.length) > 1) return false;
  let start = 0;
  while (start < given.length && given[start] === key[start]) start++;
  const rest = given.slice(start);
  const due = key.slice(start);
  return (
    rest.substring(1) === due ||
    rest === due.substring(1) ||
    rest.substring(1) === due.substring(1) ||
    rest.charAt(1) + rest.charAt(0) + rest.substring(2) === due
  );
}
