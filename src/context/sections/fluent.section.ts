import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/caller.js';
import type { Fluent } from '../../fluents/fluents.model.js';
import { FluentsService } from '../../fluents/fluents.service.js';
import { KnowledgeKind } from '../../knowledge/knowledge.model.js';
import type { SearchHit } from '../../search/search.model.js';
import { DependenciesService } from '../../fluents/dependencies.service.js';
import type { SectionWriter } from '../budget.js';
import type { ContextSource } from '../context.source.js';
import { fluentSections } from './fluent.text.js';

/** Fluents with all the definitions they rest on. */
@Injectable()
export class FluentSection implements ContextSource {
  readonly kind = KnowledgeKind.FLUENT;

  constructor(
    private readonly fluents: FluentsService,
    private readonly dependencies: DependenciesService,
  ) {}

  async prepare({ namespace }: Caller, hits: readonly SearchHit[]): Promise<SectionWriter> {
    const closures = await this.dependencies.closuresOf(
      namespace,
      hits.map(({ id }) => id),
    );
    const entries = hits.map(({ id }) => ({ id, needs: closures.get(id) ?? [] }));
    const needed = await this.fluents.findFluents(namespace, [...new Set(entries.flatMap(({ needs }) => needs))]);
    const own = hits.map(({ id, knowledge }): [string, Fluent] => [id, knowledge as Fluent]);
    return fluentSections(entries, new Map([...needed, ...own]));
  }
}
