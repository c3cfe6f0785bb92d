const MIB = 1024 * 1024;
const MINUTE_MS = 60_000;

/**
 * Limits and constants that nobody had a reason to set. They are injected together with the settings, so that tests can
 * replace one (`loadConfig`). Units are part of the names.
 */
export const FIGURES = {
  /** Maximum time that a start waits for the database. */
  NEO4J_START_TIMEOUT_MS: MINUTE_MS,
  /** Maximum time for retries of a transaction after transient failures, and for opening a connection. */
  NEO4J_RETRY_MS: 5_000,
  /** After it the database ends a transaction. */
  NEO4J_TRANSACTION_TIMEOUT_MS: 30_000,
  /** The same for imports, exports and other large changes. */
  NEO4J_BULK_TIMEOUT_MS: 2 * MINUTE_MS,
  /** Maximum number of writes in one transaction. */
  WRITE_BATCH_MAX_ROWS: 500,
  /** Waiting writes of one kind; further ones are refused with LIMIT_EXCEEDED. */
  WRITE_QUEUE_MAX_ROWS: 20_000,

  /** Largest body at /graphql and /mcp. */
  BODY_LIMIT_BYTES: 16 * MIB,
  /** Longer than NEO4J_BULK_TIMEOUT_MS, so that a large change ends before its request does. */
  REQUEST_TIMEOUT_MS: 150_000,
  GRAPHQL_MAX_DEPTH: 12,
  GRAPHQL_MAX_ALIASES: 30,
  GRAPHQL_MAX_TOKENS: 5_000,
  /** Fields that an operation may return; for lists, `first` is assumed. */
  GRAPHQL_MAX_COMPLEXITY: 20_000,

  /** Time within which a hook gets a context before a prompt; after it, nothing. */
  HOOK_ANSWER_MS: 800,
  /** Largest body at /hooks: 400 steps with their texts and errors. */
  HOOK_MAX_BYTES: 2 * MIB,

  EMBEDDING_TIMEOUT_MS: 10_000,
  /** Texts in one call. */
  EMBEDDING_BATCH_SIZE: 128,
  /** Minimum cosine of a hit that contains no word of the question, in place of the model's own. */
  SEARCH_MIN_COSINE: undefined as number | undefined,
  MAVEN_COMMAND: 'mvn',
  /** Calls to obtain one reply. */
  LLM_MAX_ATTEMPTS: 3,
  /** Time without calls after five calls in a row have failed. */
  LLM_PAUSE_MS: 10_000,

  DOCUMENT_MAX_BYTES: 50 * MIB,
  DOCUMENT_MAX_CHARACTERS: 5_000_000,
  DOCUMENT_MAX_PAGES: 5_000,
  DOCUMENT_MAX_UNZIPPED_BYTES: 200 * MIB,
  /** Maximum ratio of unpacked to packed size; parts under 1 MB may exceed it. */
  DOCUMENT_MAX_UNZIP_RATIO: 100,
  DOCUMENT_TIMEOUT_MS: MINUTE_MS,
  /** Of a process that reads a document. */
  DOCUMENT_MEMORY_MB: 512,
  /** Documents that are read at the same time. */
  DOCUMENT_PROCESSES: 2,
  /** Below the 512 tokens that the default embedding model reads. */
  DOCUMENT_CHUNK_TOKENS: 400,
  DOCUMENT_CHUNK_OVERLAP: 40,

  /** The factor c of c·√(ln(1+N)/(1+n)) (docs/adaptive.md). */
  ADAPTIVE_EXPLORATION: 0.1,
  ADAPTIVE_HALF_LIFE_DAYS: 180,
  /** Cosine from which on a piece is compared with another as a possible duplicate. */
  NEAR_COSINE: 0.95,

  DISTILLATION_CONTEXT_TOKENS: 32_000,
  DISTILLATION_MAX_ATTEMPTS: 5,
  DISTILLATION_BACKOFF_MS: 5_000,
  DISTILLATION_BACKOFF_MAX_MS: 10 * MINUTE_MS,
  DISTILLATION_RETRY_AFTER_MAX_MS: 60 * MINUTE_MS,
  /** Pause of the queue when the server of the LLM refuses every request. */
  DISTILLATION_BLOCKED_MS: MINUTE_MS,
  DISTILLATION_MAX_WAIT: 30 * 24 * 60 * MINUTE_MS,
  /** After it another worker takes a job whose worker has ended. */
  DISTILLATION_LEASE_MS: MINUTE_MS,
  DISTILLATION_POLL_MS: 1_000,
};

export type Figures = Readonly<typeof FIGURES>;
