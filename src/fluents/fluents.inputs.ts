import { ArgsType, InputType, registerEnumType } from '@nestjs/graphql';
import { PageArgs } from '../common/connection.js';
import { Choice, Count, Flag, Input, Json, Text, Texts, Time } from '../common/validation.js';
import { DiagramFormat, DiagramInputs } from './fluents.model.js';

/** Limits of inputs, the same for GraphQL and MCP. */
export const RULE_LIMITS = {
  domain: 128,
  name: 256,
  /** Characters; more than any published event description has. The reader has lower limits of its own. */
  rules: 2_000_000,
  description: 10_000,
  /** Maximum number of characters of a graph as JSON. */
  graph: 2_000_000,
  names: 10_000,
  maxTokens: 128_000,
  maxAttempts: 10,
} as const;

const NAME = { max: RULE_LIMITS.name, description: 'Name of the fluent or event, without its arguments.' };
const RULES = {
  max: RULE_LIMITS.rules,
  description: 'RTEC rules as Prolog text, without fences; nothing in them is run.',
};

@ArgsType()
export class DomainArgs {
  @Text({ max: RULE_LIMITS.domain, description: 'Domain (application), such as MSA; without slashes.' })
  readonly domain!: string;
}

@ArgsType()
export class DomainByNameArgs {
  @Text({ max: RULE_LIMITS.domain, description: 'Domain (application), such as MSA.' })
  readonly name!: string;
}

@ArgsType()
export class DomainsArgs {
  @Texts({
    optional: true,
    max: RULE_LIMITS.domain,
    maxEntries: 1_000,
    description: 'Only these domains, default all; an unknown name fails with NOT_FOUND.',
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
      'Number of arguments, to select one of several fluents that share the name; default the first of them.',
  })
  readonly arity?: number;
}

@ArgsType()
export class GenerationEventsArgs extends PageArgs(50) {
  @Text({ max: RULE_LIMITS.domain, description: 'Domain (application), such as MSA.' })
  readonly domain!: string;
}

@ArgsType()
export class FluentsArgs extends PageArgs(100) {
  @Text({ max: RULE_LIMITS.domain, description: 'Domain (application), such as MSA.' })
  readonly domain!: string;

  @Texts({
    optional: true,
    max: RULE_LIMITS.name,
    maxEntries: RULE_LIMITS.names,
    description: 'Only fluents of these names, default all.',
  })
  readonly names?: readonly string[];
}

@ArgsType()
export class DependenciesArgs extends FluentArgs {
  @Flag({ default: true, description: 'If true, indirect dependencies are followed, too.' })
  readonly transitive!: boolean;
}

@ArgsType()
export class DependenciesAtArgs extends DependenciesArgs {
  @Time({
    optional: true,
    description:
      'Reads the rules that the fluents had at this time; it must not be in the future, or before the first record.',
  })
  readonly asOf?: Date;
}

@ArgsType()
export class ActivityArgs extends DomainArgs {
  @Text({ optional: true, max: RULE_LIMITS.name, description: 'Only this fluent and what it needs.' })
  readonly activity?: string;
}

@ArgsType()
export class DiagramArgs extends ActivityArgs {
  @Choice(() => DiagramFormat, { default: DiagramFormat.DOT, description: 'Language of the answer.' })
  readonly format!: DiagramFormat;

  @Choice(() => DiagramInputs, { default: DiagramInputs.USED, description: 'Inputs that are drawn.' })
  readonly inputs!: DiagramInputs;

  @Count({
    optional: true,
    max: 100,
    description:
      'With an activity: maximum distance from it in arrows, in both directions. By default, everything that it needs.',
  })
  readonly neighbours?: number;
}

@ArgsType()
export class RulePromptArgs extends DomainArgs {
  @Text({ max: RULE_LIMITS.name, description: 'The fluent or event to define; it need not exist.' })
  readonly activity!: string;

  @Text({
    optional: true,
    max: RULE_LIMITS.description,
    description: 'Meaning in plain words; default the stored one.',
  })
  readonly description?: string;

  @Count({
    optional: true,
    min: 1,
    max: RULE_LIMITS.maxTokens,
    description:
      'Maximum number of tokens of both messages. Definitions that do not fit are left out, those of direct dependencies last.',
  })
  readonly maxTokens?: number;
}

@InputType({ description: 'Names that rules of a domain may use without defining them.' })
export class VocabularyInput {
  @Texts({ optional: true, max: RULE_LIMITS.name, maxEntries: RULE_LIMITS.names, description: 'name/arity' })
  readonly inputEvents?: readonly string[];

  @Texts({ optional: true, max: RULE_LIMITS.name, maxEntries: RULE_LIMITS.names, description: 'name/arity' })
  readonly inputFluents?: readonly string[];

  @Texts({ optional: true, max: RULE_LIMITS.name, maxEntries: RULE_LIMITS.names, description: 'name/arity' })
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
    description: 'Names to accept in addition to the domain’s vocabulary.',
  })
  readonly vocabulary?: VocabularyInput;
}

@ArgsType()
export class ImportDependenciesArgs extends DomainArgs {
  @Json({ max: RULE_LIMITS.graph, description: 'Each name with the names it needs: { "rendezVous": ["gap", …], … }' })
  readonly graph!: unknown;
}

@ArgsType()
export class DeclareVocabularyArgs extends DomainArgs {
  @Input(() => VocabularyInput, {
    description: 'Each given list replaces the stored one; descriptions are added.',
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
    MERGE: { description: 'Adds to the stored rules, and replaces the rules of fluents that the text defines.' },
    REPLACE: {
      description:
        'The text becomes the only rules of the domain: other fluents lose their rules but keep name, versions, trust and evidence; facts, groundings and helpers are replaced by those of the text. Vocabulary, descriptions and declared dependencies are kept.',
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

  @Flag({ default: false, description: 'If true, stores nothing and only reports what the import would change.' })
  readonly dryRun!: boolean;

  @Flag({ default: false, description: 'If true, REPLACE accepts a text with errors.' })
  readonly force!: boolean;

  @Text({
    optional: true,
    max: 64,
    description:
      'The baseVersion that an earlier import returned; if the rules changed since, the import fails with CONFLICT.',
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
  @Text({ max: RULE_LIMITS.domain, description: 'The name of the domain, repeated as confirmation.' })
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
    description: 'Meaning in plain words; if absent, the stored one is kept.',
  })
  readonly description?: string;
}

@ArgsType()
export class GenerateRulesArgs extends DomainArgs {
  @Text({ max: RULE_LIMITS.name, description: 'The fluent or event to define; it need not exist.' })
  readonly activity!: string;

  @Text({
    optional: true,
    max: RULE_LIMITS.description,
    description: 'Meaning in plain words; default the stored one.',
  })
  readonly description?: string;

  @Count({ min: 1, max: RULE_LIMITS.maxAttempts, default: 3, description: 'Maximum number of attempts, default 3.' })
  readonly maxAttempts!: number;
}

@ArgsType()
export class VersionsArgs {
  @Count({ min: 0, max: 500, default: 10, description: 'Maximum number of versions, newest first.' })
  readonly first!: number;
}
