import { Extensions, Field, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { DateTime, JSONValue } from '../common/scalars.js';
import { SkippedRecord } from '../common/skipped-record.js';
import { Knowledge } from '../knowledge/knowledge.model.js';
import { FluentKind } from './event-description.js';
import { RuleReport } from './report.model.js';

registerEnumType(FluentKind, {
  name: 'FluentKind',
  description: 'What a node of the dependency graph is.',
  valuesMap: {
    SIMPLE: { description: 'By initially, initiatedAt, terminatedAt, initiates, terminates, fi.' },
    STATICALLY_DETERMINED: { description: 'By holdsFor.' },
    MIXED: { description: 'Some values are simple, others statically determined.' },
    OUTPUT_EVENT: { description: 'By happensAt.' },
    INPUT_EVENT: { description: 'Of the vocabulary, or taken for input by an import.' },
    INPUT_FLUENT: { description: 'Of the vocabulary, or taken for input by an import.' },
    UNDEFINED: { description: 'Named, but nothing says what it is.' },
  },
});

export enum DependencySource {
  DECLARED = 'DECLARED',
  EXTRACTED = 'EXTRACTED',
  BOTH = 'BOTH',
}

registerEnumType(DependencySource, {
  name: 'DependencySource',
  valuesMap: {
    DECLARED: { description: 'Imported.' },
    EXTRACTED: { description: 'Read from rules.' },
  },
});

export enum DiagramFormat {
  DOT = 'DOT',
  MERMAID = 'MERMAID',
  SVG = 'SVG',
}

registerEnumType(DiagramFormat, { name: 'DiagramFormat' });

export enum DiagramInputs {
  USED = 'USED',
  ALL = 'ALL',
  NONE = 'NONE',
}

registerEnumType(DiagramInputs, {
  name: 'DiagramInputs',
  description: 'Which input events and input fluents a diagram has.',
  valuesMap: {
    USED: { description: 'Those that a drawn fluent needs.' },
    ALL: { description: 'Also those of the vocabulary that nothing needs.' },
    NONE: { description: 'None; each fluent says how many it needs.' },
  },
});

@ObjectType({ description: 'What a domain says of the world outside its rules; names are name/arity.' })
export class Vocabulary {
  @Field(() => [String])
  readonly inputEvents!: readonly string[];

  @Field(() => [String])
  readonly inputFluents!: readonly string[];

  @Field(() => [String])
  readonly backgroundPredicates!: readonly string[];

  @Field(() => JSONValue, { description: 'What each name means, by name/arity or name; used in prompts.' })
  readonly descriptions!: Readonly<Record<string, string>>;
}

@ObjectType({ description: 'The fluents and events of one application of RTEC.' })
export class Domain {
  @Field()
  readonly name!: string;

  @Field(() => Vocabulary)
  readonly vocabulary!: Vocabulary;

  @Field(() => [String], {
    description:
      'Clauses that define no fluent: facts, groundings, helpers, declarations; as they are exported, in order.',
  })
  readonly otherClauses!: readonly string[];
}

@ObjectType()
export class FluentValue {
  @Field({ description: 'As Prolog writes it; _ where every rule leaves it to a variable.' })
  readonly value!: string;

  @Field(() => FluentKind)
  readonly fluentKind!: FluentKind;
}

@ObjectType({
  description: 'A fluent or event of a domain, with its rules where it has some.',
  implements: () => [Knowledge],
})
export class Fluent extends Knowledge {
  @Field()
  readonly domain!: string;

  @Field()
  readonly name!: string;

  @Field(() => Int, { nullable: true, description: 'Null while it is only named.' })
  readonly arity!: number | null;

  @Field(() => FluentKind)
  readonly fluentKind!: FluentKind;

  @Field(() => [FluentValue], { description: 'In order of first appearance; none of an event.' })
  readonly values!: readonly FluentValue[];

  @Field(() => String, { nullable: true, description: 'As they were saved; null while it is only named.' })
  readonly rules!: string | null;

  @Field(() => String, { nullable: true })
  readonly description!: string | null;
}

@ObjectType()
export class FluentConnection extends Connection(Fluent) {}

@ObjectType()
export class Dependency {
  @Field(() => Fluent)
  readonly fluent!: Fluent;

  @Field(() => DependencySource)
  readonly source!: DependencySource;

  @Field(() => [String], {
    description:
      'happensAt, holdsAt, holdsFor, start, end, startI, endI, initiatedAt, terminatedAt, fi, initiates; ascending. None where it is only declared.',
  })
  readonly via!: readonly string[];

  @Field({ description: 'Every condition on it is negated.' })
  readonly negated!: boolean;
}

@ObjectType()
export class FluentVersion {
  @Field()
  readonly rules!: string;

  @Field(() => DateTime)
  readonly at!: Date;

  @Field(() => String, { nullable: true, description: 'Who saved it (x-agent).' })
  readonly by!: string | null;
}

@ObjectType({ description: 'What a fluent needs, without itself.' })
export class DependencySet {
  @Field(() => [Fluent], {
    description: 'Each after what it needs, input included; those of a cycle side by side.',
  })
  readonly fluents!: readonly Fluent[];

  @Field(() => [String], {
    description: 'Named, without rules and no input; name/arity, or name where no arity is known.',
  })
  readonly missing!: readonly string[];

  @Field(() => Int, { description: 'Steps of the longest path from the fluent down to what needs nothing.' })
  @Extensions({ minimum: 0 })
  readonly depth!: number;
}

@ObjectType()
export class DependencyImport {
  @Field(() => Int, { description: 'Names in the graph, those that are only needed included.' })
  readonly fluents!: number;

  @Field(() => Int)
  readonly edges!: number;

  @Field(() => [SkippedRecord], { description: 'id: the name; index: its place in the graph.' })
  readonly skipped!: readonly SkippedRecord[];
}

@ObjectType({ description: 'From needs to.' })
export class DependencyEdge {
  @Field()
  readonly from!: string;

  @Field()
  readonly to!: string;
}

@ObjectType({
  description: 'Declared dependencies against those read from rules, by name; without input and self-dependencies.',
})
export class DependencyDifferences {
  @Field(() => [DependencyEdge], { description: 'The reversed ones included.' })
  readonly declaredOnly!: readonly DependencyEdge[];

  @Field(() => [DependencyEdge])
  readonly extractedOnly!: readonly DependencyEdge[];

  @Field(() => [DependencyEdge], { description: 'As declared; the rules have it the other way round.' })
  readonly reversed!: readonly DependencyEdge[];

  @Field(() => Int)
  readonly common!: number;

  @Field(() => [String], { description: 'Declared names without rules.' })
  readonly declaredNamesOnly!: readonly string[];

  @Field(() => [String], { description: 'Names with rules that are not declared.' })
  readonly extractedNamesOnly!: readonly string[];
}

@ObjectType({ description: 'What a language model is given to write the rules of an activity.' })
export class RulePrompt {
  @Field()
  readonly system!: string;

  @Field()
  readonly user!: string;

  @Field(() => [String], { description: 'Fluents whose rules are in it, name/arity, each after what it needs.' })
  readonly injected!: readonly string[];

  @Field(() => [String], { description: 'Fluents it rests on whose rules did not fit maxTokens; name/arity.' })
  readonly omitted!: readonly string[];

  @Field(() => [String], { description: 'What the activity needs and nothing defines.' })
  readonly missing!: readonly string[];

  @Field(() => [String], {
    description: 'Of the injected ones, those that a search proposed, since no dependencies of the activity are known.',
  })
  readonly proposed!: readonly string[];

  @Field(() => Int, { description: 'Of both messages (o200k_base).' })
  @Extensions({ minimum: 0 })
  readonly tokens!: number;
}

@ObjectType()
export class RulesImport {
  @Field(() => [Fluent], { description: 'In the order of the text; of a dry run those that exist.' })
  readonly fluents!: readonly Fluent[];

  @Field(() => [String], { description: 'Name/arity: had no rules before.' })
  readonly added!: readonly string[];

  @Field(() => [String], { description: 'Name/arity: had other rules before.' })
  readonly changed!: readonly string[];

  @Field(() => [String], { description: 'Name/arity: lose their rules (REPLACE).' })
  readonly removed!: readonly string[];

  @Field(() => [String], { description: 'Name/arity: have these rules already.' })
  readonly unchanged!: readonly string[];

  @Field({ description: 'Of the rules of the domain before; for expectedVersion.' })
  readonly baseVersion!: string;

  @Field(() => RuleReport)
  readonly report!: RuleReport;
}

@ObjectType()
export class SavedFluent {
  @Field(() => Fluent)
  readonly fluent!: Fluent;

  @Field(() => RuleReport)
  readonly report!: RuleReport;

  @Field(() => [String], { description: 'What its rules need and those before did not; name/arity, ascending.' })
  readonly addedDependencies!: readonly string[];

  @Field(() => [String], { description: 'What its rules before needed and these do not; name/arity, ascending.' })
  readonly removedDependencies!: readonly string[];
}

@ObjectType()
export class GenerationAttempt {
  @Field(() => Int, { description: 'From 1.' })
  readonly number!: number;

  @Field({ description: 'As the language model wrote it.' })
  readonly reply!: string;

  @Field(() => RuleReport)
  readonly report!: RuleReport;
}

@ObjectType()
export class GenerationResult {
  @Field(() => Fluent, { nullable: true, description: 'As it is stored now; null when it is not.' })
  readonly fluent!: Fluent | null;

  @Field({ description: 'Of the last attempt.' })
  readonly rules!: string;

  @Field(() => RuleReport, { description: 'Of the last attempt.' })
  readonly report!: RuleReport;

  @Field(() => [GenerationAttempt])
  readonly attempts!: readonly GenerationAttempt[];

  @Field(() => [String], { description: 'Fluents whose rules were in the prompt, name/arity.' })
  readonly injected!: readonly string[];

  @Field({ description: 'The last attempt was valid, and its rules are the stored ones.' })
  readonly stored!: boolean;
}

/** Steps of one generation, in this order; ASKED and CHECKED once an attempt. */
export type GenerationStage = 'ASKED' | 'CHECKED' | 'STORED' | 'GIVEN_UP' | 'FAILED';

@ObjectType()
export class GenerationEvent {
  @Field()
  readonly activity!: string;

  @Field(() => Int, { description: 'From 1.' })
  readonly attempt!: number;

  @Field(() => String, {
    description:
      'ASKED (the language model was given the prompt), CHECKED (its reply was judged), then STORED, GIVEN_UP (no attempt was valid) or FAILED (no reply).',
  })
  readonly stage!: GenerationStage;

  @Field(() => RuleReport, { nullable: true, description: 'Of CHECKED.' })
  readonly report!: RuleReport | null;
}
