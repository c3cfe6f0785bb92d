import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Config } from '../config/config.js';

const REDACTED_NAMES = [
  'authorization',
  'Authorization',
  'cookie',
  'password',
  'NEO4J_PASSWORD',
  'OPENAI_API_KEY',
  'API_KEYS',
  'apiKey',
];

/**
 * The service's only log: one line of JSON per event on standard output. Bodies, query texts and headers are never
 * written; known secrets are removed everywhere, also inside texts.
 */
export function createLogger(config: Config, destination?: DestinationStream): Logger {
  const secrets = [
    config.NEO4J_PASSWORD,
    config.OPENAI_API_KEY,
    ...config.API_KEYS.keys(),
    config.OTEL_EXPORTER_OTLP_HEADERS,
  ].filter((secret): secret is string => secret !== undefined && secret.length >= SHORTEST_SECRET);
  const options: LoggerOptions = {
    level: config.LOG_LEVEL,
    base: null,
    redact: { paths: REDACTED_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '(secret)' },
    serializers: { err: serializeError },
    hooks: {
      streamWrite: (line) =>
        secrets.reduce((text, secret) => text.replaceAll(secret, '(secret)'), line).replace(TOKENS, '(secret)'),
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Stored API keys, in the format in which callers send them. */
const TOKENS = /hw_[0-9A-Z]{26}_[\w-]{43}/g;

/** Shorter secrets are not replaced inside texts: a password `a` would remove every a from the log. */
const SHORTEST_SECRET = 6;

/**
 * Keeps the properties that help to find a defect. Others are dropped: a GraphQL error contains the whole document as
 * its source.
 */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code: unknown = (error as { code?: unknown }).code;
  return {
    name,
    message,
    stack,
    ...(code !== undefined && { code }),
    ...(cause !== undefined && { cause: serializeError(cause) }),
  };
}

/** Makes Nest write into the same log. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.logger.info({ context: rest.at(-1), ...fieldsOf(message) }, text(message));
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.logger.warn({ context: rest.at(-1), ...fieldsOf(message) }, text(message));
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.logger.debug({ context: rest.at(-1), ...fieldsOf(message) }, text(message));
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.logger.trace({ context: rest.at(-1), ...fieldsOf(message) }, text(message));
  }

  error(message: unknown, ...rest: unknown[]): void {
    const err = message instanceof Error ? message : rest.find((part) => part instanceof Error);
    const stack = err === undefined && rest.length > 1 ? rest[0] : undefined;
    this.logger.error(
      { context: rest.at(-1), ...(err !== undefined && { err }), ...(stack !== undefined && { stack }) },
      text(message),
    );
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.logger.fatal({ context: rest.at(-1) }, text(message));
  }
}

/** The fields of a message that is a record, except its text. */
function fieldsOf(message: unknown): object {
  if (message instanceof Error || typeof message !== 'object' || message === null) return {};
  return Object.fromEntries(Object.entries(message).filter(([name]) => name !== 'msg'));
}

function text(message: unknown): string {
  if (message instanceof Error) return message.message;
  return typeof message === 'object' && message !== null && 'msg' in message ? String(message.msg) : String(message);
}
