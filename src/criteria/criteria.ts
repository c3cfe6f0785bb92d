// Criteria as data: what a result has to fulfil, each as one check that rules decide, or as a question to a judge.

export enum CountUnit {
  WORDS = 'WORDS',
  SENTENCES = 'SENTENCES',
  PARAGRAPHS = 'PARAGRAPHS',
  CHARACTERS = 'CHARACTERS',
  LINES = 'LINES',
  ITEMS = 'ITEMS',
  ROWS = 'ROWS',
  COLUMNS = 'COLUMNS',
  NUMBERS = 'NUMBERS',
}

export enum EntryOrder {
  ASCENDING = 'ASCENDING',
  DESCENDING = 'DESCENDING',
  ALPHABETICAL = 'ALPHABETICAL',
}

export enum ContentKind {
  DATA = 'DATA',
  CODE = 'CODE',
}

export enum CriterionJudge {
  MODEL = 'MODEL',
  AGENT = 'AGENT',
  REVIEWER = 'REVIEWER',
}

export enum CheckedBy {
  RULES = 'RULES',
  MODEL = 'MODEL',
  AGENT = 'AGENT',
  PERSON = 'PERSON',
  NONE = 'NONE',
}

export enum ValidationVerdict {
  SUCCESS = 'SUCCESS',
  PASSED = 'PASSED',
  FAILURE = 'FAILURE',
  UNDECIDED = 'UNDECIDED',
}

export interface CountCheck {
  readonly unit: CountUnit;
  readonly min?: number;
  readonly max?: number;
  /** True if no entry may occur twice. */
  readonly distinct?: boolean;
}

/** A range; `min` and `max` belong to it, `above` and `below` do not. */
export interface NumberRange {
  readonly min?: number;
  readonly max?: number;
  readonly above?: number;
  readonly below?: number;
}

/** Without `equal`, `all` and `first`, every number has to have the properties and lie in the range. */
export interface NumbersCheck {
  readonly equal?: readonly number[];
  readonly all?: boolean;
  readonly first?: number;
  readonly between?: NumberRange;
  /** Names of properties (sequences.ts): `prime`, `multiple of 7`. */
  readonly property?: readonly string[];
}

export interface EqualsCheck {
  readonly set?: readonly string[];
  readonly list?: readonly string[];
}

/** Exactly one of the fields is set. */
export interface Check {
  readonly count?: CountCheck;
  readonly numbers?: NumbersCheck;
  readonly equals?: EqualsCheck;
  readonly order?: EntryOrder;
  readonly columns?: readonly string[];
  readonly keys?: readonly string[];
  readonly sections?: readonly string[];
  /** Linear-time expressions (RE2), each of which has to be found, whatever its case. */
  readonly matches?: readonly string[];
  readonly lacks?: readonly string[];
  readonly jsonSchema?: Readonly<Record<string, unknown>>;
  readonly kind?: ContentKind;
  readonly judge?: CriterionJudge;
}

export interface Criterion {
  readonly text: string;
  readonly check: Check;
  /** True if the caller stated it, or the request was read to its last word; a guess certifies and refuses nothing. */
  readonly stated: boolean;
}

/** A criterion that no rule reads: a model, an agent or a person decides it. */
export function judged(text: string, stated: boolean): Criterion {
  return { text, check: { judge: CriterionJudge.MODEL }, stated };
}

/** A range in words: `5`, `at least 5`, `at most 9`, `5 to 9`; one of the ends is set. */
export function amount(min: number | undefined, max: number | undefined): string {
  if (min === max) return `${min}`;
  if (max === undefined) return `at least ${min}`;
  return min === undefined ? `at most ${max}` : `${min} to ${max}`;
}

/** The check in words, for a criterion that was given without text. */
export function textOfCheck(check: Check): string {
  const [[name, value] = ['judge', '']] = Object.entries(check);
  if (check.count) {
    const { unit, min, max, distinct } = check.count;
    const unitName = unit.toLowerCase();
    if (min === undefined && max === undefined) return `${unitName}${distinct === true ? ' without duplicates' : ''}`;
    return `${amount(min, max)} ${unitName}`;
  }
  return `${name} ${typeof value === 'string' ? value.toLowerCase() : JSON.stringify(value)}`;
}
