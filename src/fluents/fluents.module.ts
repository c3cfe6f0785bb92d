import { Module, type OnModuleInit } from '@nestjs/common';
import { LlmModule } from '../llm/llm.module.js';
import { KnowledgeKind } from '../knowledge/knowledge.model.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
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
  ],
  exports: [FluentsService, DependenciesService],
})
export class FluentsModule implements OnModuleInit {
  constructor(
    private readonly fluents: FluentsService,
    private readonly registry: KnowledgeRegistry,
  ) {}

  onModuleInit(): void {
    this.registry.register({
      kind: KnowledgeKind.FLUENT,
      typeName: 'Fluent',
      refPrefix: 'fluent',
      load: ({ namespace }, ids) => this.fluents.findFluents(namespace, ids),
    });
  }
}
