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
  COMPILED_RULES = 'COMPILED_RULES',
  OTHER_DIALECT = 'OTHER_DIALECT',
}

registerEnumType(RuleProblemKind, {
  name: 'RuleProblemKind',
  description: 'Kinds of problems in rules.',
  valuesMap: {
    EVENT_USED_AS_FLUENT: { description: 'A name is used as an event here and as a fluent elsewhere.' },
    SINGLETON_VARIABLE: { description: 'A variable occurs once in its clause.' },
    UNDEFINED_EVENT: { description: 'An event is neither in the vocabulary nor defined by rules.' },
    UNDEFINED_FLUENT: { description: 'A fluent is neither in the vocabulary nor defined by rules.' },
    COMPILED_RULES: {
      description: "The text is the output of RTEC's compiler instead of rules. A text with such a clause is refused.",
    },
    OTHER_DIALECT: {
      description: 'A predicate belongs to another dialect of the event calculus, such as happens/2.',
    },
    SYNTAX_ERROR: { description: 'A clause is not valid Prolog. Reading continues with the next clause.' },
    DIRECTIVE: {
      description: 'The rules contain a directive. It is not run. Only `dynamic` and `discontiguous` are accepted.',
    },
    UNSAFE_CLAUSE: {
      description:
        'Prolog would execute a clause while loading the rules: a hook such as term_expansion, a head qualified with a module, or a grammar rule. A text with such a clause is refused.',
    },
    HEAD_WITHOUT_VALUE: {
      description:
        'The head of a rule has no value, such as initiatedAt(f(X), T) instead of initiatedAt(f(X)=true, T).',
    },
    FLUENT_WITHOUT_VALUE: { description: 'A condition on a fluent does not name a value.' },
    UNDEFINED_PREDICATE: {
      description: 'A predicate is defined neither by the vocabulary, nor by RTEC, Prolog or the text.',
    },
    FLUENT_USED_AS_EVENT: { description: 'A fluent is used in happensAt without start or end.' },
    ARITY_MISMATCH: { description: 'The name is known, but with another number of arguments.' },
    MIXED_DEFINITION: {
      description: 'The same value is defined both by initiatedAt (or a similar predicate) and by holdsFor.',
    },
    CYCLE_WITH_STATICALLY_DETERMINED: {
      description:
        'Values depend on each other in a cycle, and one of them is defined by holdsFor. Only cycles of simple fluents are legal.',
    },
    MISSING_INITIATION: { description: 'A value is terminated, but no rule initiates it.' },
    MISSING_TERMINATION: { description: 'A value never ends: no rule, no other value and no deadline terminates it.' },
    REDECLARED: { description: 'The fluent already has stored rules. Saving replaces them and keeps the old version.' },
    WRONG_HEAD: {
      description: 'The head of a rule is something that rules cannot define, such as an input event or a condition.',
    },
    UNUSED_PREREQUISITE: { description: 'The rules do not use a fluent that was given as a prerequisite.' },
    SIMILAR_NAME: { description: 'A name is undefined, but similar to a known name.' },
    TOO_LARGE: { description: 'The text, a term in it, or the list of problems exceeds a limit.' },
    WRONG_CONDITION: {
      description:
        'A condition refers to something that cannot hold or happen, such as a list, number, string or disjunction.',
    },
    MISSPELT_PREDICATE: {
      description:
        'A name resembles a predicate of RTEC, such as initiateAt. It is an error if the arguments are those of the RTEC predicate and no rule uses the name as a helper.',
    },
    TERMINATED_BY_RULE: {
      description:
        'A rule terminatedAt(F=_, T) is defined for a fluent with holdsFor rules, whose values end with their intervals anyway.',
    },
    SELF_DEFINITION: {
      description:
        'A holdsFor rule defines a value from itself, and initiatedAt defines the value, too. RTEC ignores the holdsFor rule.',
    },
    UNDEFINED_VALUE: { description: 'A condition refers to a value that no rule of the fluent defines.' },
    NO_EVENT: { description: 'An initiatedAt rule has no condition with happensAt, initiatedAt or terminatedAt.' },
    OTHER_TIME: { description: 'The time of a condition differs from the time of the head.' },
    HOLDS_AT_IN_HOLDS_FOR: {
      description:
        'A holdsFor rule, which works on intervals, has a holdsAt condition, which works on a single time-point.',
    },
    SECOND_HOLDS_FOR: {
      description: 'Two holdsFor rules define the same value. RTEC uses only the first rule that succeeds.',
    },
    UNBOUND_INTERVAL: { description: 'No condition of a holdsFor rule determines its intervals.' },
    UNSAFE_CALL: { description: 'A body calls an unsafe predicate such as shell, halt, consult or open.' },
    UNDEFINED_GROUNDING: { description: 'A grounded name is neither defined nor in the vocabulary of the domain.' },
  },
});

export enum Severity {
  ERROR = 'ERROR',
  WARNING = 'WARNING',
  HINT = 'HINT',
}

registerEnumType(Severity, {
  name: 'Severity',
  description: 'Severity of a problem.',
  valuesMap: {
    HINT: { description: 'The rules are legal, but should be reviewed.' },
    WARNING: { description: 'The rules are probably not as intended; they are valid nonetheless.' },
    ERROR: { description: 'The rules are not valid.' },
  },
});

@ObjectType({ description: 'A problem in rules, with its position.' })
export class RuleProblem {
  @Field(() => RuleProblemKind, { description: 'Kind of problem.' })
  readonly kind!: RuleProblemKind;

  @Field(() => Severity, { description: 'Severity of the problem.' })
  readonly severity!: Severity;

  @Field({ description: 'The problem and its remedy, in one sentence.' })
  readonly message!: string;

  @Field(() => String, { nullable: true, description: 'Predicate with the problem, as name/arity.' })
  readonly predicate!: string | null;

  @Field(() => Int, { nullable: true, description: 'Line of the problem, counted from 1.' })
  readonly line!: number | null;

  @Field(() => Int, { nullable: true, description: 'Column of the problem, counted from 1.' })
  readonly column!: number | null;

  @Field(() => Int, { nullable: true, description: 'Last line of the clause.' })
  readonly endLine!: number | null;

  @Field(() => Int, {
    description:
      'Number of places with this problem, normally 1. If many problems have the same kind and predicate, only the first five are listed, and the count of the fifth includes the others.',
  })
  @Extensions({ minimum: 1 })
  readonly count!: number;
}

@ObjectType({ description: 'Result of checking rules.' })
export class RuleReport {
  @Field({ description: 'True if no problem is an ERROR.' })
  readonly valid!: boolean;

  @Field(() => [RuleProblem], { description: 'Problems ordered by line; those without a position come first.' })
  readonly problems!: readonly RuleProblem[];

  @Field(() => Int, { description: 'Number of clauses that could be read, without directives.' })
  @Extensions({ minimum: 0 })
  readonly clausesRead!: number;

  @Field(() => [String], {
    description: 'Fluents and derived events that the text has rules for, as name/arity, sorted.',
  })
  readonly defines!: readonly string[];

  @Field(() => [String], { description: 'Names that the rules need but do not define, as name/arity, sorted.' })
  readonly dependencies!: readonly string[];
}
