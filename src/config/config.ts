import { ownValue } from '../common/json.js';
import { isIP, isIPv4 } from 'node:net';
import { z } from 'zod';
import { decidesDatabase, lookalikesIn } from './lookalikes.js';
import { FIGURES, type Figures } from './figures.js';
import { POLICIES, type PolicyFigures, policyFigures } from './policy-figures.js';

const count = (fallback: number, maximum = 1_000_000) => z.coerce.number().int().min(1).max(maximum).default(fallback);
const milliseconds = (fallback: number) => z.coerce.number().int().min(1).max(3_600_000).default(fallback);
const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);
const flag = (fallback: boolean) => z.stringbool().default(fallback);
/** Schema of a confidence, a trust or a weight, in [0,1]. */
const share = (fallback: number) => z.coerce.number().min(0).max(1).default(fallback);

const DAY_MS = 24 * 3_600_000;

/**
 * The settings in the environment, with their defaults. Units are part of the names. `docs/configuration.md` describes each
 * (a test compares the two).
 */
const settings = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port(4000),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  API_KEYS: apiKeys(),
  REQUIRE_API_KEY: flag(false),
  PUBLISHED_ON: z.string().min(1).optional(),
  ALLOWED_HOSTS: hostNames(),
  CORS_ORIGINS: origins(),
  TRUSTED_PROXIES: networks(),
  CYPHER_QUERIES: flag(false),

  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(
      /^\s*([\w-]+=[^,=]+(\s*,\s*[\w-]+=[^,=]+)*)?\s*$/,
      'must be name=value pairs separated by commas, values encoded as in URLs',
    )
    .optional(),

  NEO4J_URI: z
    .string()
    .regex(/^(bolt|neo4j)(\+s|\+ssc)?:\/\/\S+$/, 'must start with bolt://, neo4j://, bolt+s:// or neo4j+s://')
    .optional(),
  NEO4J_USER: z.string().min(1).default('neo4j'),
  NEO4J_PASSWORD: z.string().optional(),
  NEO4J_DATABASE: z.string().min(1).default('neo4j'),
  NEO4J_BROWSER_URL: z.url({ protocol: /^https?$/ }).optional(),
  NEO4J_MAX_CONNECTIONS: count(20, 1_000),
  NEO4J_SLOW_MS: z.coerce.number().int().min(0).max(3_600_000).default(2_000),
  HEARTWOOD_MANAGED_DATABASE: flag(false),
  SAMPLE: flag(false),
  HEARTWOOD_DATA_DIR: z.string().min(1).default('.data'),
  HEARTWOOD_CONFIG: z.string().min(1).optional(),

  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(0).default(0),

  EMBEDDER: z.enum(['auto', 'none', 'openai', 'local']).default('auto'),
  EMBEDDING_MODEL: z.string().min(1).optional(),
  EMBEDDING_DIMENSIONS: z.coerce.number().int().min(1).max(4_096).optional(),
  EMBEDDING_FLOOR: z.coerce.number().min(0).lt(1).optional(),
  OPENAI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  OPENAI_API_KEY: z.string().optional(),
  LOCAL_MODEL_DIR: z.string().min(1).default('.data/models'),
  MODEL_SOURCES: z.enum(['maven,hub', 'hub,maven', 'maven', 'hub', 'none']).default('maven,hub'),
  MODEL_HUB_URL: z.url({ protocol: /^https?$/ }).default('https://huggingface.co'),

  LLM_MODEL: z.string().min(1).optional(),
  LLM_TIMEOUT_MS: milliseconds(45_000),
  LLM_PRICE_INPUT: z.coerce.number().min(0).optional(),
  LLM_PRICE_OUTPUT: z.coerce.number().min(0).optional(),

  FULLTEXT_ANALYZER: z.string().min(1).default('english'),
  UNTRUSTED_AGENTS: flag(false),
  POLICY: z.enum(POLICIES).default('measured'),
  TRUST_GAMMA: z.coerce.number().min(0).max(10).default(1),

  RECEIPT_RETENTION: durationOrNever('365d'),
  AUDIT_RETENTION: durationOrNever('730d', 365 * DAY_MS),
  VERSION_RETENTION: durationOrNever('365d'),
  ARCHIVE_RETENTION: durationOrNever('90d', 180 * DAY_MS),
});

/** Keys of the section `reasoning_bank` of `heartwood.yaml`, which the third design has. */
const fileKeys = z.object({
  MEMORY_SEARCH_DEFAULT_LIMIT: count(5, 1_000),
  MEMORY_SEARCH_MAX_LIMIT: count(20, 1_000),
  MEMORY_MIN_CONFIDENCE: share(0.5),
  MEMORY_SCOPE_WEIGHT_PROJECT: share(1),
  MEMORY_SCOPE_WEIGHT_TEAM: share(0.9),
  MEMORY_SCOPE_WEIGHT_ORG: share(0.8),
  MEMORY_INITIAL_SUCCESS: share(0.7),
  MEMORY_INITIAL_FAILURE: share(0.6),
  MEMORY_INITIAL_UNKNOWN: share(0.5),
  MEMORY_INITIAL_EXPLICIT: share(0.8),
  MEMORY_MIN_FOR_INJECTION: share(0.5),
  MEMORY_CONSENSUS_THRESHOLD: count(2, 100),
  MEMORY_PRUNE_THRESHOLD: share(0.3),
  MEMORY_DECAY_INTERVAL: duration('24h'),
  DISTILLATION_MODEL: z.string().min(1).optional(),
  DISTILLATION_BATCH_SIZE: count(10, 100),
  DISTILLATION_WORKERS: z.coerce.number().int().min(0).max(100).default(2),
  DISTILLATION_MAX_EXTRACTIONS: z.coerce.number().int().min(0).max(20).default(3),
});

const keys = settings.extend(fileKeys.shape);

/** The schema of all keys, including rules that concern two keys. */
const configSchema = keys.superRefine((config, context) => {
  for (const { key, message } of betweenKeys(config)) context.addIssue({ code: 'custom', path: [key], message });
});

interface KeyProblem {
  readonly key: string;
  readonly message: string;
}

/** Problems of combinations of two values. A value that is invalid by itself is absent. */
function betweenKeys(config: Partial<z.infer<typeof keys>>): KeyProblem[] {
  const problems: KeyProblem[] = [];
  const { MEMORY_SEARCH_DEFAULT_LIMIT: usual, MEMORY_SEARCH_MAX_LIMIT: most } = config;
  if (usual !== undefined && most !== undefined && usual > most) {
    problems.push({
      key: 'MEMORY_SEARCH_DEFAULT_LIMIT',
      message: `must not be over MEMORY_SEARCH_MAX_LIMIT (${most})`,
    });
  }
  const { API_KEYS: apiKeys, REQUIRE_API_KEY: needsKey, HOST: host } = config;
  const reachedAt = config.PUBLISHED_ON ?? host;
  if (apiKeys?.size === 0 && needsKey === false && reachedAt !== undefined && !isLoopback(reachedAt)) {
    const message =
      'would let everybody who reaches this address read and change all knowledge: set API_KEYS=key:namespace, REQUIRE_API_KEY=true (heartwood keys create makes keys), or, if the port is published on that address alone, PUBLISHED_ON=127.0.0.1';
    problems.push({ key: config.PUBLISHED_ON === undefined ? 'HOST' : 'PUBLISHED_ON', message });
  }
  if (config.EMBEDDER === 'openai' && config.EMBEDDING_MODEL === undefined) {
    const message = 'must name a model of the server with EMBEDDER=openai, such as text-embedding-3-small';
    problems.push({ key: 'EMBEDDING_MODEL', message });
  }
  return problems;
}

/**
 * Collects all problems. The schema checks combinations of values only if each value is valid; here, they are checked
 * in any case, so that all problems are reported together.
 */
function problemsOf(given: Record<string, unknown>, error: z.ZodError): KeyProblem[] {
  const own = error.issues.map(({ path, message }) => ({ key: String(path[0]), message }));
  const right = Object.entries(keys.shape).flatMap(([key, schema]) => {
    const { success, data } = schema.safeParse(given[key]);
    return success ? [[key, data]] : [];
  });
  const told = new Set(own.map(({ key }) => key));
  const more = betweenKeys(Object.fromEntries(right) as Partial<Settings>);
  return [...own, ...more.filter(({ key }) => !told.has(key))];
}

export function isLoopback(host: string): boolean {
  return host.toLowerCase() === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

type Settings = z.infer<typeof configSchema>;

/** The checked configuration: every setting with its value or default, and the figures of the service. */
export type Config = Settings & Figures & PolicyFigures;

/** Name of a setting, as in the environment or, for `reasoning_bank`, in messages about the file. */
export type ConfigKey = keyof Settings;

/** Names of the settings in the environment. */
export const SETTING_KEYS: readonly string[] = Object.keys(settings.shape);

/** Names of the settings that only the file has. */
export const FILE_KEYS: readonly string[] = Object.keys(fileKeys.shape);

/** The configuration breaks a rule. The message has one line per key: name, value (secrets are hidden) and rule. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

const SECRET_KEYS: ReadonlySet<string> = new Set<ConfigKey>([
  'NEO4J_PASSWORD',
  'OPENAI_API_KEY',
  'API_KEYS',
  'OTEL_EXPORTER_OTLP_HEADERS',
]);

/**
 * Reads the configuration. Empty values are treated as absent, and unknown keys are ignored.
 *
 * @param file settings of a configuration file; the environment takes precedence
 * @param unreadable problems of the file itself
 * @param replaced figures that a test replaces
 * @throws ConfigError with every invalid key
 */
export function loadConfig(
  environment: Readonly<Record<string, string | undefined>>,
  file: ReadonlyMap<string, FileSetting> = new Map(),
  unreadable: readonly string[] = [],
  replaced: Partial<Figures & PolicyFigures> = {},
): Config {
  const fromEnvironment = SETTING_KEYS.flatMap((key) => (environment[key] ? [[key, environment[key]] as const] : []));
  const given: Record<string, unknown> = {
    ...Object.fromEntries([...file].map(([key, { value }]) => [key, value])),
    ...Object.fromEntries(fromEnvironment),
  };
  const result = configSchema.safeParse(given);
  const misnamed = lookalikesIn(environment, SETTING_KEYS)
    .filter(decidesDatabase)
    .map(
      ({ given: name, meant }) =>
        `${name}: is not a setting of this service; the one that says which database is used is ${meant}`,
    );
  if (result.success && unreadable.length === 0 && misnamed.length === 0)
    return { ...FIGURES, ...policyFigures(result.data), ...result.data, ...replaced };
  const beaten = new Set(fromEnvironment.map(([key]) => key));
  const wrong = result.success ? [] : problemsOf(given, result.error);
  throw new ConfigError([
    ...misnamed,
    ...unreadable,
    ...wrong.map(({ key, message }) => {
      // The value is a default that the value of another key does not allow.
      if (ownValue(given, key) === undefined) return `${key}: ${message}`;
      const value = SECRET_KEYS.has(key) ? '(secret)' : JSON.stringify(ownValue(given, key));
      const source = beaten.has(key) ? undefined : file.get(key)?.source;
      return source === undefined ? `${key}=${value}: ${message}` : `${source} = ${value} (${key}): ${message}`;
    }),
  ]);
}

/**
 * Returns a sentence for each key that resembles a key of the service but is not one. Keys that stop the start are not
 * included.
 */
export function misnamedKeys(environment: Readonly<Record<string, string | undefined>>): string[] {
  return lookalikesIn(environment, SETTING_KEYS)
    .filter((key) => !decidesDatabase(key))
    .map(({ given, meant }) => `${given} is not a setting of this service; perhaps ${meant} is meant`);
}

/** A value of a configuration file, under the name of its key in the environment. */
export interface FileSetting {
  /** File and path in the file, as in messages: `heartwood.yaml: reasoning_bank.search.max_limit`. */
  readonly source: string;
  readonly value: string | number;
}

const UNITS_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Maximum number of days that a timer of Node.js can wait. */
const MAX_TIMER_DAYS = 24;

/** A duration with a unit, such as `24h`. The value is in milliseconds. */
function duration(fallback: string, longestDays?: number) {
  return z
    .string()
    .default(fallback)
    .transform((text, context) => {
      const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim()) ?? [];
      const maxDays = longestDays ?? MAX_TIMER_DAYS;
      const milliseconds = Number(amount) * (ownValue(UNITS_MS, unit ?? 'ms') ?? NaN);
      if (milliseconds >= 1 && milliseconds <= maxDays * UNITS_MS.d) return Math.round(milliseconds);
      context.addIssue(`must be a number with ms, s, m, h or d, such as ${fallback}; from 1ms to ${maxDays}d`);
      return z.NEVER;
    });
}

/**
 * A duration of at most a hundred years, or `never`, which becomes Infinity.
 *
 * @param fallback default, in milliseconds
 */
function durationOrNever(example: string, fallback = Infinity) {
  return z.union([z.literal('never').transform(() => Infinity), duration(example, 36_500)]).default(fallback);
}

/** Pairs `key:namespace`, separated by commas. With `*`, a key is valid in all namespaces. */
function apiKeys() {
  return z
    .string()
    .default('')
    .transform((text, context) => {
      const keys = new Map<string, string | undefined>();
      for (const part of text.split(',').filter((part) => part.trim() !== '')) {
        const match = /^\s*([^\s:]{16,}):(\*|[A-Za-z0-9][A-Za-z0-9._-]{0,63})\s*$/.exec(part);
        if (!match?.[1]) {
          context.addIssue('must be key:namespace or key:* separated by commas, each key of at least 16 characters');
          return z.NEVER;
        }
        keys.set(match[1], match[2] === '*' ? undefined : match[2]);
      }
      return keys;
    });
}

/** Host names without ports, separated by commas. `*` allows any host. */
function hostNames() {
  return z
    .string()
    .regex(
      /^\s*(\*|[A-Za-z0-9._-]+(\s*,\s*[A-Za-z0-9._-]+)*)?\s*$/,
      'must be host names without ports separated by commas, or *',
    )
    .default('')
    .transform((text): readonly string[] =>
      text
        .split(',')
        .map((name) => name.trim().toLowerCase())
        .filter((name) => name !== ''),
    );
}

/** IP addresses and networks in CIDR notation, separated by commas. */
function networks() {
  return valuesThat(isNetwork, 'must be IP addresses or networks separated by commas, such as 127.0.0.1 or 10.0.0.0/8');
}

/** True for an address, or a network that does not contain all addresses. */
function isNetwork(text: string): boolean {
  const [, address = '', bits = '1'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128);
}

/** Origins of web pages, separated by commas, in the form of browsers: scheme, host and port. */
function origins() {
  return valuesThat(
    (text) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text,
    'must be origins separated by commas, such as https://app.example.org, without a path; not *',
  );
}

/** Values separated by commas, each of which is valid. */
function valuesThat(isValid: (value: string) => boolean, message: string) {
  return z
    .string()
    .default('')
    .transform((text, context): readonly string[] => {
      const given = text.split(',').flatMap((part) => part.trim() || []);
      if (given.every(isValid)) return given;
      context.addIssue(message);
      return z.NEVER;
    });
}
