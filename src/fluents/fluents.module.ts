import { Module } from '@nestjs/common';
import { LlmModule } from '../llm/llm.module.js';
import { type KindSource, sourceOf } from '../knowledge/kind.js';
import { SearchModule } from '../search/search.module.js';
import { DiagramService } from './diagram.service.js';
import { GenerationService } from './generation.service.js';
import { RulesReader } from './prolog/rules-reader.js';
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
import { fluentKind } from './fluents.kind.js';
import { FluentSection } from './fluents.section.js';
import { DependenciesService } from './dependencies.service.js';
import { RulesService } from './rules.service.js';

/** Fluents of RTEC event descriptions, what they need, and rules made by a language model. */
@Module({
  imports: [LlmModule, SearchModule],
  providers: [
    RulesReader,
    FluentsRepository,
    FluentsService,
    RulesService,
    DependenciesService,
    GenerationService,
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
    {
      provide: sourceOf(fluentKind),
      inject: [FluentsService, FluentSection],
      useFactory: (service: FluentsService, section: FluentSection): KindSource => ({
        load: ({ namespace }, ids) => service.findFluents(namespace, ids),
        section,
      }),
    },
  ],
  exports: [FluentsService, DependenciesService],
})
export class FluentsModule {}
