import { Extensions, Field, Int, ObjectType, registerEnumType } from '@nestjs/graphql';

export enum RuleProblemKind {
  SYNTAX_ERROR = 'SYNTAX_ERROR',
  DIRECTIVE = 'DIRECTIVE',
  UNSAFE_CLAUSE = 'UNSAFE_CLAUSE',
  HEAD_WITHOUT_VALUE = 'HEAD_WITHOUT_VALUE',
  FLUENT_WITHOUT_VALUE = 'FLUENT_WITHOUT_VALUE',
  UNDEFINED_FLUENT = 'UNDEFINED_FLUENT',
  UNDEFINED_EVENT = 'UNDEFINED_EVENT',
  UNDEFINED_PREDICATE = 'UNDEFINED_PREDICATE',
  EVENT_USED_AS_FLUENT = 'EVENT_USED_AS_FLUENT',
  FLUENT_USED_AS_EVENT = 'FLUENT_USED_AS_EVENT',
  ARITY_MISMATCH = 'ARITY_MISMATCH',
  MIXED_DEFINITION = 'MIXED_DEFINITION',
  CYCLE_WITH_STATICALLY_DETERMINED = 'CYCLE_WITH_STATICALLY_DETERMINED',
  MISSING_INITIATION = 'MISSING_INITIATION',
  MISSING_TERMINATION = 'MISSING_TERMINATION',
  REDECLARED = 'REDECLARED',
  WRONG_HEAD = 'WRONG_HEAD',
  UNUSED_PREREQUISITE = 'UNUSED_PREREQUISITE',
  SINGLETON_VARIABLE = 'SINGLETON_VARIABLE',
  SIMILAR_NAME = 'SIMILAR_NAME',
  TOO_LARGE = 'TOO_LARGE',
  WRONG_CONDITION = 'WRONG_CONDITION',
  MISSPELT_PREDICATE = 'MISSPELT_PREDICATE',
  TERMINATED_BY_RULE = 'TERMINATED_BY_RULE',
  SELF_DEFINITION = 'SELF_DEFINITION',
  UNDEFINED_VALUE = 'UNDEFINED_VALUE',
  NO_EVENT = 'NO_EVENT',
  OTHER_TIME = 'OTHER_TIME',
  HOLDS_AT_IN_HOLDS_FOR = 'HOLDS_AT_IN_HOLDS_FOR',
  SECOND_HOLDS_FOR = 'SECOND_HOLDS_FOR',
  UNBOUND_INTERVAL = 'UNBOUND_INTERVAL',
  UNDEFINED_GROUNDING = 'UNDEFINED_GROUNDING',
  UNSAFE_CALL = 'UNSAFE_CALL',
}

registerEnumType(RuleProblemKind, {
  name: 'RuleProblemKind',
  description: 'Kinds of problems in rules.',
  valuesMap: {
    EVENT_USED_AS_FLUENT: { description: 'A name is used as an event here and as a fluent elsewhere.' },
    SINGLETON_VARIABLE: { description: 'A variable occurs once in its clause.' },
    UNDEFINED_EVENT: { description: 'An event is neither in the vocabulary nor defined by rules.' },
    UNDEFINED_FLUENT: { description: 'A fluent is neither in the vocabulary nor defined by rules.' },
    SYNTAX_ERROR: { description: 'Not Prolog. Reading goes on with the next clause.' },
    DIRECTIVE: { description: 'Rules are data: no directive is run. `dynamic` and `discontiguous` are let pass.' },
    UNSAFE_CLAUSE: {
      description:
        'A clause that Prolog acts on when rules are loaded: a hook such as term_expansion, a head qualified with a module, a grammar rule. A text with one is refused.',
    },
    HEAD_WITHOUT_VALUE: { description: 'initiatedAt(f(X), T) instead of initiatedAt(f(X)=true, T).' },
    FLUENT_WITHOUT_VALUE: { description: 'A condition on a fluent that does not say which value.' },
    UNDEFINED_PREDICATE: { description: 'Neither background knowledge, nor of RTEC or Prolog, nor in the text.' },
    FLUENT_USED_AS_EVENT: { description: 'A fluent inside happensAt without start or end.' },
    ARITY_MISMATCH: { description: 'Known, but with another number of arguments.' },
    MIXED_DEFINITION: {
      description: 'The same value is defined both by initiatedAt (or a similar predicate) and by holdsFor.',
    },
    CYCLE_WITH_STATICALLY_DETERMINED: {
      description: 'Values that need each other, one of them by holdsFor. Cycles among simple fluents are legal.',
    },
    MISSING_INITIATION: { description: 'A value that is terminated, and that nothing initiates.' },
    MISSING_TERMINATION: { description: 'A value that nothing ends, neither a rule nor another value nor a deadline.' },
    REDECLARED: { description: 'Rules of it are stored. Saving replaces them; the old version stays.' },
    WRONG_HEAD: { description: 'A rule that defines what cannot be defined, such as an input event or a condition.' },
    UNUSED_PREREQUISITE: { description: 'A fluent the author was given and did not use.' },
    SIMILAR_NAME: { description: 'Undefined, but close to a name that is known.' },
    TOO_LARGE: { description: 'Text, a term in it or the list of problems exceeds a limit.' },
    WRONG_CONDITION: {
      description: 'A condition on what neither holds nor happens: a list, a number, a string, a disjunction.',
    },
    MISSPELT_PREDICATE: {
      description:
        "Close to a predicate of RTEC's, such as initiateAt. An error where it has RTEC's arguments and nothing calls it as a helper.",
    },
    TERMINATED_BY_RULE: {
      description: 'terminatedAt(F=_, T) beside holdsFor: what holdsFor defines ends with its intervals.',
    },
    SELF_DEFINITION: {
      description: 'A value by holdsFor from itself, beside initiatedAt of the same value: RTEC ignores the former.',
    },
    UNDEFINED_VALUE: { description: 'A condition on a value that no rule of its fluent gives it.' },
    NO_EVENT: { description: 'initiatedAt without happensAt, initiatedAt or terminatedAt in its body.' },
    OTHER_TIME: { description: "A condition at another time than the head's." },
    HOLDS_AT_IN_HOLDS_FOR: { description: 'A time-point among intervals.' },
    SECOND_HOLDS_FOR: { description: 'Two rules by holdsFor of one value: RTEC takes the first that succeeds.' },
    UNBOUND_INTERVAL: { description: 'A holdsFor rule of which nothing says the intervals.' },
    UNSAFE_CALL: { description: 'A body that calls shell, halt, consult, open or their like.' },
    UNDEFINED_GROUNDING: { description: 'Grounded, and neither defined nor in the vocabulary of the domain.' },
  },
});

export enum Severity {
  ERROR = 'ERROR',
  WARNING = 'WARNING',
  HINT = 'HINT',
}

registerEnumType(Severity, {
  name: 'Severity',
  description: 'How grave a problem is.',
  valuesMap: {
    HINT: { description: 'Legal, and worth a look.' },
    WARNING: { description: 'Probably not what was meant; the rules are stored.' },
    ERROR: { description: 'Rules with one are not valid.' },
  },
});

@ObjectType({ description: 'A problem in rules, with its position.' })
export class RuleProblem {
  @Field(() => RuleProblemKind, { description: 'Kind of problem.' })
  readonly kind!: RuleProblemKind;

  @Field(() => Severity, { description: 'How grave it is.' })
  readonly severity!: Severity;

  @Field({ description: 'The problem and its remedy, in one sentence.' })
  readonly message!: string;

  @Field(() => String, { nullable: true, description: 'Predicate that it is about: name/arity.' })
  readonly predicate!: string | null;

  @Field(() => Int, { nullable: true, description: 'From 1.' })
  readonly line!: number | null;

  @Field(() => Int, { nullable: true, description: 'From 1.' })
  readonly column!: number | null;

  @Field(() => Int, { nullable: true, description: 'Last line of the clause.' })
  readonly endLine!: number | null;

  @Field(() => Int, {
    description:
      'Number of places: 1. If many problems have the same kind and predicate, only the first five are listed, and the fifth includes the count of the rest.',
  })
  @Extensions({ minimum: 1 })
  readonly count!: number;
}

@ObjectType({ description: 'Result of checking rules.' })
export class RuleReport {
  @Field({ description: 'True if no problem is an ERROR.' })
  readonly valid!: boolean;

  @Field(() => [RuleProblem], { description: 'By line; what has no position first.' })
  readonly problems!: readonly RuleProblem[];

  @Field(() => Int, { description: 'Clauses that could be read, directives not counted.' })
  @Extensions({ minimum: 0 })
  readonly clausesRead!: number;

  @Field(() => [String], { description: 'Fluents and derived events with rules in the text, name/arity, ascending.' })
  readonly defines!: readonly string[];

  @Field(() => [String], { description: 'Names that the rules need and do not define, as name/arity, ascending.' })
  readonly dependencies!: readonly string[];
}
