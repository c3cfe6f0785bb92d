/** Values of a span. They must never contain a text that a user wrote, because traces leave the machine. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A span of a trace, which represents one piece of work. */
export interface Span {
  set(attributes: SpanAttributes): void;
  /**
   * Ends the span; a second call does nothing.
   *
   * @param error failure that ended the work; the span stores its code, but not its message, which may quote users
   */
  end(error?: unknown): void;
}

/** How a span begins. */
export interface SpanStart {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly attributes?: SpanAttributes;
  /** Starts a new trace, for a request or a job. Other spans need a current one. */
  readonly root?: {
    /** Header of W3C Trace Context that the request contained. */
    readonly traceparent?: string | undefined;
    /**
     * Drops the trace if it contains nothing but reads that succeeded, because workers often look for work and find
     * none.
     */
    readonly dropIdle?: boolean;
  };
  /** Whether the work only reads from the database, which is not yet a sign that a worker found work. */
  readonly isRead?: boolean;
}

/** Creates and exports spans. The only implementation is loaded if `OTEL_EXPORTER_OTLP_ENDPOINT` is set. */
export interface Tracer {
  /** @returns undefined if the span needs a current span and there is none */
  start(span: SpanStart): Span | undefined;
  /** Runs work inside a span: spans that begin in it are its children. */
  run<Result>(span: Span, work: () => Result): Result;
}

let tracer: Tracer | undefined;

/** Turns tracing on for this process; undefined turns it off. */
export function useTracer(next: Tracer | undefined): void {
  tracer = next;
}

/** The tracer, or undefined while traces are off. */
export function currentTracer(): Tracer | undefined {
  return tracer;
}

/** Begins a span, which the caller must end. While traces are off, it returns undefined, at no cost. */
export function startSpan(span: SpanStart): Span | undefined {
  return tracer?.start(span);
}

/** Runs work inside a new span. While traces are off, it only runs the work. */
export async function inSpan<Result>(
  start: SpanStart,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  const span = tracer?.start(start);
  if (!tracer || !span) return work(undefined);
  try {
    const result = await tracer.run(span, () => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}
