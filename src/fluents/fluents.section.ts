import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import type { ContextRequest, SectionHit, SectionSource, SectionWriter } from '../knowledge/section.js';
import { PastService } from '../search/past.service.js';
import { DependenciesService } from './dependencies.service.js';
import type { Fluent } from './fluents.model.js';
import { FluentsService } from './fluents.service.js';
import { fluentSections } from './fluent.text.js';

/** Prompt section of fluents with all definitions they depend on. */
@Injectable()
export class FluentSection implements SectionSource {
  constructor(
    private readonly fluents: FluentsService,
    private readonly dependencies: DependenciesService,
    private readonly past: PastService,
  ) {}

  async prepare(
    { namespace, withheld }: Caller,
    hits: readonly SectionHit[],
    { asOf }: ContextRequest,
  ): Promise<SectionWriter> {
    const closures = await this.dependencies.closuresOf(
      namespace,
      hits.map(({ id }) => id),
      asOf,
    );
    const entries = hits.map(({ id }) => ({ id, needs: closures.get(id) ?? [] }));
    const current = await this.fluents.findFluents(namespace, [...new Set(entries.flatMap(({ needs }) => needs))]);
    const then = asOf && (await this.past.earlier(namespace, [...current.values()], asOf));
    const needed = (then ?? [...current.values()]).filter(({ ref }) => !withheld?.refs.has(ref));
    const own = hits.map(({ id, knowledge }): [string, Fluent] => [id, knowledge as Fluent]);
    return fluentSections(entries, new Map([...needed.map((fluent): [string, Fluent] => [fluent.id, fluent]), ...own]));
  }
}
