import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Context,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span as OtlpSpan,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer as SdkTracer,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, ParentBasedSampler, AlwaysOnSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { Span, SpanAttributes, SpanStart, Tracer } from '../common/tracing.js';
import { VERSION } from '../common/version.js';
import type { Config } from '../config/config.js';

/** Maximum wait for the collector when the service stops. */
const CLOSE_MS = 2_000;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

type TracesConfig = Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS'>;

/** Maximum number of spans that are held back. A job with more of them is exported, whatever it does. */
const MAX_HELD = 1_000;

/**
 * Holds back the spans of one background job until one of them shows that the job found work. A span that is never
 * ended is never exported.
 */
class Idle {
  private held: { readonly span: OtlpSpan; readonly endedAt: number }[] | undefined = [];

  end(span: OtlpSpan): void {
    if (!this.held) return span.end();
    this.held.push({ span, endedAt: performance.now() });
    if (this.held.length > MAX_HELD) this.foundWork();
  }

  foundWork(): void {
    const { held = [] } = this;
    this.held = undefined;
    for (const { span, endedAt } of held) span.end(endedAt);
  }
}

class SentSpan implements Span {
  private hasEnded = false;

  constructor(
    readonly span: OtlpSpan,
    readonly context: Context,
    /** Undefined unless the trace is dropped when its job finds no work. */
    readonly idle: Idle | undefined,
  ) {}

  set(attributes: SpanAttributes): void {
    this.span.setAttributes(attributes);
  }

  end(error?: unknown): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    if (error !== undefined) {
      const type = errorType(error);
      this.span.setAttribute('error.type', type);
      this.span.setStatus({ code: SpanStatusCode.ERROR, message: type });
      this.idle?.foundWork();
    }
    if (this.idle) this.idle.end(this.span);
    else this.span.end();
  }
}

/** Exports spans to a collector by OTLP over HTTP, with OpenTelemetry's SDK. */
export class OtlpTracer implements Tracer {
  private readonly current = new AsyncLocalStorage<SentSpan>();
  private readonly provider: TracerProvider;
  private readonly tracer: SdkTracer;

  constructor(
    config: TracesConfig,
    private readonly logger: Logger,
  ) {
    tellFailures(logger);
    const url = `${(config.OTEL_EXPORTER_OTLP_ENDPOINT ?? '').replace(/\/+$/, '')}/v1/traces`;
    const exporter = new OTLPTraceExporter({ url, headers: headersOf(config.OTEL_EXPORTER_OTLP_HEADERS) });
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': 'heartwood', 'service.version': VERSION }),
      sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    this.tracer = this.provider.getTracer('heartwood', VERSION);
  }

  start({ name, kind, attributes = {}, root, isRead = false }: SpanStart): Span | undefined {
    const parent = root ? undefined : this.current.getStore();
    if (!root && !parent) return undefined;
    const idle = root?.dropIdle ? new Idle() : parent?.idle;
    if (parent && !isRead) idle?.foundWork();
    const context = parent?.context ?? remoteContext(root?.traceparent);
    const span = this.tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes } }, context);
    return new SentSpan(span, trace.setSpan(context, span), idle);
  }

  run<Result>(span: Span, work: () => Result): Result {
    if (!(span instanceof SentSpan)) throw new Error('The span belongs to another tracer');
    return this.current.run(span, work);
  }

  /** Exports the ended spans and stops. If the collector does not answer within two seconds, the spans are lost. */
  async close(): Promise<void> {
    const closing = new AbortController();
    const late = sleep(CLOSE_MS, undefined, { signal: closing.signal }).then(() => {
      throw new Error(`the collector took longer than ${CLOSE_MS} ms`);
    });
    try {
      await Promise.race([this.provider.shutdown(), late]);
    } catch (error) {
      this.logger.warn(
        `Traces: the last spans were not sent: ${error instanceof Error ? error.message : String(error)}`,
      );
    } finally {
      closing.abort();
      diag.disable();
    }
  }
}

/** Parses `name=value` pairs in OpenTelemetry's format: separated by commas, values encoded as in URLs. */
function headersOf(pairs = ''): Record<string, string> {
  const entries = pairs.split(',').filter((pair) => pair.includes('='));
  return Object.fromEntries(
    entries.map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return [name.trim(), decodeURIComponent(value.trim())];
    }),
  );
}

function remoteContext(traceparent: string | undefined): Context {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
}

/** The code of a failure, or the name of its class if it has no code. The driver gives `N/A` to failures of its own. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code !== 'N/A' ? code : error.name;
}

/**
 * Logs why spans could not be exported: once per reason, since exports to an unavailable collector fail every few
 * seconds.
 */
function tellFailures(logger: Logger): void {
  const told = new Set<string>();
  const tell = (message: string) => {
    const line = message.slice(0, 200);
    if (told.has(line)) return;
    told.add(line);
    logger.warn(`Traces: ${line}`);
  };
  const silent = () => undefined;
  diag.setLogger(
    { error: tell, warn: tell, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
