import { InputType, registerEnumType } from '@nestjs/graphql';
import { Choice, Count, Decimal, Decimals, Flag, Input, Json, Text, Texts } from '../common/validation.js';
import { ContentKind, CountUnit, CriterionJudge, EntryOrder } from './criteria.js';
import { LONGEST_EXPRESSION } from './expressions.js';

/** Limits of criteria, the same for GraphQL and MCP. */
const CRITERIA = {
  text: 500,
  entries: 200,
  entry: 500,
  expressions: 20,
  /** Maximum characters of a JSON schema. */
  schema: 10_000,
  number: Number.MAX_SAFE_INTEGER,
} as const;

registerEnumType(CountUnit, {
  name: 'CountUnit',
  description: 'What is counted.',
  valuesMap: {
    WORDS: { description: 'Words of a text.' },
    SENTENCES: { description: 'Sentences of a text.' },
    PARAGRAPHS: { description: 'Blocks between blank lines, without headings.' },
    CHARACTERS: { description: 'Characters of a text.' },
    LINES: { description: 'Lines of a text.' },
    ITEMS: { description: 'Entries of a list, or rows of a table.' },
    ROWS: { description: 'Rows of a table, without its header.' },
    COLUMNS: { description: 'Columns of a table.' },
    NUMBERS: { description: 'Delivered numbers.' },
  },
});
registerEnumType(EntryOrder, {
  name: 'EntryOrder',
  description: 'Order of entries.',
  valuesMap: {
    ASCENDING: { description: 'Smallest first: by numbers, or by a column or number in the entries.' },
    DESCENDING: { description: 'Largest first.' },
    ALPHABETICAL: { description: 'By letters, whatever their case.' },
  },
});
registerEnumType(ContentKind, {
  name: 'ContentKind',
  description: 'Kind of content.',
  valuesMap: {
    DATA: { description: 'Data or text, not code that would make it.' },
    CODE: { description: 'Code.' },
  },
});
registerEnumType(CriterionJudge, {
  name: 'CriterionJudge',
  description: 'Who may decide a criterion that no rule checks.',
  valuesMap: {
    MODEL: { description: 'The configured LLM, an agent or a person.' },
    AGENT: { description: 'An agent or a person (judgeStep).' },
    REVIEWER: { description: 'A person with the role reviewer or admin (judgeStep).' },
  },
});

@InputType({ description: 'An amount. At least one field besides the unit is needed.' })
export class CountCheckInput {
  @Choice(() => CountUnit, { description: 'What is counted.' })
  readonly unit!: CountUnit;

  @Count({ optional: true, description: 'Minimum.' })
  readonly min?: number;

  @Count({ optional: true, description: 'Maximum.' })
  readonly max?: number;

  @Flag({ optional: true, description: 'If true, no entry may occur twice.' })
  readonly distinct?: boolean;
}

const END = { optional: true, min: -CRITERIA.number, max: CRITERIA.number } as const;

@InputType({
  description:
    'A range of numbers. If `min` and `max` are both given, a list of all numbers may include its ends or leave them out.',
})
export class NumberRangeInput {
  @Decimal({ ...END, description: 'Smallest number.' })
  readonly min?: number;

  @Decimal({ ...END, description: 'Largest number.' })
  readonly max?: number;

  @Decimal({ ...END, description: 'Every number is greater than this.' })
  readonly above?: number;

  @Decimal({ ...END, description: 'Every number is less than this.' })
  readonly below?: number;
}

@InputType({
  description:
    'Delivered numbers. `equal` stands alone. `first` and `all` mean exactly these terms of the sequence that `property` and `between` determine, in any order; without them, every number has to fulfil `property` and `between`.',
})
export class NumbersCheckInput {
  @Decimals({
    ...END,
    minEntries: 1,
    description:
      'Exactly these numbers, in any order. If the result is a sentence, it must contain them; if only one number is given, it must be the first or last number of the sentence.',
  })
  readonly equal?: readonly number[];

  @Flag({ optional: true, description: 'True if all numbers of the range that have the properties are required.' })
  readonly all?: boolean;

  @Count({
    optional: true,
    min: 1,
    max: 100_000,
    description: 'How many of the first numbers that have the properties are required.',
  })
  readonly first?: number;

  @Input(() => NumberRangeInput, { optional: true, description: 'Range in which every number lies.' })
  readonly between?: NumberRangeInput;

  @Texts({
    optional: true,
    maxEntries: 5,
    max: 30,
    description:
      'Properties that every number has: prime, even, odd, square, cube, fibonacci, integer, positive, negative, "multiple of 7", "power of 2".',
  })
  readonly property?: readonly string[];
}

const ENTRIES = { optional: true, minEntries: 1, maxEntries: CRITERIA.entries, max: CRITERIA.entry } as const;

@InputType({ isOneOf: true, description: 'The entries that have to be delivered, and no others.' })
export class EqualsCheckInput {
  @Texts({ ...ENTRIES, description: 'The entries, in any order.' })
  readonly set?: readonly string[];

  @Texts({ ...ENTRIES, description: 'The entries, in this order.' })
  readonly list?: readonly string[];
}

const EXPRESSIONS = {
  optional: true,
  minEntries: 1,
  maxEntries: CRITERIA.expressions,
  max: LONGEST_EXPRESSION,
} as const;

@InputType({ isOneOf: true, description: 'One check of a result. Exactly one field is given.' })
export class CheckInput {
  @Input(() => CountCheckInput, { optional: true, description: 'How much is delivered.' })
  readonly count?: CountCheckInput;

  @Input(() => NumbersCheckInput, { optional: true, description: 'Which numbers are delivered.' })
  readonly numbers?: NumbersCheckInput;

  @Input(() => EqualsCheckInput, { optional: true, description: 'Which entries are delivered.' })
  readonly equals?: EqualsCheckInput;

  @Choice(() => EntryOrder, { optional: true, description: 'Order of the entries.' })
  readonly order?: EntryOrder;

  @Texts({ ...ENTRIES, description: 'Columns that a table has.' })
  readonly columns?: readonly string[];

  @Texts({ ...ENTRIES, description: 'Keys that the JSON has, at any depth.' })
  readonly keys?: readonly string[];

  @Texts({ ...ENTRIES, description: 'Headings that a text has.' })
  readonly sections?: readonly string[];

  @Texts({
    ...EXPRESSIONS,
    description:
      'Regular expressions (RE2, without lookarounds and references), each of which is found in the text. They ignore case; ^ and $ stand for the ends of lines.',
  })
  readonly matches?: readonly string[];

  @Texts({ ...EXPRESSIONS, description: 'Regular expressions like those of `matches`, none of which is found.' })
  readonly lacks?: readonly string[];

  @Json({
    optional: true,
    object: true,
    max: CRITERIA.schema,
    description: 'JSON Schema (draft 7) that the JSON fulfils. References to other documents are refused.',
  })
  readonly jsonSchema?: Readonly<Record<string, unknown>>;

  @Choice(() => ContentKind, { optional: true, description: 'Whether the result has to be data or code.' })
  readonly kind?: ContentKind;

  @Choice(() => CriterionJudge, {
    optional: true,
    description: 'Who decides the criterion, by its text, because no rule can.',
  })
  readonly judge?: CriterionJudge;
}

@InputType({ description: 'A criterion: a check, or a text that the grammar reads or a judge decides.' })
export class CriterionInput {
  @Text({
    optional: true,
    max: CRITERIA.text,
    description:
      'The criterion in words. Without a check, the grammar reads it (docs/adaptive.md); what it does not read is left to a judge. Required for a check by a judge.',
  })
  readonly text?: string;

  @Input(() => CheckInput, { optional: true, description: 'The check.' })
  readonly check?: CheckInput;
}
