import { Module } from '@nestjs/common';
import { LlmModule } from '../llm/llm.module.js';
import { type KindSource, type PartSource, partSourceOf, sourceOf } from '../knowledge/kind.js';
import { VersionsModule } from '../versions/versions.module.js';
import { SearchModule } from '../search/search.module.js';
import { DiagramService } from './diagram.service.js';
import { GenerationService } from './generation.service.js';
import { RulesReader } from '../rtec/prolog/rules-reader.js';
import { FluentsRepository } from './fluents.repository.js';
import {
  DependencyResolver,
  DependencySetResolver,
  DomainResolver,
  FluentResolver,
  GenerationResolver,
  RulesImportResolver,
  SavedFluentResolver,
} from './fluents.resolver.js';
import { FluentsService } from './fluents.service.js';
import { FluentsTools } from './fluents.tools.js';
import { domainPart, fluentKind } from './fluents.kind.js';
import { FluentSection } from './fluents.section.js';
import { PastDependenciesService } from './past-dependencies.service.js';
import { DependenciesService } from './dependencies.service.js';
import { RuleHistoryService } from './rule-history.service.js';
import { RulePrompts } from './rule-prompts.service.js';
import { RulesService } from './rules.service.js';

/** Fluents of RTEC event descriptions, their dependencies, and rules that a language model generates. */
@Module({
  imports: [LlmModule, SearchModule, VersionsModule],
  providers: [
    RulesReader,
    FluentsRepository,
    FluentsService,
    RulesService,
    RuleHistoryService,
    DependenciesService,
    GenerationService,
    RulePrompts,
    DiagramService,
    DomainResolver,
    FluentResolver,
    DependencyResolver,
    DependencySetResolver,
    RulesImportResolver,
    SavedFluentResolver,
    GenerationResolver,
    FluentsTools,
    FluentSection,
    PastDependenciesService,
    {
      provide: sourceOf(fluentKind),
      inject: [FluentsService, FluentSection, RuleHistoryService],
      useFactory: (service: FluentsService, section: FluentSection, history: RuleHistoryService): KindSource => ({
        load: ({ namespace }, ids) => service.findFluents(namespace, ids),
        restore: (restoring, id, state) => history.restoreFluent(restoring, id, state),
        clauses: (caller, versions) => history.clausesOfFluent(caller, versions),
        section,
      }),
    },
    {
      provide: partSourceOf(domainPart),
      inject: [FluentsService, RuleHistoryService],
      useFactory: (service: FluentsService, history: RuleHistoryService): PartSource => ({
        sees: async ({ namespace }, name) => (await service.findDomain(namespace, name)) !== undefined,
        restore: (restoring, name, state) => history.restoreDomain(restoring, name, state),
        clauses: (caller, versions) => history.clausesOfDomain(caller, versions),
      }),
    },
  ],
  exports: [FluentsService, DependenciesService],
})
export class FluentsModule {}
