import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { eachInTurns } from '../common/turns.js';
import { KnowledgeItem } from './items.model.js';
import { ItemsService } from './items.service.js';
import type { ContextRequest, SectionHit, SectionSource, SectionWriter } from '../knowledge/section.js';
import { itemSections } from './item.text.js';

/** Renders knowledge items with their learnings, and their prerequisites. */
@Injectable()
export class ItemSection implements SectionSource {
  constructor(private readonly items: ItemsService) {}

  async prepare(
    { namespace, withheld }: Caller,
    hits: readonly SectionHit[],
    { asOf, excluded }: ContextRequest,
  ): Promise<SectionWriter> {
    // The service batches these concurrent reads, so each needs one statement for all hits.
    const entries = await Promise.all(
      hits.map(async ({ id, knowledge }) => {
        const [formatted, requires] = await Promise.all([
          this.items.formatItem(namespace, knowledge as KnowledgeItem, excluded, withheld),
          this.items.requiredIds(namespace, id),
        ]);
        return { id, formatted, requires };
      }),
    );
    const required = new Set<string>();
    await eachInTurns(entries, ({ requires }) => requires.forEach((id) => required.add(id)));
    const items = await this.items.loadInOrder(namespace, [...required], asOf);
    const shown = items.filter(({ ref }) => !withheld?.refs.has(ref));
    const needed = new Map(shown.map((item) => [item.id, item]));
    return itemSections(entries, needed);
  }
}
