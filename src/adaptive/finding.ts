import type { Content } from './content.js';
import type { Rule, Unit } from './criteria-rules.js';
import type { NumberProperty } from './sequences.js';

/** What one rule says of the content. */
export interface Finding {
  /** Undefined where it cannot say. */
  readonly met: boolean | undefined;
  /** Share that is right, or that is there, in [0,1]. */
  readonly credit: number;
  /** Which side of quality it counts for. */
  readonly aspect: 'accuracy' | 'completeness';
  readonly issue?: string;
  readonly suggestion?: string;
}

/** The content, as rules ask for it. */
export interface Given {
  readonly content: Content;
  // A hundred rules may ask for what takes a moment to find in a long text.
  /** Of the content, in small letters. */
  readonly smallText: () => string;
  /** Headings of the content, in small letters. */
  readonly sections: () => ReadonlySet<string>;
  readonly counts: (unit: Unit) => Counts;
  readonly expectsNumbers: boolean;
  /** What all criteria together name, where it is one. */
  readonly sequence: NumberProperty | undefined;
  /** Whether any of the criteria says how many there are to be. */
  readonly isCounted: boolean;
  /** Upper bounds that any of the criteria names. */
  readonly bounds: readonly Extract<Rule, { kind: 'range' }>[];
}

export interface Counts {
  /** Ways to count of which any will do. */
  readonly sure: readonly number[];
  /** Ways in which somebody might count; where only one of these fits it is open. */
  readonly possible: readonly number[];
}
