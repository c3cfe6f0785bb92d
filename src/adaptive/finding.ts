import type { Content } from './content.js';
import type { Unit } from './criteria-rules.js';
import type { Bounds } from './expected-numbers.js';
import type { NumberProperty } from './sequences.js';

/** Result of checking the content against one rule. */
export interface Finding {
  /** Undefined if the rule cannot decide. */
  readonly met: boolean | undefined;
  /**
   * Share of the content that is correct (aspect `accuracy`), or share of the request that was delivered
   * (`completeness`), in [0,1].
   */
  readonly credit: number;
  /** Aspect of quality to which the credit belongs. */
  readonly aspect: 'accuracy' | 'completeness';
  readonly issue?: string;
  readonly suggestion?: string;
}

/** The content, prepared for rules. */
export interface Given {
  readonly content: Content;
  // The texts and headings are functions, so that they are computed only on demand, and then shared by all rules: on
  // long texts they take time.
  /** Text of the content in lower case. */
  readonly smallText: () => string;
  /** Headings of the content in lower case. */
  readonly sections: () => ReadonlySet<string>;
  readonly counts: (unit: Unit) => Counts;
  readonly expectsNumbers: boolean;
  /** Number properties that the criteria together name. All of them must hold. */
  readonly properties: readonly NumberProperty[];
  /** True if a criterion restricts the numbers in words that no rule reads, so that rules cannot list them. */
  readonly isRestricted: boolean;
  /** True if any criterion states how many entries are expected. */
  readonly isCounted: boolean;
  /** The range in which all stated bounds hold; undefined if there are none. */
  readonly bounds: Bounds | undefined;
  /** True if a criterion names one value that rules compute. */
  readonly isValue: boolean;
  /** Number of decimals to which values are to be rounded; undefined if no criterion states it. */
  readonly decimals: number | undefined;
}

export interface Counts {
  /** Counts by accepted ways of counting; a rule is met if any of them fits. */
  readonly sure: readonly number[];
  /** Counts by doubtful ways of counting; if only one of these fits, the rule is undecided. */
  readonly possible: readonly number[];
}
