import { Module, type OnModuleInit } from '@nestjs/common';
import { LlmModule } from '../llm/llm.module.js';
import { KnowledgeKind } from '../search/knowledge.model.js';
import { KnowledgeRegistry } from '../search/knowledge.registry.js';
import { SearchModule } from '../search/search.module.js';
import { DiagramService } from './diagram.service.js';
import { GenerationService } from './generation.service.js';
import { RulesReader } from './prolog/rules-reader.js';
import { RulesRepository } from './rules.repository.js';
import {
  DependencyResolver,
  DependencySetResolver,
  DomainResolver,
  FluentResolver,
  GenerationResolver,
  RulesImportResolver,
  SavedFluentResolver,
} from './rules.resolver.js';
import { RulesService } from './rules.service.js';
import { RulesTools } from './rules.tools.js';

/** Fluents of RTEC event descriptions, what they need, and rules made by a language model. */
@Module({
  imports: [LlmModule, SearchModule],
  providers: [
    RulesReader,
    RulesRepository,
    RulesService,
    GenerationService,
    DiagramService,
    DomainResolver,
    FluentResolver,
    DependencyResolver,
    DependencySetResolver,
    RulesImportResolver,
    SavedFluentResolver,
    GenerationResolver,
    RulesTools,
  ],
  exports: [RulesService],
})
export class RulesModule implements OnModuleInit {
  constructor(
    private readonly rules: RulesService,
    private readonly registry: KnowledgeRegistry,
  ) {}

  onModuleInit(): void {
    this.registry.register({
      kind: KnowledgeKind.FLUENT,
      typeName: 'Fluent',
      refPrefix: 'fluent',
      load: ({ namespace }, ids) => this.rules.findFluents(namespace, ids),
    });
  }
}
