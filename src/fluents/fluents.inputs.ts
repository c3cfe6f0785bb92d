import { ArgsType, InputType, registerEnumType } from '@nestjs/graphql';
import { PageArgs } from '../common/connection.js';
import { Choice, Count, Flag, Input, Json, Text, Texts, Time } from '../common/validation.js';
import { DiagramFormat, DiagramInputs } from './fluents.model.js';

/** Limits of inputs, the same for GraphQL and MCP. */
export const RULE_LIMITS = {
  domain: 128,
  name: 256,
  /** Maximum number of characters, more than any published event description has. The reader has lower limits. */
  rules: 2_000_000,
  description: 10_000,
  /** Maximum number of characters of a graph as JSON. */
  graph: 2_000_000,
  names: 10_000,
  maxTokens: 128_000,
  maxAttempts: 10,
} as const;

const DOMAIN = { max: RULE_LIMITS.domain, secrets: 'refuse' } as const;
const NAME = {
  max: RULE_LIMITS.name,
  secrets: 'refuse',
  description: 'Name of the fluent or event, without its arguments.',
} as const;
const RULES = {
  max: RULE_LIMITS.rules,
  description: 'RTEC rules as Prolog text, without Markdown fences. The service parses the rules and never runs them.',
};

@ArgsType()
export class DomainArgs {
  @Text({ ...DOMAIN, description: 'Domain (application), such as MSA; without slashes.' })
  readonly domain!: string;
}

@ArgsType()
export class DomainByNameArgs {
  @Text({ ...DOMAIN, description: 'Domain (application), such as MSA.' })
  readonly name!: string;
}

@ArgsType()
export class DomainsArgs {
  @Texts({
    optional: true,
    max: RULE_LIMITS.domain,
    maxEntries: 1_000,
    description: 'Only domains with these names; default all. If a name is unknown, the call fails with NOT_FOUND.',
  })
  readonly names?: readonly string[];
}

@ArgsType()
export class FluentArgs extends DomainArgs {
  @Text(NAME)
  readonly name!: string;

  @Count({
    optional: true,
    max: 255,
    description:
      'Number of arguments, which selects one of several fluents with the same name. By default, the first of them is taken.',
  })
  readonly arity?: number;
}

@ArgsType()
export class DeleteFluentArgs extends FluentArgs {
  @Flag({ default: false, description: 'Whether to delete a fluent that others need, too. Its name then remains.' })
  readonly force!: boolean;
}

@ArgsType()
export class GenerationEventsArgs extends PageArgs(50) {
  @Text({ ...DOMAIN, description: 'Domain (application), such as MSA.' })
  readonly domain!: string;
}

@ArgsType()
export class FluentsArgs extends PageArgs(100) {
  @Text({ ...DOMAIN, description: 'Domain (application), such as MSA.' })
  readonly domain!: string;

  @Texts({
    optional: true,
    max: RULE_LIMITS.name,
    maxEntries: RULE_LIMITS.names,
    description: 'Only fluents with these names; default all.',
  })
  readonly names?: readonly string[];
}

@ArgsType()
class DependenciesArgs extends FluentArgs {
  @Flag({ default: true, description: 'If true, indirect dependencies are included, too.' })
  readonly transitive!: boolean;
}

@ArgsType()
export class DependenciesAtArgs extends DependenciesArgs {
  @Time({
    optional: true,
    description:
      'Reads the rules that the fluents had at this time; it must not be in the future, before the first record, or before VERSION_RETENTION.',
  })
  readonly asOf?: Date;
}

@ArgsType()
export class ActivityArgs extends DomainArgs {
  @Text({
    optional: true,
    max: RULE_LIMITS.name,
    description: 'Name of a fluent or event. Only it and the fluents that it needs are included.',
  })
  readonly activity?: string;
}

@ArgsType()
export class DiagramArgs extends ActivityArgs {
  @Choice(() => DiagramFormat, {
    default: DiagramFormat.DOT,
    description: 'Language in which the diagram is returned.',
  })
  readonly format!: DiagramFormat;

  @Choice(() => DiagramInputs, { default: DiagramInputs.USED, description: 'Selection of the inputs that are drawn.' })
  readonly inputs!: DiagramInputs;

  @Count({
    optional: true,
    max: 100,
    description:
      'Maximum distance from the activity, counted in arrows, in both directions. By default, everything that the activity needs is drawn.',
  })
  readonly neighbours?: number;
}

@ArgsType()
export class RulePromptArgs extends DomainArgs {
  @Text({ ...NAME, description: 'The fluent or event to define; it need not exist.' })
  readonly activity!: string;

  @Text({
    optional: true,
    max: RULE_LIMITS.description,
    description: 'Meaning of the activity in plain words. By default, the stored description is used.',
  })
  readonly description?: string;

  @Count({
    optional: true,
    min: 1,
    max: RULE_LIMITS.maxTokens,
    description:
      'Maximum number of tokens of both messages together. Definitions that do not fit are left out; definitions of direct dependencies are the last to be left out.',
  })
  readonly maxTokens?: number;
}

@InputType({ description: 'Names that rules of a domain may use without defining them.' })
export class VocabularyInput {
  @Texts({
    optional: true,
    max: RULE_LIMITS.name,
    maxEntries: RULE_LIMITS.names,
    description: 'Names of events that arrive as input, as name/arity.',
  })
  readonly inputEvents?: readonly string[];

  @Texts({
    optional: true,
    max: RULE_LIMITS.name,
    maxEntries: RULE_LIMITS.names,
    description: 'Names of fluents that arrive as input, as name/arity.',
  })
  readonly inputFluents?: readonly string[];

  @Texts({
    optional: true,
    max: RULE_LIMITS.name,
    maxEntries: RULE_LIMITS.names,
    description: 'Names of predicates of background knowledge, as name/arity.',
  })
  readonly backgroundPredicates?: readonly string[];

  @Json({
    optional: true,
    object: true,
    max: RULE_LIMITS.graph,
    description: 'Meaning of each name: { "gap_start/1": "no more position reports" }',
  })
  readonly descriptions?: Readonly<Record<string, unknown>>;
}

@ArgsType()
export class CheckRulesArgs extends DomainArgs {
  @Text({ ...RULES, min: 0 })
  readonly rules!: string;

  @Input(() => VocabularyInput, {
    optional: true,
    description: 'Names that are accepted in addition to the vocabulary of the domain.',
  })
  readonly vocabulary?: VocabularyInput;
}

@ArgsType()
export class ImportDependenciesArgs extends DomainArgs {
  @Json({
    max: RULE_LIMITS.graph,
    description: 'Dictionary that maps each name to the names it needs: { "rendezVous": ["gap", …], … }',
  })
  readonly graph!: unknown;
}

@ArgsType()
export class DeclareVocabularyArgs extends DomainArgs {
  @Input(() => VocabularyInput, {
    description:
      'The names to declare. Each given list replaces the stored list; descriptions are added to the stored ones.',
  })
  readonly vocabulary!: VocabularyInput;
}

@ArgsType()
export class DescribeActivitiesArgs extends DomainArgs {
  @Json({ max: RULE_LIMITS.graph, description: 'Description of each activity: { "rendezVous": "Two vessels …" }' })
  readonly descriptions!: unknown;
}

export enum ImportMode {
  MERGE = 'MERGE',
  REPLACE = 'REPLACE',
}

registerEnumType(ImportMode, {
  name: 'ImportMode',
  description: 'How an import treats rules that are already stored.',
  valuesMap: {
    MERGE: { description: 'The text is added to the stored rules. It replaces the rules of fluents that it defines.' },
    REPLACE: {
      description:
        'The text replaces all rules of the domain, including facts, groundings and helpers. Fluents that the text does not define lose their rules, but keep name, versions, trust and evidence. Vocabulary, descriptions and declared dependencies are kept.',
    },
  },
});

@ArgsType()
export class ImportRulesArgs extends DomainArgs {
  @Text(RULES)
  readonly rules!: string;

  @Choice(() => ImportMode, {
    default: ImportMode.MERGE,
    description: 'How rules that are already stored are treated.',
  })
  readonly mode!: ImportMode;

  @Flag({
    default: false,
    description: 'If true, nothing is stored; the answer only reports the changes that the import would make.',
  })
  readonly dryRun!: boolean;

  @Flag({ default: false, description: 'If true, an import with mode REPLACE accepts a text with errors.' })
  readonly force!: boolean;

  @Text({
    optional: true,
    max: 64,
    description:
      'The baseVersion that an earlier import returned. If the rules have changed since, the import fails with CONFLICT.',
  })
  readonly expectedVersion?: string;
}

@ArgsType()
export class DeleteClausesArgs extends DomainArgs {
  @Texts({
    max: RULE_LIMITS.rules,
    maxEntries: RULE_LIMITS.names,
    description: 'The clauses to delete, exactly as in otherClauses of the domain.',
  })
  readonly clauses!: readonly string[];
}

@ArgsType()
export class DeleteDomainArgs extends DomainArgs {
  @Text({ ...DOMAIN, description: 'The name of the domain, repeated as confirmation.' })
  readonly confirm!: string;
}

@ArgsType()
export class SaveFluentArgs extends DomainArgs {
  @Text(NAME)
  readonly name!: string;

  @Text(RULES)
  readonly rules!: string;

  @Text({
    optional: true,
    max: RULE_LIMITS.description,
    description: 'Meaning of the fluent in plain words; if absent, the stored description is kept.',
  })
  readonly description?: string;
}

@ArgsType()
export class GenerateRulesArgs extends DomainArgs {
  @Text({ ...NAME, description: 'The fluent or event to define; it need not exist.' })
  readonly activity!: string;

  @Text({
    optional: true,
    max: RULE_LIMITS.description,
    description: 'Meaning of the activity in plain words. By default, the stored description is used.',
  })
  readonly description?: string;

  @Count({
    min: 1,
    max: RULE_LIMITS.maxAttempts,
    default: 3,
    description: 'Maximum number of attempts of the language model; default 3.',
  })
  readonly maxAttempts!: number;
}

@ArgsType()
export class VersionsArgs {
  @Count({ min: 0, max: 500, default: 10, description: 'Maximum number of versions, newest first.' })
  readonly first!: number;
}
