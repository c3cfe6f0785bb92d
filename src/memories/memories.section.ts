import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { Memory } from './memories.model.js';
import { MemoriesService } from './memories.service.js';
import { formatMemory, newerFirst } from './memories.text.js';
import { DECAY_GRACE } from '../knowledge/profiles.js';
import { HEADINGS } from '../common/prompt-grammar.js';
import type { SectionHit, SectionSource, SectionWriter } from '../knowledge/section.js';

/** Renders memories with their confidence. Each memory put into a context counts as used. */
@Injectable()
export class MemorySection implements SectionSource {
  readonly leastTrust: number;

  constructor(
    private readonly memories: MemoriesService,
    @Inject(CONFIG) config: Config,
  ) {
    this.leastTrust = config.MEMORY_MIN_FOR_INJECTION - DECAY_GRACE;
  }

  /** Of memories with the same title, the newer one comes first. */
  async prepare({ namespace }: Caller, hits: readonly SectionHit[]): Promise<SectionWriter> {
    const same = await this.memories.sameTitles(
      namespace,
      hits.map(({ id }) => id),
    );
    const memories = hits.map(({ knowledge }) => knowledge as Memory);
    return (taken, { cut, mark }) => {
      const parts = newerFirst(taken, memories).flatMap((index) => {
        const memory = memories[index];
        return memory === undefined ? [] : mark(index) + formatMemory(memory, same.get(memory.id), cut.get(index));
      });
      return parts.length === 0 ? [] : [{ infoType: 'memories', parts: [HEADINGS.memories, ...parts] }];
    };
  }

  /** An anti-pattern with the text of a success is another memory. */
  textOf({ knowledge }: SectionHit): string {
    const { outcome, content } = knowledge as Memory;
    return `${outcome} ${content}`;
  }

  given({ namespace }: Caller, hits: readonly SectionHit[]): void {
    this.memories.countUses(
      namespace,
      hits.map(({ id }) => id),
    );
  }
}
