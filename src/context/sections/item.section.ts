import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/caller.js';
import { KnowledgeItem } from '../../items/items.model.js';
import { ItemsService } from '../../items/items.service.js';
import { KnowledgeKind } from '../../knowledge/knowledge.model.js';
import type { SearchHit } from '../../search/search.model.js';
import type { SectionWriter } from '../budget.js';
import type { ContextSource } from '../context.source.js';
import { itemSections } from './item.text.js';

/** Knowledge items with their learnings, and what they need before. */
@Injectable()
export class ItemSection implements ContextSource {
  readonly kind = KnowledgeKind.ITEM;

  constructor(private readonly kb: ItemsService) {}

  async prepare({ namespace }: Caller, hits: readonly SearchHit[]): Promise<SectionWriter> {
    const needed = new Map<string, KnowledgeItem>();
    // One statement each for all hits: the service gathers what is asked for at once.
    const entries = await Promise.all(
      hits.map(async ({ id, knowledge }) => {
        const [formatted, requires] = await Promise.all([
          this.kb.formatItem(namespace, knowledge as KnowledgeItem),
          this.kb.requires(namespace, id, true),
        ]);
        for (const item of requires) needed.set(item.id, item);
        return { id, formatted, requires: requires.map((item) => item.id) };
      }),
    );
    return itemSections(entries, needed);
  }
}
