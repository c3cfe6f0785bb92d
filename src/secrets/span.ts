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

// What `npm run secrets:update` writes to gitleaks-rules.ts.

export interface Allowed {
  /** The text to which the patterns are applied: the secret, the whole match of the rule, or the line. */
  readonly target: string;
  readonly regexes: readonly string[];
  /** Words in lower case; a value that contains one is not a secret. */
  readonly stopwords: readonly string[];
}

export interface GitleaksRule {
  readonly id: string;
  /** Pattern in RE2 syntax. */
  readonly regex: string;
  /** Words in lower case; a text without any of them cannot match. */
  readonly keywords: readonly string[];
  /** The group with the secret; default the first group that matched, or else the whole match. */
  readonly secretGroup?: number;
  /** Minimum entropy of a secret, in bits per character. */
  readonly entropy?: number;
  readonly allowed?: readonly Allowed[];
}
