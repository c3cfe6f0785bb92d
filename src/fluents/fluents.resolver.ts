import type { GraphQLResolveInfo } from 'graphql';
import { Args, Info, Int, Mutation, Parent, Query, ResolveField, Resolver, Subscription } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import type { ConnectionOf } from '../common/connection.js';
import { paced } from '../common/turns.js';
import { CurrentCaller } from '../common/current-caller.js';
import { MayBeKnown } from '../common/known-field.js';
import { Needs } from '../common/needs.js';
import { DiagramService } from './diagram.service.js';
import { type Generated, GenerationService } from './generation.service.js';
import { RulePrompts } from './rule-prompts.service.js';
import { RuleReport } from '../rtec/report.model.js';
import {
  ActivityArgs,
  CheckRulesArgs,
  DeclareVocabularyArgs,
  DeleteClausesArgs,
  DeleteDomainArgs,
  DependenciesAtArgs,
  DescribeActivitiesArgs,
  DiagramArgs,
  DomainArgs,
  DomainByNameArgs,
  DomainsArgs,
  DeleteFluentArgs,
  FluentArgs,
  FluentsArgs,
  GenerateRulesArgs,
  GenerationEventsArgs,
  ImportDependenciesArgs,
  ImportRulesArgs,
  RulePromptArgs,
  SaveFluentArgs,
  VersionsArgs,
} from './fluents.inputs.js';
import {
  Dependency,
  DependencyDifferences,
  DependencyImport,
  DependencySet,
  Domain,
  Fluent,
  FluentConnection,
  FluentVersion,
  GenerationEvent,
  GenerationEventConnection,
  GenerationResult,
  RulePrompt,
  RulesImport,
  SavedFluent,
} from './fluents.model.js';
import { FluentsService } from './fluents.service.js';
import { type ImportedRules, RulesService, type SavedRules } from './rules.service.js';
import { asksOnlyFor } from '../common/selection.js';
import {
  type ClosureNode,
  DependenciesService,
  type DependencyClosure,
  type DirectDependency,
} from './dependencies.service.js';

@Resolver(() => Domain)
export class DomainResolver {
  constructor(
    private readonly fluentsService: FluentsService,
    private readonly rulesService: RulesService,
    private readonly dependenciesService: DependenciesService,
    private readonly diagrams: DiagramService,
  ) {}

  @Needs('reader')
  @Query(() => [Domain], { description: 'Domains of the namespace, ordered by name.' })
  domains(@CurrentCaller() { namespace }: Caller, @Args() { names }: DomainsArgs): Promise<Domain[]> {
    return this.fluentsService.listDomains(namespace, names);
  }

  @Needs('reader')
  @Query(() => Domain, {
    nullable: true,
    description: 'The domain with this name, or null. Other queries about an unknown domain fail with NOT_FOUND.',
  })
  async domain(@CurrentCaller() { namespace }: Caller, @Args() { name }: DomainByNameArgs): Promise<Domain | null> {
    return (await this.fluentsService.findDomain(namespace, name)) ?? null;
  }

  @Needs('reader')
  @Query(() => [[String]], {
    description:
      'Names of fluents and events, grouped by level. The rules of a level can be generated as soon as the earlier levels have rules. Input is left out; names that already have rules are included.',
  })
  generationOrder(
    @CurrentCaller() { namespace }: Caller,
    @Args() { domain, activity }: ActivityArgs,
  ): Promise<string[][]> {
    return this.dependenciesService.generationOrder(namespace, domain, activity);
  }

  @Needs('reader')
  @Query(() => String, {
    description:
      'Draws the dependencies of a domain or activity, with a legend. Arrows point to the needed fluent, ranks show levels, and shapes show kinds. Undefined names are dashed, and edges that are only declared are dotted. A diagram with more than 5,000 nodes, or an SVG with more than 400 nodes or 1,500 edges, fails with LIMIT_EXCEEDED; then name an activity.',
  })
  dependencyDiagram(
    @CurrentCaller() { namespace }: Caller,
    @Args() { domain, ...asked }: DiagramArgs,
  ): Promise<string> {
    return this.diagrams.draw(namespace, domain, asked);
  }

  @Needs('reader')
  @Query(() => RuleReport, { description: 'Parses and checks rules, without storing or running them.' })
  checkRules(
    @CurrentCaller() { namespace }: Caller,
    @Args() { domain, rules, vocabulary }: CheckRulesArgs,
  ): Promise<RuleReport> {
    return this.rulesService.checkRules(namespace, domain, rules, vocabulary);
  }

  @Needs('reader')
  @Query(() => String, { description: 'All rules of a domain as one event description, dependencies first.' })
  exportRules(@CurrentCaller() { namespace }: Caller, @Args() { domain }: DomainArgs): Promise<string> {
    return this.rulesService.exportRules(namespace, domain);
  }

  @Needs('reader')
  @Query(() => DependencyDifferences, { description: 'Compares declared dependencies with those read from rules.' })
  dependencyDifferences(
    @CurrentCaller() { namespace }: Caller,
    @Args() { domain }: DomainArgs,
  ): Promise<DependencyDifferences> {
    return this.dependenciesService.differences(namespace, domain);
  }

  @Needs('writer')
  @Mutation(() => DependencyImport, {
    description:
      'Imports a dictionary of dependencies. Invalid entries are skipped. Repeating the import changes nothing.',
  })
  importDependencies(
    @CurrentCaller() caller: Caller,
    @Args() { domain, graph }: ImportDependenciesArgs,
  ): Promise<DependencyImport> {
    return this.dependenciesService.importDependencies(caller, domain, graph);
  }

  @Needs('writer')
  @Mutation(() => Domain, {
    description: 'Declares the input events, input fluents and background predicates of a domain.',
  })
  declareVocabulary(
    @CurrentCaller() caller: Caller,
    @Args() { domain, vocabulary }: DeclareVocabularyArgs,
  ): Promise<Domain> {
    return this.fluentsService.declareVocabulary(caller, domain, vocabulary);
  }

  @Needs('writer')
  @Mutation(() => Domain, { description: 'Describes activities in plain words, for prompts.' })
  describeActivities(
    @CurrentCaller() caller: Caller,
    @Args() { domain, descriptions }: DescribeActivitiesArgs,
  ): Promise<Domain> {
    return this.fluentsService.describeActivities(caller, domain, descriptions);
  }

  @Needs('admin')
  @Mutation(() => Int, {
    description:
      'Removes clauses that define no fluent, such as groundings and helpers, from a domain. Returns the number of clauses removed.',
  })
  deleteClauses(@CurrentCaller() caller: Caller, @Args() { domain, clauses }: DeleteClausesArgs): Promise<number> {
    return this.fluentsService.deleteClauses(caller, domain, clauses);
  }

  @Needs('admin')
  @Mutation(() => Boolean, {
    description:
      'Deletes a domain with all its fluents, their versions and their evidence. Returns false if there is no such domain.',
  })
  deleteDomain(@CurrentCaller() caller: Caller, @Args() { domain, confirm }: DeleteDomainArgs): Promise<boolean> {
    return this.fluentsService.deleteDomain(caller, domain, confirm);
  }

  @ResolveField(() => Int, {
    description: 'Number of fluents and output events, with or without rules. Input is not counted.',
  })
  async fluentCount(@CurrentCaller() { namespace }: Caller, @Parent() { name }: Domain): Promise<number> {
    return (await this.fluentsService.summary(namespace, name)).fluents;
  }

  @ResolveField(() => Int, { description: 'Number of fluents and output events that have rules.' })
  async definedCount(@CurrentCaller() { namespace }: Caller, @Parent() { name }: Domain): Promise<number> {
    return (await this.fluentsService.summary(namespace, name)).defined;
  }

  @ResolveField(() => [String], {
    description:
      'Names that are used or declared, but have no rules and are not input. They are written name/arity, or only as name if the arity is unknown.',
  })
  async missing(@CurrentCaller() { namespace }: Caller, @Parent() { name }: Domain): Promise<readonly string[]> {
    return (await this.fluentsService.summary(namespace, name)).missing;
  }

  @ResolveField(() => [[String]], {
    description:
      'Dependency cycles, each a group of fluents that need one another (a strongly connected component). Cycles of simple fluents are legal.',
  })
  cycles(@CurrentCaller() { namespace }: Caller, @Parent() { name }: Domain): Promise<string[][]> {
    return this.dependenciesService.cycles(namespace, name);
  }
}

@Resolver(() => Fluent)
export class FluentResolver {
  constructor(
    private readonly fluentsService: FluentsService,
    private readonly dependenciesService: DependenciesService,
  ) {}

  @Needs('reader')
  @Query(() => Fluent, {
    nullable: true,
    description: 'The fluent or event of this name, or null. An unknown domain fails with NOT_FOUND.',
  })
  async fluent(
    @CurrentCaller() { namespace }: Caller,
    @Args() { domain, name, arity }: FluentArgs,
  ): Promise<Fluent | null> {
    return (await this.fluentsService.findFluent(namespace, domain, name, arity)) ?? null;
  }

  @Needs('reader')
  @Query(() => FluentConnection, {
    description: 'Fluents and events of a domain, ordered by name. Unknown names are left out.',
  })
  fluents(
    @CurrentCaller() { namespace }: Caller,
    @Args() { domain, ...args }: FluentsArgs,
  ): Promise<ConnectionOf<Fluent>> {
    return this.fluentsService.listFluents(namespace, domain, args);
  }

  @Needs('reader')
  @Query(() => DependencySet, {
    description: 'Dependencies of a fluent: those read from its rules, or the declared ones if it has no rules.',
  })
  async dependencies(
    @CurrentCaller() { namespace }: Caller,
    @Args() { domain, name, arity, transitive, asOf }: DependenciesAtArgs,
  ): Promise<DependencyClosure> {
    const { id } = await this.fluentsService.getFluent(namespace, domain, name, arity);
    return this.dependenciesService.closureOf(namespace, id, transitive, asOf);
  }

  @Needs('reader')
  @Query(() => [Fluent], { description: 'Fluents that need a fluent, ordered by distance, nearest first, then by id.' })
  async dependents(
    @CurrentCaller() { namespace }: Caller,
    @Args() { domain, name, arity, transitive, asOf }: DependenciesAtArgs,
  ): Promise<readonly (Fluent | Promise<Fluent>)[]> {
    const { id } = await this.fluentsService.getFluent(namespace, domain, name, arity);
    const ids = await this.dependenciesService.dependentsOf(namespace, id, transitive, asOf);
    return paced(await this.dependenciesService.load(namespace, ids, asOf));
  }

  @Needs('admin')
  @Mutation(() => Boolean, {
    description:
      'Deletes a fluent with its versions and groundings. A fluent that others need is deleted only with force; otherwise CONFLICT names them. Returns false if there is no such fluent.',
  })
  deleteFluent(@CurrentCaller() caller: Caller, @Args() { domain, ...args }: DeleteFluentArgs): Promise<boolean> {
    return this.fluentsService.deleteFluent(caller, domain, args);
  }

  @ResolveField(() => Int, {
    nullable: true,
    description: 'Length of the longest path of dependencies to input; 0 for input itself, null for an undefined name.',
  })
  @MayBeKnown() // The level of a dependency may already be known, because dependencies are read with their levels.
  level(@CurrentCaller() { namespace }: Caller, @Parent() fluent: Fluent): Promise<number | null> {
    return this.dependenciesService.levelOf(namespace, fluent);
  }

  @ResolveField(() => [Dependency], {
    description: 'Direct dependencies, declared or read from rules, ordered by name.',
  })
  dependsOn(@CurrentCaller() { namespace }: Caller, @Parent() { id }: Fluent): Promise<DirectDependency[]> {
    return this.dependenciesService.dependsOn(namespace, id);
  }

  @ResolveField(() => [FluentVersion], {
    description: 'Versions of the rules, newest first, including the current one.',
  })
  versions(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { id }: Fluent,
    @Args() { first }: VersionsArgs,
  ): Promise<readonly FluentVersion[]> {
    return this.fluentsService.versionsOf(namespace, id, first);
  }
}

@Resolver(() => Dependency)
export class DependencyResolver {
  constructor(private readonly fluentsService: FluentsService) {}

  @ResolveField(() => Fluent, {
    description: 'The fluent or event that is needed; it may be a name without rules.',
  })
  fluent(@CurrentCaller() { namespace }: Caller, @Parent() { fluentId }: DirectDependency): Promise<Fluent> {
    return this.fluentsService.getById(namespace, fluentId);
  }
}

@Resolver(() => DependencySet)
export class DependencySetResolver {
  constructor(private readonly dependenciesService: DependenciesService) {}

  /**
   * One statement reads the names of thousands of fluents. Texts are loaded only if the query selects fields that need
   * them.
   */
  @ResolveField(() => [Fluent])
  async fluents(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { ids, nodes, asOf }: DependencyClosure,
    @Info() info: GraphQLResolveInfo,
  ): Promise<readonly (Fluent | ClosureNode | Promise<Fluent>)[]> {
    if (asksOnlyFor(CLOSURE_FIELDS, info)) return nodes;
    const levels = new Map(nodes.map(({ id, level }) => [id, level]));
    const fluents = await this.dependenciesService.load(namespace, ids, asOf);
    return paced(fluents.map((fluent) => ({ ...fluent, level: levels.get(fluent.id) ?? null })));
  }
}

const CLOSURE_FIELDS: ReadonlySet<string> = new Set<keyof ClosureNode | '__typename'>([
  '__typename',
  'id',
  'ref',
  'domain',
  'name',
  'arity',
  'fluentKind',
  'level',
]);

@Resolver(() => RulesImport)
export class RulesImportResolver {
  constructor(
    private readonly fluentsService: FluentsService,
    private readonly rulesService: RulesService,
  ) {}

  @Needs('writer')
  @Mutation(() => RulesImport, {
    description:
      'Imports a whole event description and splits it into its fluents. If the domain declares no input, names that no rule defines are taken as input.',
  })
  importRules(
    @CurrentCaller() caller: Caller,
    @Args() { domain, rules, ...options }: ImportRulesArgs,
  ): Promise<ImportedRules> {
    return this.rulesService.importRules(caller, domain, rules, options);
  }

  @ResolveField(() => [Fluent])
  async fluents(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { ids }: ImportedRules,
  ): Promise<readonly (Fluent | Promise<Fluent>)[]> {
    return paced(await this.fluentsService.loadFluents(namespace, ids));
  }
}

@Resolver(() => SavedFluent)
export class SavedFluentResolver {
  constructor(
    private readonly fluentsService: FluentsService,
    private readonly rulesService: RulesService,
  ) {}

  @Needs('writer')
  @Mutation(() => SavedFluent, {
    description:
      'Replaces the rules of a fluent; the earlier version is kept. Rules with problems are saved, too, with three exceptions, which are refused: rules that do not define the fluent, rules with a clause that Prolog would execute on loading, and rules that put a statically determined value on a cycle.',
  })
  saveFluent(@CurrentCaller() caller: Caller, @Args() { domain, ...input }: SaveFluentArgs): Promise<SavedRules> {
    return this.rulesService.saveFluent(caller, domain, input);
  }

  @ResolveField(() => Fluent, { description: 'The fluent as it is stored.' })
  fluent(@CurrentCaller() { namespace }: Caller, @Parent() { id }: SavedRules): Promise<Fluent> {
    return this.fluentsService.getById(namespace, id);
  }
}

@Resolver(() => GenerationResult)
export class GenerationResolver {
  constructor(
    private readonly fluentsService: FluentsService,
    private readonly generation: GenerationService,
    private readonly prompts: RulePrompts,
  ) {}

  @Needs('reader')
  @Query(() => RulePrompt, {
    description:
      'Prompt for a language model to write the rules of an activity, including every definition that the activity depends on.',
  })
  rulePrompt(
    @CurrentCaller() caller: Caller,
    @Args() { domain, activity, description, maxTokens }: RulePromptArgs,
  ): Promise<RulePrompt> {
    return this.prompts.rulePrompt(caller, domain, { activity, description, maxTokens });
  }

  @Needs('writer')
  @Mutation(() => GenerationResult, {
    description:
      'Lets the language model write the rules of an activity. If the rules have problems, the model tries again with a list of the problems. Valid rules are stored.',
  })
  generateRules(
    @CurrentCaller() caller: Caller,
    @Args() { domain, activity, description, maxAttempts }: GenerateRulesArgs,
  ): Promise<Generated> {
    return this.generation.generate(caller, domain, { activity, description, maxAttempts });
  }

  @Needs('reader')
  @Query(() => GenerationEventConnection, {
    description: 'Steps of all generations of rules in a domain, newest first. Empty for an unknown domain.',
  })
  generationEvents(
    @CurrentCaller() { namespace }: Caller,
    @Args() args: GenerationEventsArgs,
  ): Promise<ConnectionOf<GenerationEvent>> {
    return this.generation.list(namespace, args);
  }

  @Needs('reader')
  @Subscription(() => GenerationEvent, {
    description:
      'Steps of all generations of rules in a domain. Steps of the last five seconds are sent first, then all later steps.',
    resolve: (event: GenerationEvent) => event,
  })
  generationProgress(
    @CurrentCaller() { namespace }: Caller,
    @Args() { domain }: DomainArgs,
  ): AsyncGenerator<GenerationEvent> {
    return this.generation.progress(namespace, domain);
  }

  @ResolveField(() => Fluent, { nullable: true })
  async fluent(@CurrentCaller() { namespace }: Caller, @Parent() { id }: Generated): Promise<Fluent | null> {
    return id === undefined ? null : this.fluentsService.getById(namespace, id);
  }
}
