import { Extensions, Field, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { DateTime, JSONValue } from '../common/scalars.js';
import { SkippedRecord } from '../common/skipped-record.js';
import { Knowledge } from '../knowledge/knowledge.model.js';
import { FluentKind } from '../rtec/event-description.js';
import { RuleReport } from '../rtec/report.model.js';

registerEnumType(FluentKind, {
  name: 'FluentKind',
  description: 'Kind of a node in the dependency graph.',
  valuesMap: {
    SIMPLE: { description: 'Defined by initially, initiatedAt, terminatedAt, initiates, terminates or fi rules.' },
    STATICALLY_DETERMINED: { description: 'Defined by holdsFor rules.' },
    MIXED: { description: 'Some values are simple, others statically determined.' },
    OUTPUT_EVENT: { description: 'An event defined by happensAt rules.' },
    INPUT_EVENT: { description: 'An input event of the vocabulary, or one that an import recognized as input.' },
    INPUT_FLUENT: { description: 'An input fluent of the vocabulary, or one that an import recognized as input.' },
    UNDEFINED: { description: 'A name without rules that is not in the vocabulary.' },
  },
});

export enum DependencySource {
  DECLARED = 'DECLARED',
  EXTRACTED = 'EXTRACTED',
  BOTH = 'BOTH',
}

registerEnumType(DependencySource, {
  name: 'DependencySource',
  description: 'How the service knows of a dependency.',
  valuesMap: {
    BOTH: { description: 'Declared by a person, and shown by the rules.' },
    DECLARED: { description: 'Declared by an imported dictionary only.' },
    EXTRACTED: { description: 'Read from rules only.' },
  },
});

export enum DiagramFormat {
  DOT = 'DOT',
  MERMAID = 'MERMAID',
  SVG = 'SVG',
}

registerEnumType(DiagramFormat, {
  valuesMap: {
    DOT: { description: 'Graphviz DOT source.' },
    MERMAID: { description: 'Mermaid source.' },
    SVG: { description: 'A drawn picture as SVG.' },
  },
  name: 'DiagramFormat',
  description: 'Language of a diagram.',
});

export enum DiagramInputs {
  USED = 'USED',
  ALL = 'ALL',
  NONE = 'NONE',
}

registerEnumType(DiagramInputs, {
  name: 'DiagramInputs',
  description: 'Selection of input events and input fluents for a diagram.',
  valuesMap: {
    USED: { description: 'Inputs that a drawn fluent needs.' },
    ALL: { description: 'All inputs of the domain, including those that no drawn fluent needs.' },
    NONE: { description: 'No inputs; each fluent shows the number of inputs it needs.' },
  },
});

@ObjectType({ description: 'Names that the rules of a domain use without defining them, as name/arity.' })
export class Vocabulary {
  @Field(() => [String], { description: 'Events that arrive as input, as name/arity, such as gap_start/1.' })
  readonly inputEvents!: readonly string[];

  @Field(() => [String], { description: 'Fluents that arrive as input, as name/arity, such as proximity/2.' })
  readonly inputFluents!: readonly string[];

  @Field(() => [String], { description: 'Predicates of background knowledge, as name/arity, such as areaType/2.' })
  readonly backgroundPredicates!: readonly string[];

  @Field(() => JSONValue, { description: 'Meaning of each name, by name/arity or name. Prompts contain the meanings.' })
  readonly descriptions!: Readonly<Record<string, string>>;
}

@ObjectType({ description: 'Fluents and events of one application of RTEC.' })
export class Domain {
  @Field({ description: 'Name of the domain, unique in the namespace.' })
  readonly name!: string;

  @Field(() => Vocabulary, {
    description: 'Input events, input fluents and background predicates that the rules may use.',
  })
  readonly vocabulary!: Vocabulary;

  @Field(() => [String], {
    description:
      'Clauses that define no fluent, such as facts, groundings, helpers and declarations. Form and order are those of exportRules.',
  })
  readonly otherClauses!: readonly string[];
}

@ObjectType({ description: 'A value of a fluent for which there are rules.' })
export class FluentValue {
  @Field({ description: 'The value in Prolog notation; _ if all rules have a variable in its place.' })
  readonly value!: string;

  @Field(() => FluentKind, { description: 'How this value is defined.' })
  readonly fluentKind!: FluentKind;
}

@ObjectType({
  description: 'A fluent or event of a domain, with its rules if it has any.',
  implements: () => [Knowledge],
})
export class Fluent extends Knowledge {
  @Field({ description: 'Domain whose rules define or use the fluent.' })
  readonly domain!: string;

  @Field({ description: 'Name without arguments, such as gap.' })
  readonly name!: string;

  @Field(() => Int, { nullable: true, description: 'Number of arguments; null if no rule shows it.' })
  readonly arity!: number | null;

  @Field(() => FluentKind, { description: 'How the fluent is defined: simple, statically determined, or input.' })
  readonly fluentKind!: FluentKind;

  @Field(() => [FluentValue], {
    description: 'Values of the fluent, in the order in which the rules mention them; empty for an event.',
  })
  readonly values!: readonly FluentValue[];

  @Field(() => String, { nullable: true, description: 'The rules as they were saved; null without rules.' })
  readonly rules!: string | null;

  @Field(() => String, { nullable: true, description: 'Meaning in words; null if none was given.' })
  readonly description!: string | null;
}

@ObjectType({ description: 'One page of a list.' })
export class FluentConnection extends Connection(Fluent) {}

@ObjectType({ description: 'A fluent or event that another fluent needs.' })
export class Dependency {
  @Field(() => Fluent, {
    description: 'The fluent or event that is needed; it may be a name without rules.',
  })
  readonly fluent!: Fluent;

  @Field(() => DependencySource, {
    description: 'Whether the rules show the dependency, a person declared it, or both.',
  })
  readonly source!: DependencySource;

  @Field(() => [String], {
    description:
      'Predicates with which the rules refer to the needed fluent, in alphabetical order: happensAt, holdsAt, holdsFor, start, end, startI, endI, initiatedAt, terminatedAt, fi or initiates. Empty if the dependency is only declared.',
  })
  readonly via!: readonly string[];

  @Field({ description: 'True if every condition on the needed fluent is negated.' })
  readonly negated!: boolean;
}

@ObjectType({ description: 'Current or earlier rules of a fluent.' })
export class FluentVersion {
  @Field({ description: 'The rules as Prolog text.' })
  readonly rules!: string;

  @Field(() => DateTime, { description: 'Time from which the rules of this version applied.' })
  readonly at!: Date;

  @Field(() => String, { nullable: true, description: 'Agent that saved the rules (header x-agent).' })
  readonly by!: string | null;
}

@ObjectType({ description: 'All fluents and events that a fluent needs.' })
export class DependencySet {
  @Field(() => [Fluent], {
    description:
      'The needed fluents and events, including input. Each comes after those that it needs itself; the members of a cycle come one after another.',
  })
  readonly fluents!: readonly Fluent[];

  @Field(() => [String], {
    description:
      'Needed names that have no rules and are not input. They are written name/arity, or only as name if the arity is unknown.',
  })
  readonly missing!: readonly string[];

  @Field(() => Int, { description: 'Length of the longest path of dependencies that starts at the fluent.' })
  @Extensions({ minimum: 0 })
  readonly depth!: number;
}

@ObjectType({ description: 'Result of importing declared dependencies.' })
export class DependencyImport {
  @Field(() => Int, {
    description: 'Number of names in the dictionary, including names that occur only as dependencies of others.',
  })
  readonly fluents!: number;

  @Field(() => Int, { description: 'Declared dependencies that are stored now.' })
  readonly edges!: number;

  @Field(() => [SkippedRecord], {
    description: 'Entries that were skipped. For each, `id` is its name and `index` its position in the dictionary.',
  })
  readonly skipped!: readonly SkippedRecord[];
}

@ObjectType({ description: 'A dependency: the fluent `from` needs the fluent `to`.' })
export class DependencyEdge {
  @Field({ description: 'Fluent that needs the other one.' })
  readonly from!: string;

  @Field({ description: 'Fluent or event that is needed.' })
  readonly to!: string;
}

@ObjectType({
  description:
    'Comparison of the declared dependencies with those read from rules. Fluents are compared by name. Input, and dependencies of a fluent on itself, are left out.',
})
export class DependencyDifferences {
  @Field(() => [DependencyEdge], {
    description: 'Declared dependencies that the rules do not show, including reversed ones.',
  })
  readonly declaredOnly!: readonly DependencyEdge[];

  @Field(() => [DependencyEdge], {
    description: 'Dependencies that were extracted from the rules, but are not declared.',
  })
  readonly extractedOnly!: readonly DependencyEdge[];

  @Field(() => [DependencyEdge], {
    description: 'Declared dependencies that the rules show in the opposite direction.',
  })
  readonly reversed!: readonly DependencyEdge[];

  @Field(() => Int, { description: 'Dependencies that are both declared and shown by the rules.' })
  readonly common!: number;

  @Field(() => [String], { description: 'Names that are declared, but have no rules.' })
  readonly declaredNamesOnly!: readonly string[];

  @Field(() => [String], { description: 'Names that have rules, but are not declared.' })
  readonly extractedNamesOnly!: readonly string[];
}

@ObjectType({ description: 'Prompt with which a language model writes the rules of an activity.' })
export class RulePrompt {
  @Field({ description: 'System message: the rule language.' })
  readonly system!: string;

  @Field({ description: 'User message: the fluent to define, and the fluents that it depends on.' })
  readonly user!: string;

  @Field(() => [String], { description: 'Fluents whose rules are in the prompt, as name/arity, dependencies first.' })
  readonly injected!: readonly string[];

  @Field(() => [String], {
    description:
      'Parts that did not fit into maxTokens: fluents that the activity depends on, as name/arity, and worked examples, as "example name/arity".',
  })
  readonly omitted!: readonly string[];

  @Field(() => [String], {
    description:
      'Worked examples in the prompt, as name/arity: up to two of each kind, preferably from the same domain.',
  })
  readonly examples!: readonly string[];

  @Field(() => [String], { description: 'Names that the activity needs, but that no rule defines.' })
  readonly missing!: readonly string[];

  @Field(() => [String], {
    description:
      'Fluents whose rules are in the prompt because a search proposed them. This happens if no dependencies of the activity are known.',
  })
  readonly proposed!: readonly string[];

  @Field(() => Int, { description: 'Number of tokens of both messages (o200k_base).' })
  @Extensions({ minimum: 0 })
  readonly tokens!: number;
}

@ObjectType({ description: 'Result of importing rules.' })
export class RulesImport {
  @Field(() => [Fluent], {
    description:
      'Fluents that the text defines, in the order of the text. In a dry run, only fluents that existed before are listed.',
  })
  readonly fluents!: readonly Fluent[];

  @Field(() => [String], { description: 'Fluents that had no rules before, as name/arity.' })
  readonly added!: readonly string[];

  @Field(() => [String], { description: 'Fluents that had different rules before, as name/arity.' })
  readonly changed!: readonly string[];

  @Field(() => [String], { description: 'Fluents that lose their rules because of the mode REPLACE, as name/arity.' })
  readonly removed!: readonly string[];

  @Field(() => [String], { description: 'Fluents that already have the same rules, as name/arity.' })
  readonly unchanged!: readonly string[];

  @Field({ description: 'Hash of the domain’s rules before the import. Pass it to a later import as expectedVersion.' })
  readonly baseVersion!: string;

  @Field(() => RuleReport, { description: 'Problems found in the text.' })
  readonly report!: RuleReport;
}

@ObjectType({ description: 'Result of saving a fluent.' })
export class SavedFluent {
  @Field(() => Fluent, { description: 'The fluent as it is stored.' })
  readonly fluent!: Fluent;

  @Field(() => RuleReport, { description: 'Problems found in the rules of the fluent.' })
  readonly report!: RuleReport;

  @Field(() => [String], {
    description: 'Dependencies that the new rules have and the previous rules did not have, as name/arity, sorted.',
  })
  readonly addedDependencies!: readonly string[];

  @Field(() => [String], {
    description: 'Dependencies that the previous rules had and the new rules do not have, as name/arity, sorted.',
  })
  readonly removedDependencies!: readonly string[];
}

@ObjectType({ description: 'One reply of the LLM while rules were generated.' })
export class GenerationAttempt {
  @Field(() => Int, { description: 'Number of the attempt, counted from 1.' })
  readonly number!: number;

  @Field({ description: 'The reply as the language model wrote it.' })
  readonly reply!: string;

  @Field(() => RuleReport, { description: 'Problems found in the rules of the reply.' })
  readonly report!: RuleReport;
}

@ObjectType({ description: 'Rules that were generated for one fluent.' })
export class GenerationResult {
  @Field(() => Fluent, { nullable: true, description: 'The stored fluent; null if nothing was stored.' })
  readonly fluent!: Fluent | null;

  @Field({ description: 'Rules of the last attempt.' })
  readonly rules!: string;

  @Field(() => RuleReport, { description: 'Problems found in the rules of the last attempt.' })
  readonly report!: RuleReport;

  @Field(() => [GenerationAttempt], { description: 'Replies of the LLM, in order.' })
  readonly attempts!: readonly GenerationAttempt[];

  @Field(() => [String], { description: 'Fluents whose rules were in the prompt, as name/arity.' })
  readonly injected!: readonly string[];

  @Field({ description: 'True if the last attempt was valid and its rules were stored.' })
  readonly stored!: boolean;
}

/** Steps of a generation: ASKED and CHECKED occur in each attempt, then one of STORED, GIVEN_UP or FAILED. */
export type GenerationStage = 'ASKED' | 'CHECKED' | 'STORED' | 'GIVEN_UP' | 'FAILED';

@ObjectType({ description: 'A step of a generation of rules by the language model.' })
export class GenerationEvent {
  @Field(() => ID, { description: 'Id generated by the service. Sorting by id is sorting by creation time.' })
  readonly id!: string;

  @Field(() => ID, { description: 'Id of the generation, the same for all its steps.' })
  readonly run!: string;

  @Field(() => DateTime, { description: 'Time of the step.' })
  readonly at!: Date;

  @Field({ description: 'Fluent that is being generated.' })
  readonly activity!: string;

  @Field(() => Int, { description: 'Number of the attempt, counted from 1.' })
  readonly attempt!: number;

  @Field(() => String, {
    description:
      'Stage of the generation: ASKED (the prompt was sent to the language model), CHECKED (its reply was checked), and at the end STORED, GIVEN_UP (no attempt was valid) or FAILED (there was no reply).',
  })
  readonly stage!: GenerationStage;

  @Field(() => RuleReport, { nullable: true, description: 'Report of the checks; null unless the stage is CHECKED.' })
  readonly report!: RuleReport | null;

  @Field(() => String, {
    nullable: true,
    description: 'The reply as the language model wrote it; null unless the stage is CHECKED.',
  })
  readonly reply!: string | null;
}

@ObjectType({ description: 'One page of a list.' })
export class GenerationEventConnection extends Connection(GenerationEvent) {}
