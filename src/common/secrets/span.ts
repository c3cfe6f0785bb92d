/** The text that replaces a secret. */
export const REDACTED = '[redacted]';

/** A part of a text that is a secret. */
export interface Span {
  readonly from: number;
  /** Position after the last character. */
  readonly to: number;
  /** Name of the rule that found it. */
  readonly rule: string;
  /** Whether the value has the form of a secret, so that no name says otherwise. */
  readonly isKnown?: boolean;
}
