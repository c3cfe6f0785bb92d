/** The rule that a template violated: it cannot be parsed or run, or it exceeds the limit of time, memory or output. */
export type TemplateRule = 'template' | 'templateTime' | 'templateMemory' | 'templateSize';

/** An error in a template, as opposed to a failure of the service. */
export class TemplateError extends Error {
  constructor(
    readonly rule: TemplateRule,
    message: string,
    /** Line of the error, counted from 1; absent if unknown. */
    readonly line?: number,
  ) {
    super(line === undefined ? message : `line ${line}: ${message}`);
    this.name = 'TemplateError';
  }
}
