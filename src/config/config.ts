import { z } from 'zod';

const MIB = 1024 * 1024;

const count = (fallback: number, maximum = 1_000_000) => z.coerce.number().int().min(1).max(maximum).default(fallback);
const milliseconds = (fallback: number) => z.coerce.number().int().min(1).max(3_600_000).default(fallback);
const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);
const flag = (fallback: boolean) => z.stringbool().default(fallback);

/**
 * Every key the service reads, with its default. Units stand in the names. `docs/configuration.md` describes each
 * (a test compares the two).
 */
export const configSchema = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port(4000),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  API_KEYS: apiKeys(),

  NEO4J_URI: z
    .string()
    .regex(/^(bolt|neo4j)(\+s|\+ssc)?:\/\/\S+$/, 'must start with bolt://, neo4j://, bolt+s:// or neo4j+s://')
    .optional(),
  NEO4J_USER: z.string().min(1).default('neo4j'),
  NEO4J_PASSWORD: z.string().optional(),
  NEO4J_DATABASE: z.string().min(1).default('neo4j'),
  NEO4J_MAX_CONNECTIONS: count(20, 1_000),
  NEO4J_START_TIMEOUT_MS: milliseconds(60_000),
  NEO4J_RETRY_MS: milliseconds(5_000),
  NEO4J_TRANSACTION_TIMEOUT_MS: milliseconds(30_000),
  NEO4J_BULK_TIMEOUT_MS: milliseconds(120_000),
  HEARTWOOD_MANAGED_DATABASE: flag(false),
  HEARTWOOD_DATA_DIR: z.string().min(1).default('.data'),

  WRITE_BATCH_MAX_ROWS: count(500, 10_000),
  WRITE_QUEUE_MAX_ROWS: count(20_000),

  MCP_ALLOWED_HOSTS: hostNames(),
  BODY_LIMIT_BYTES: count(16 * MIB, 512 * MIB),
  REQUEST_TIMEOUT_MS: milliseconds(150_000),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(0).default(0),
  GRAPHQL_MAX_DEPTH: count(12, 100),
  GRAPHQL_MAX_ALIASES: count(30, 1_000),
  GRAPHQL_MAX_TOKENS: count(5_000),
  GRAPHQL_MAX_COMPLEXITY: count(20_000, 10_000_000),
  GRAPHQL_INTROSPECTION: flag(true),
  GRAPHQL_JIT: flag(false),

  EMBEDDER: z.enum(['none', 'openai', 'local']).default('none'),
  EMBEDDING_MODEL: z.string().min(1).optional(),
  EMBEDDING_TIMEOUT_MS: milliseconds(10_000),
  EMBEDDING_BATCH_SIZE: count(128, 2_048),
  OPENAI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  OPENAI_API_KEY: z.string().optional(),
  LOCAL_MODEL_DIR: z.string().min(1).default('.data/models'),

  LLM_MODEL: z.string().min(1).optional(),
  LLM_TIMEOUT_MS: milliseconds(45_000),
  LLM_MAX_ATTEMPTS: count(3, 10),
  LLM_TEMPERATURE: z.coerce.number().min(0).max(2).optional(),

  SEARCH_MIN_COSINE: z.coerce.number().min(-1).max(1).default(0.25),
  TRUST_GAMMA: z.coerce.number().min(0).max(10).default(1),
  TRUST_RECOVERY: z.enum(['none', 'verified', 'all']).default('none'),
});

export type Config = z.infer<typeof configSchema>;
export type ConfigKey = keyof Config;

/** The environment breaks a rule. The message has one line a key: name, value (secrets hidden), rule. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

const SECRET_KEYS: ReadonlySet<string> = new Set<ConfigKey>(['NEO4J_PASSWORD', 'OPENAI_API_KEY', 'API_KEYS']);

/**
 * Reads the configuration. An empty value counts as absent. Keys it does not know are left alone.
 *
 * @throws ConfigError naming every wrong key
 */
export function loadConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = configSchema.safeParse(given);
  if (!result.success) {
    throw new ConfigError(
      result.error.issues.map((issue) => {
        const key = String(issue.path[0]);
        const value = SECRET_KEYS.has(key) ? '(secret)' : JSON.stringify(given[key]);
        return `${key}=${value}: ${issue.message}`;
      }),
    );
  }
  return result.data;
}

/** `key:namespace` pairs parted by commas; `*` binds a key to no namespace. */
function apiKeys() {
  return z
    .string()
    .default('')
    .transform((text, context) => {
      const keys = new Map<string, string | undefined>();
      for (const part of text.split(',').filter((part) => part.trim() !== '')) {
        const match = /^\s*([^\s:]{16,}):(\*|[A-Za-z0-9][A-Za-z0-9._-]{0,63})\s*$/.exec(part);
        if (!match?.[1]) {
          context.addIssue('must be key:namespace or key:* parted by commas, each key of at least 16 characters');
          return z.NEVER;
        }
        keys.set(match[1], match[2] === '*' ? undefined : match[2]);
      }
      return keys;
    });
}

/** Host names parted by commas, without ports; `*` stands for any. */
function hostNames() {
  return z
    .string()
    .regex(
      /^\s*(\*|[A-Za-z0-9._-]+(\s*,\s*[A-Za-z0-9._-]+)*)?\s*$/,
      'must be host names without ports parted by commas, or *',
    )
    .default('')
    .transform((text): readonly string[] =>
      text
        .split(',')
        .map((name) => name.trim().toLowerCase())
        .filter((name) => name !== ''),
    );
}
