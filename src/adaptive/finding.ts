import type { Content } from './content.js';
import type { Rule, Unit } from './criteria-rules.js';
import type { NumberProperty } from './sequences.js';

/** Result of checking the content against one rule. */
export interface Finding {
  /** Undefined if the rule cannot decide. */
  readonly met: boolean | undefined;
  /** Correct share, or delivered share, in [0,1], by `aspect`. */
  readonly credit: number;
  /** Aspect of quality that it counts for. */
  readonly aspect: 'accuracy' | 'completeness';
  readonly issue?: string;
  readonly suggestion?: string;
}

/** The content, prepared for rules. */
export interface Given {
  readonly content: Content;
  // Functions rather than values: computed on demand, since they take time on long texts and many rules may need them.
  /** Text of the content in lower case. */
  readonly smallText: () => string;
  /** Headings of the content in lower case. */
  readonly sections: () => ReadonlySet<string>;
  readonly counts: (unit: Unit) => Counts;
  readonly expectsNumbers: boolean;
  /** Number property that the criteria together name, if it is a single one. */
  readonly sequence: NumberProperty | undefined;
  /** True if any criterion states how many entries are expected. */
  readonly isCounted: boolean;
  /** Upper bounds stated by any criterion. */
  readonly bounds: readonly Extract<Rule, { kind: 'range' }>[];
}

export interface Counts {
  /** Counts by accepted ways of counting; a rule is met if any of them fits. */
  readonly sure: readonly number[];
  /** Counts by doubtful ways of counting; if only one of these fits, the rule is undecided. */
  readonly possible: readonly number[];
}
