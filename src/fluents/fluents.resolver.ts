import type { GraphQLResolveInfo } from 'graphql';
import { Args, Info, Int, Mutation, Parent, Query, ResolveField, Resolver, Subscription } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import type { ConnectionOf } from '../common/connection.js';
import { paced } from '../common/turns.js';
import { CurrentCaller } from '../common/current-caller.js';
import { MayBeKnown } from '../common/known-field.js';
import { DiagramService } from './diagram.service.js';
import { type Generated, GenerationService } from './generation.service.js';
import { RuleReport } from './report.model.js';
import {
  ActivityArgs,
  CheckRulesArgs,
  DeclareVocabularyArgs,
  DeleteClausesArgs,
  DeleteDomainArgs,
  DependenciesArgs,
  DescribeActivitiesArgs,
  DiagramArgs,
  DomainArgs,
  DomainByNameArgs,
  DomainsArgs,
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
import { asksOnlyFor } from './selection.js';
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

  @Query(() => [Domain], { description: 'By name.' })
  domains(@CurrentCaller() { namespace }: Caller, @Args() { names }: DomainsArgs): Promise<Domain[]> {
    return this.fluentsService.listDomains(namespace, names);
  }

  @Query(() => Domain, {
    nullable: true,
    description:
      'The domain of this name, or null: this query alone asks whether there is one. All that reads of a domain is NOT_FOUND where there is none.',
  })
  async domain(@CurrentCaller() { namespace }: Caller, @Args() { name }: DomainByNameArgs): Promise<Domain | null> {
    return (await this.fluentsService.findDomain(namespace, name)) ?? null;
  }

  @Query(() => [[String]], {
    description:
      'Names by level: all of a level can be generated once the levels before it are. Input is left out, what has rules is not.',
  })
  generationOrder(
    @CurrentCaller() { namespace }: Caller,
    @Args() { domain, activity }: ActivityArgs,
  ): Promise<string[][]> {
    return this.dependenciesService.generationOrder(namespace, domain, activity);
  }

  @Query(() => String, {
    description:
      'Levels as ranks, kinds by shape, missing ones dashed, edges that are only declared dotted; parts are packed to the shape of a page, with a legend. An arrow leads to what is needed. More than 5,000 nodes are LIMIT_EXCEEDED, as are an SVG of more than 400 nodes or 1,500 edges: name an activity.',
  })
  dependencyDiagram(
    @CurrentCaller() { namespace }: Caller,
    @Args() { domain, ...asked }: DiagramArgs,
  ): Promise<string> {
    return this.diagrams.draw(namespace, domain, asked);
  }

  @Query(() => RuleReport, { description: 'Reads rules and judges them; stores nothing, runs nothing.' })
  checkRules(
    @CurrentCaller() { namespace }: Caller,
    @Args() { domain, rules, vocabulary }: CheckRulesArgs,
  ): Promise<RuleReport> {
    return this.rulesService.checkRules(namespace, domain, rules, vocabulary);
  }

  @Query(() => String, { description: 'One event description, each fluent after what it needs.' })
  exportRules(@CurrentCaller() { namespace }: Caller, @Args() { domain }: DomainArgs): Promise<string> {
    return this.rulesService.exportRules(namespace, domain);
  }

  @Query(() => DependencyDifferences, { description: 'Declared dependencies against those read from the rules.' })
  dependencyDifferences(
    @CurrentCaller() { namespace }: Caller,
    @Args() { domain }: DomainArgs,
  ): Promise<DependencyDifferences> {
    return this.dependenciesService.differences(namespace, domain);
  }

  @Mutation(() => DependencyImport, {
    description: 'Takes over a dictionary of dependencies. Doing it again changes nothing; wrong entries are skipped.',
  })
  importDependencies(
    @CurrentCaller() caller: Caller,
    @Args() { domain, graph }: ImportDependenciesArgs,
  ): Promise<DependencyImport> {
    return this.dependenciesService.importDependencies(caller, domain, graph);
  }

  @Mutation(() => Domain, {
    description: 'Declares the input events, input fluents and background predicates of a domain.',
  })
  declareVocabulary(
    @CurrentCaller() caller: Caller,
    @Args() { domain, vocabulary }: DeclareVocabularyArgs,
  ): Promise<Domain> {
    return this.fluentsService.declareVocabulary(caller, domain, vocabulary);
  }

  @Mutation(() => Domain, { description: 'Describes activities in plain words, for prompts.' })
  describeActivities(
    @CurrentCaller() caller: Caller,
    @Args() { domain, descriptions }: DescribeActivitiesArgs,
  ): Promise<Domain> {
    return this.fluentsService.describeActivities(caller, domain, descriptions);
  }

  @Mutation(() => Int, {
    description:
      'Takes clauses that define no fluent out of a domain, such as groundings and helpers; how many there were.',
  })
  deleteClauses(@CurrentCaller() caller: Caller, @Args() { domain, clauses }: DeleteClausesArgs): Promise<number> {
    return this.fluentsService.deleteClauses(caller, domain, clauses);
  }

  @Mutation(() => Boolean, {
    description: 'Deletes a domain with all its fluents, their versions and evidence. False when there was none.',
  })
  deleteDomain(
    @CurrentCaller() { namespace }: Caller,
    @Args() { domain, confirm }: DeleteDomainArgs,
  ): Promise<boolean> {
    return this.fluentsService.deleteDomain(namespace, domain, confirm);
  }

  @ResolveField(() => Int, { description: 'Number of fluents and output events, named or defined, without input.' })
  async fluentCount(@CurrentCaller() { namespace }: Caller, @Parent() { name }: Domain): Promise<number> {
    return (await this.fluentsService.summary(namespace, name)).fluents;
  }

  @ResolveField(() => Int, { description: 'Number of these that have rules.' })
  async definedCount(@CurrentCaller() { namespace }: Caller, @Parent() { name }: Domain): Promise<number> {
    return (await this.fluentsService.summary(namespace, name)).defined;
  }

  @ResolveField(() => [String], {
    description: 'Names that are used or declared, but have no rules and are not input; name/arity, or name.',
  })
  async missing(@CurrentCaller() { namespace }: Caller, @Parent() { name }: Domain): Promise<readonly string[]> {
    return (await this.fluentsService.summary(namespace, name)).missing;
  }

  @ResolveField(() => [[String]], {
    description: 'Strongly connected components of more than one fluent; legal among simple fluents.',
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

  @Query(() => Fluent, {
    nullable: true,
    description: 'The fluent or event of this name, or null. An unknown domain is NOT_FOUND.',
  })
  async fluent(
    @CurrentCaller() { namespace }: Caller,
    @Args() { domain, name, arity }: FluentArgs,
  ): Promise<Fluent | null> {
    return (await this.fluentsService.findFluent(namespace, domain, name, arity)) ?? null;
  }

  @Query(() => FluentConnection, { description: 'Fluents and events of a domain, by name; those that exist.' })
  fluents(
    @CurrentCaller() { namespace }: Caller,
    @Args() { domain, ...args }: FluentsArgs,
  ): Promise<ConnectionOf<Fluent>> {
    return this.fluentsService.listFluents(namespace, domain, args);
  }

  @Query(() => DependencySet, {
    description: 'Dependencies of a fluent: those of its rules if it has any, else the declared ones.',
  })
  async dependencies(
    @CurrentCaller() { namespace }: Caller,
    @Args() { domain, name, arity, transitive }: DependenciesArgs,
  ): Promise<DependencyClosure> {
    const { id } = await this.fluentsService.getFluent(namespace, domain, name, arity);
    return this.dependenciesService.closureOf(namespace, id, transitive);
  }

  @Query(() => [Fluent], { description: 'Fluents that need a fluent, nearest first, then by id.' })
  async dependents(
    @CurrentCaller() { namespace }: Caller,
    @Args() { domain, name, arity, transitive }: DependenciesArgs,
  ): Promise<readonly (Fluent | Promise<Fluent>)[]> {
    const { id } = await this.fluentsService.getFluent(namespace, domain, name, arity);
    const ids = await this.dependenciesService.dependentsOf(namespace, id, transitive);
    return paced(await this.fluentsService.loadFluents(namespace, ids));
  }

  @Mutation(() => Boolean, {
    description:
      'Forgets a fluent with its versions and groundings; its name stays while others need it. False when there was none.',
  })
  deleteFluent(@CurrentCaller() caller: Caller, @Args() { domain, name, arity }: FluentArgs): Promise<boolean> {
    return this.fluentsService.deleteFluent(caller, domain, name, arity);
  }

  @ResolveField(() => Int, {
    nullable: true,
    description: 'Length of the longest path from input, 0 for input itself; null while undefined.',
  })
  @MayBeKnown() // Of a closure it is.
  level(@CurrentCaller() { namespace }: Caller, @Parent() fluent: Fluent): Promise<number | null> {
    return this.dependenciesService.levelOf(namespace, fluent);
  }

  @ResolveField(() => [Dependency], { description: 'Direct dependencies, declared or read from rules, by name.' })
  dependsOn(@CurrentCaller() { namespace }: Caller, @Parent() { id }: Fluent): Promise<DirectDependency[]> {
    return this.dependenciesService.dependsOn(namespace, id);
  }

  @ResolveField(() => [FluentVersion], { description: 'Versions, newest first, including the current one.' })
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
    description: 'The fluent that is needed; null for an event, or a name without a stored fluent.',
  })
  fluent(@CurrentCaller() { namespace }: Caller, @Parent() { fluentId }: DirectDependency): Promise<Fluent> {
    return this.fluentsService.getById(namespace, fluentId);
  }
}

@Resolver(() => DependencySet)
export class DependencySetResolver {
  constructor(private readonly fluentsService: FluentsService) {}

  /** Thousands of names come with one statement: texts are loaded only where they are asked for. */
  @ResolveField(() => [Fluent])
  async fluents(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { ids, nodes }: DependencyClosure,
    @Info() info: GraphQLResolveInfo,
  ): Promise<readonly (Fluent | ClosureNode | Promise<Fluent>)[]> {
    if (asksOnlyFor(CLOSURE_FIELDS, info)) return nodes;
    const levels = new Map(nodes.map(({ id, level }) => [id, level]));
    const fluents = await this.fluentsService.loadFluents(namespace, ids);
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

  @Mutation(() => RulesImport, {
    description:
      'Brings a whole event description in, cut into its fluents. Without a vocabulary, what nothing defines counts as input.',
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

  @Mutation(() => SavedFluent, {
    description:
      'Replaces the rules of a fluent; the version before is kept. Saved with its problems, unless nothing of that name is defined or a statically determined value would lie on a cycle.',
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
  ) {}

  @Query(() => RulePrompt, {
    description:
      'Prompt for a language model to write the rules of an activity, including every definition that the activity depends on.',
  })
  rulePrompt(
    @CurrentCaller() caller: Caller,
    @Args() { domain, activity, description, maxTokens }: RulePromptArgs,
  ): Promise<RulePrompt> {
    return this.generation.rulePrompt(caller, domain, { activity, description, maxTokens });
  }

  @Mutation(() => GenerationResult, {
    description: 'Has the language model write rules, tells it what is wrong with them, and stores what is valid.',
  })
  generateRules(
    @CurrentCaller() caller: Caller,
    @Args() { domain, activity, description, maxAttempts }: GenerateRulesArgs,
  ): Promise<Generated> {
    return this.generation.generate(caller, domain, { activity, description, maxAttempts });
  }

  @Query(() => GenerationEventConnection, {
    description: 'Steps of generations of rules in a domain, newest first; none of a domain that does not exist.',
  })
  generationEvents(
    @CurrentCaller() { namespace }: Caller,
    @Args() args: GenerationEventsArgs,
  ): Promise<ConnectionOf<GenerationEvent>> {
    return this.generation.list(namespace, args);
  }

  @Subscription(() => GenerationEvent, {
    description: 'Steps of generations in a domain: those of the last five seconds, and all from now on.',
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
