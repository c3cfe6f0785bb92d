import { Field, Int, OmitType, PickType } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { block, comment, flat } from '../common/prompt-text.js';
import {
  AgentTools,
  type AgentToolSet,
  definePrompt,
  defineTool,
  type ResourceTemplate,
  ToolObject,
} from '../common/tool.js';
import { FluentKind } from '../rtec/event-description.js';
import { labelOf } from '../rtec/fluent-names.js';
import {
  CheckRulesArgs,
  DeclareVocabularyArgs,
  DependenciesAtArgs,
  DomainByNameArgs,
  FluentArgs,
  ImportRulesArgs,
  RulePromptArgs,
  SaveFluentArgs,
} from './fluents.inputs.js';
import {
  Dependency,
  DependencySet,
  Domain,
  Fluent,
  FluentValue,
  RulePrompt,
  RulesImport,
  SavedFluent,
  Vocabulary,
} from './fluents.model.js';
import { FluentsService } from './fluents.service.js';
import { RulePrompts } from './rule-prompts.service.js';
import { RuleProblem, RuleReport } from '../rtec/report.model.js';
import { RulesService } from './rules.service.js';
import { DependenciesService } from './dependencies.service.js';

@ToolObject()
class ShownValue extends PickType(FluentValue, ['value']) {
  @Field(() => FluentKind)
  readonly kind!: FluentKind;
}

@ToolObject()
class ShownFluent extends PickType(Fluent, ['id', 'domain', 'name', 'arity', 'description', 'rules']) {
  @Field(() => FluentKind, { description: 'Kind of fluent or event; UNDEFINED is a name without rules.' })
  readonly kind!: FluentKind;

  @Field(() => [ShownValue])
  readonly values!: readonly ShownValue[];
}

@ToolObject()
class DomainSummary extends PickType(Domain, ['name']) {
  @Field(() => Int, {
    description: 'Number of fluents and output events, with or without rules. Input is not counted.',
  })
  readonly fluents!: number;

  @Field(() => Int, { description: 'Number of fluents and output events that have rules.' })
  readonly defined!: number;

  @Field(() => [String], {
    description:
      'Names that are used or declared, but have no rules and are not input. They are written name/arity, or only as name if the arity is unknown.',
  })
  readonly missing!: readonly string[];
}

@ToolObject()
class ShownDomain extends DomainSummary {
  @Field(() => Vocabulary)
  readonly vocabulary!: Vocabulary;

  @Field(() => [String], { description: 'Clauses that define no fluent: facts, groundings, helpers, declarations.' })
  readonly otherClauses!: readonly string[];
}

@ToolObject()
class FluentName extends PickType(Fluent, ['name', 'arity']) {
  @Field(() => FluentKind)
  readonly kind!: FluentKind;

  @Field()
  readonly hasRules!: boolean;
}

@ToolObject()
class ShownProblem extends OmitType(RuleProblem, ['endLine']) {}

@ToolObject()
class ShownReport extends OmitType(RuleReport, ['problems']) {
  @Field(() => [ShownProblem])
  readonly problems!: readonly ShownProblem[];
}

@ToolObject()
class SavedRules extends PickType(SavedFluent, ['addedDependencies', 'removedDependencies']) {
  @Field(() => ShownFluent)
  readonly fluent!: ShownFluent;

  @Field(() => ShownReport)
  readonly report!: ShownReport;
}

@ToolObject()
class ImportedRules extends PickType(RulesImport, ['added', 'changed', 'removed', 'unchanged', 'baseVersion']) {
  @Field(() => ShownReport)
  readonly report!: ShownReport;
}

@ToolObject()
class DirectDependency extends PickType(Dependency, ['source', 'via', 'negated']) {
  @Field()
  readonly fluent!: string;
}

@ToolObject()
class FluentNeeds extends PickType(DependencySet, ['missing', 'depth']) {
  @Field(() => [FluentName])
  readonly fluents!: readonly FluentName[];

  @Field(() => [DirectDependency], { description: 'Empty if asOf is given.' })
  readonly direct!: readonly DirectDependency[];
}

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** MCP tools for agents: learned fluents, their rules and their dependencies. */
@AgentTools()
export class FluentsTools implements AgentToolSet {
  readonly tools = [
    defineTool({
      name: 'fluent_get',
      role: 'reader',
      title: 'Get a fluent',
      description: 'Returns a learned RTEC fluent or event: its rules, kind, values and description.',
      input: FluentArgs,
      output: ShownFluent,
      hints: READS,
      run: async ({ namespace }, input) =>
        toFluent(await this.fluents.getFluent(namespace, input.domain, input.name, input.arity)),
    }),
    defineTool({
      name: 'domain_get',
      role: 'reader',
      title: 'Get a domain',
      description:
        'Returns the vocabulary of an RTEC domain (input events, input fluents and background predicates with their meanings), the clauses of the domain that define no fluent, and the names that have no rules yet.',
      input: DomainByNameArgs,
      output: ShownDomain,
      hints: READS,
      run: async ({ namespace }, { name }) =>
        this.shownDomain(namespace, await this.fluents.getDomain(namespace, name)),
    }),
    defineTool({
      name: 'domain_vocabulary',
      role: 'writer',
      title: 'Declare a vocabulary',
      description:
        'Declares the names that the rules of a domain may use without defining them, as name/arity, and the meanings of names. Each given list replaces the stored list; descriptions are added to the stored ones. As soon as a domain declares input, a name that is neither in the vocabulary nor defined by a rule is an error.',
      input: DeclareVocabularyArgs,
      output: ShownDomain,
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
      run: async (caller, { domain, vocabulary }) =>
        this.shownDomain(caller.namespace, await this.fluents.declareVocabulary(caller, domain, vocabulary)),
    }),
    defineTool({
      name: 'rules_import',
      role: 'writer',
      title: 'Import rules',
      description:
        'Imports a whole event description into a domain and splits it into its fluents. With mode MERGE, the text is added to the stored rules; with REPLACE, it replaces all of them. With dry_run, nothing is stored, and the answer lists the fluents that would be added, changed and removed.',
      input: ImportRulesArgs,
      output: ImportedRules,
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
      run: (caller, { domain, rules, ...options }) => this.rules.importRules(caller, domain, rules, options),
    }),
    defineTool({
      name: 'fluent_save',
      role: 'writer',
      title: 'Save a fluent',
      description:
        'Saves the rules of a fluent, keeps its previous rules as an earlier version, and reports problems. It refuses rules that do not define the fluent, that have a clause which Prolog would execute on loading, or that put a statically determined value on a cycle. To see problems without saving, call rules_check first.',
      input: SaveFluentArgs,
      output: SavedRules,
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: async (caller, { domain, ...input }) => {
        const saved = await this.rules.saveFluent(caller, domain, input);
        return { ...saved, fluent: toFluent(await this.fluents.getById(caller.namespace, saved.id)) };
      },
    }),
    defineTool({
      name: 'fluent_dependencies',
      role: 'reader',
      title: 'Get what a fluent needs',
      description:
        'Returns the fluents and events that a fluent depends on, each after its own dependencies, and the names among them that have no rules yet. Direct dependencies have a source: DECLARED, EXTRACTED (read from rules) or BOTH. With asOf, it returns what the rules of that time needed.',
      input: DependenciesAtArgs,
      output: FluentNeeds,
      hints: READS,
      run: async ({ namespace }, { domain, name, arity, transitive, asOf }) => {
        const { id } = await this.fluents.getFluent(namespace, domain, name, arity);
        const [{ ids, missing, depth }, direct] = await Promise.all([
          this.dependencies.closureOf(namespace, id, transitive, asOf),
          asOf ? [] : this.dependencies.dependsOn(namespace, id),
        ]);
        const [fluents, needed] = await Promise.all([
          this.dependencies.load(namespace, ids, asOf),
          this.fluents.findFluents(
            namespace,
            direct.map(({ fluentId }) => fluentId),
          ),
        ]);
        return {
          fluents: fluents.map(toBrief),
          direct: direct.flatMap(({ fluentId, source, via, negated }) => {
            const fluent = needed.get(fluentId);
            return fluent ? [{ fluent: labelOf(fluent), source, via, negated }] : [];
          }),
          missing,
          depth,
        };
      },
    }),
    defineTool({
      name: 'rules_prompt',
      role: 'reader',
      title: 'Get the prompt for rules',
      description:
        'Returns the system and user messages for writing the rules of an activity. They contain all definitions that the activity depends on, its description and the vocabulary. Write the rules, then call fluent_save.',
      input: RulePromptArgs,
      output: RulePrompt,
      hints: READS,
      run: (caller, { domain, ...args }) => this.building.rulePrompt(caller, domain, args),
    }),
    defineTool({
      name: 'rules_check',
      role: 'reader',
      title: 'Check rules',
      description:
        'Parses RTEC rules and checks them against the domain. It reports problems such as syntax errors, undefined fluents and events, wrong arities and cycles, each with its line. Nothing is stored.',
      input: CheckRulesArgs,
      output: ShownReport,
      hints: READS,
      run: ({ namespace }, { domain, rules, vocabulary }) =>
        this.rules.checkRules(namespace, domain, rules, vocabulary),
    }),
  ];

  readonly resources: readonly ResourceTemplate[] = [
    {
      uriTemplate: 'heartwood://fluent/{domain}/{name}',
      name: 'fluent',
      title: 'RTEC fluent',
      description: 'The rules of a fluent, with its description as a comment.',
      mimeType: 'text/plain',
      read: async ({ namespace }: Caller, domain = '', name = '') => {
        const fluent = await this.fluents.findFluent(namespace, domain, name);
        return fluent && toText(fluent);
      },
    },
  ];

  readonly prompts = [
    definePrompt({
      name: 'generate_rules',
      title: 'Generate RTEC rules',
      description:
        'Writes the rules of an activity with the help of all definitions that it depends on, and saves them.',
      input: RulePromptArgs,
      asks: ['domain', 'activity', 'description'],
      get: async (caller, { domain, activity, description }) => {
        const { system, user } = await this.building.rulePrompt(caller, domain, { activity, description });
        return [
          `${system}\n\n${user}`,
          'Check the rules with rules_check, correct every error, then save them with fluent_save.',
        ];
      },
    }),
  ];

  constructor(
    private readonly fluents: FluentsService,
    private readonly rules: RulesService,
    private readonly dependencies: DependenciesService,
    private readonly building: RulePrompts,
  ) {}

  private async summaryOf(namespace: string, { name }: Domain): Promise<DomainSummary> {
    return { name, ...(await this.fluents.summary(namespace, name)) };
  }

  private async shownDomain(namespace: string, domain: Domain): Promise<ShownDomain> {
    return { ...domain, ...(await this.summaryOf(namespace, domain)) };
  }
}

function toFluent({ fluentKind, ...fluent }: Fluent): ShownFluent {
  const values = fluent.values.map(({ value, fluentKind: kind }) => ({ value, kind }));
  return { ...fluent, kind: fluentKind, values };
}

function toBrief({ name, arity, fluentKind, rules }: Fluent): FluentName {
  return { name, arity, kind: fluentKind, hasRules: rules !== null };
}

function toText(fluent: Fluent): string {
  const { description, rules, fluentKind } = fluent;
  const heading = `% ${labelOf(fluent)}: ${fluentKind.toLowerCase().replaceAll('_', ' ')}`;
  const said = description === null ? [] : comment('%', description);
  return [flat(heading), ...said, ...(rules === null ? [] : [block(rules)])].join('\n');
}
