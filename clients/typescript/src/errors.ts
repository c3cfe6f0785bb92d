/** An input field that the service rejected, and the rule that it breaks. */
export interface FieldProblem {
  /** Path of the field, separated by dots: `templates.0.template`. */
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** The service is unreachable, the URL is not that of a service, or the service refused the request. */
export class HeartwoodError extends Error {
  constructor(
    message: string,
    /**
     * UNREACHABLE, NOT_THE_SERVICE, TIMEOUT, ABORTED, or the code from the service: BAD_USER_INPUT, UNAUTHENTICATED, …
     */
    readonly code: string,
    /** The wrong input fields, if the code is BAD_USER_INPUT. */
    readonly fields: readonly FieldProblem[] = [],
    /** What was thrown below, if anything was. */
    override readonly cause?: unknown,
  ) {
    super(message);
    this.name = 'HeartwoodError';
  }
}
