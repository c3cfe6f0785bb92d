// Results of checks, and the values in their messages.

/** Result of checking the content. */
export interface Finding {
  /** Undefined if rules cannot decide. */
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

/** Something that is wrong with the content. */
export interface Problem {
  readonly issue: string;
  readonly suggestion?: string | undefined;
}

export const UNDECIDED: Finding = { met: undefined, credit: 0, aspect: 'accuracy' };

/** Maximum number of values in a message. */
const SHOWN = 5;
/** Maximum characters of each value in a message. */
const NAMED = 200;

export function several(values: readonly (string | number)[]): string {
  const named = values.slice(0, SHOWN).map((value) => {
    const text = String(value);
    return text.length <= NAMED ? text : `${text.slice(0, NAMED)}…`;
  });
  return `${named.join(', ')}${values.length > SHOWN ? ` and ${values.length - SHOWN} more` : ''}`;
}

/** `2, 3 are missing`. */
export function missingOf(values: readonly (string | number)[]): string {
  return `${several(values)} ${values.length === 1 ? 'is' : 'are'} missing`;
}
