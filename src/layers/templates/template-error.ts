/** Which rule a template broke: it cannot be read or carried out, or it takes too long, too much memory or room. */
export type TemplateRule = 'template' | 'templateTime' | 'templateMemory' | 'templateSize';

/** A template that could not be rendered, by its own fault. */
export class TemplateError extends Error {
  constructor(
    readonly rule: TemplateRule,
    message: string,
    /** Counted from 1; absent where nobody knows. */
    readonly line?: number,
  ) {
    super(line === undefined ? message : `line ${line}: ${message}`);
    this.name = 'TemplateError';
  }
}
