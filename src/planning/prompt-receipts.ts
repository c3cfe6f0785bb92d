import { Injectable, Logger } from '@nestjs/common';
import { type Caller, voiceOf } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { DatabaseReadOnlyError } from '../common/errors.js';
import { newId } from '../common/seeded-time.js';
import type { KnowledgeItem } from '../items/items.model.js';
import { given, ReceiptsService } from '../knowledge/receipts.service.js';
import type { SearchResult } from '../search/search.model.js';
import type { PlanningInput } from './planning.inputs.js';
import type { GivenPrompt } from './planning.repository.js';

/** A planning prompt with the items that it shows. */
export interface Assembled extends GivenPrompt {
  readonly system: string;
  readonly user: string;
  readonly alsoNeeded: readonly KnowledgeItem[];
}

/** Stores receipts of planning prompts. */
@Injectable()
export class PromptReceipts {
  private readonly logger = new Logger(PromptReceipts.name);

  constructor(
    private readonly receipts: ReceiptsService,
    private readonly clock: Clock,
  ) {}

  /** @returns id of the receipt; null when the database is read-only */
  async record(
    caller: Caller,
    { task, exclude }: PlanningInput,
    { hits, degraded }: Pick<SearchResult, 'hits' | 'degraded'>,
    { system, user, retrieved, shown, neededIds, settings }: Assembled,
  ): Promise<string | null> {
    const { namespace, team, project } = caller;
    const at = this.clock.now();
    const id = newId(at.getTime());
    try {
      await this.receipts.record({
        namespace,
        receipt: {
          id,
          query: task,
          ...voiceOf(caller),
          team,
          project,
          at,
          text: `${system}\n\n${user}`,
          ...given(hits),
          degraded,
          exclude: exclude ? JSON.stringify(exclude) : null,
        },
        refs: hits.map((hit) => hit.ref),
        prompt: {
          retrieved: JSON.stringify({ retrieved, shown, neededIds }),
          settings: JSON.stringify(settings),
        },
      });
      return id;
    } catch (error) {
      if (!(error instanceof DatabaseReadOnlyError)) throw error;
      this.logger.debug('no receipt: the database is read-only');
      return null;
    }
  }
}
