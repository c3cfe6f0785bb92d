// What the finders of secrets and the file of rules share.

export interface Allowed {
  /** What its patterns look at: the secret, all that the rule matched, or the line. */
  readonly target: string;
  readonly regexes: readonly string[];
  /** In small letters; a secret that holds one is none. */
  readonly stopwords: readonly string[];
}

export interface GitleaksRule {
  readonly id: string;
  /** In the syntax of RE2. */
  readonly regex: string;
  /** In small letters; a text that holds none cannot match. */
  readonly keywords: readonly string[];
  /** The group that is the secret; else the first that matched, else all. */
  readonly secretGroup?: number;
  /** In bits a character; what has less is no secret. */
  readonly entropy?: number;
  readonly allowed?: readonly Allowed[];
}

export interface Span {
  readonly from: number;
  /** Behind the last character. */
  readonly to: number;
  readonly rule: string;
}
