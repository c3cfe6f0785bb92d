import type { Span } from './scan.js';
import type { Node } from './terms.js';

/** A clause as it was read. Offsets are in UTF-16 code units; the range includes the full stop. */
export type SourceClause = TermClause | WrongClause;

export interface TermClause extends Span {
  readonly term: Node;
  readonly singletons: readonly string[];
}

export interface WrongClause extends Span {
  readonly error: string;
  readonly at: number;
}
