import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../src/common/caller.js';
import type { SectionHit, SectionSource, SectionWriter } from '../../../src/knowledge/section.js';

@Injectable()
export class RunbookSection implements SectionSource {
  prepare(_: Caller, hits: readonly SectionHit[]): Promise<SectionWriter> {
    return Promise.resolve((taken) => {
      const parts = taken.flatMap((index) => hits[index]?.knowledge.text ?? []);
      return parts.length === 0 ? [] : [{ infoType: 'runbooks', parts: ['# Runbooks', ...parts] }];
    });
  }
}
