import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { BadUserInputError } from '../common/errors.js';
import type { KnowledgeKind } from '../knowledge/knowledge.model.js';
import { SearchRepository } from './search.repository.js';

/** Checks the times for which callers ask what was known. */
@Injectable()
export class PastService {
  constructor(
    private readonly repository: SearchRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws BadUserInputError for `asOf` when it is in the future, or before the first knowledge or entity of the namespace;
   *   the message contains the earliest possible time
   */
  async check(namespace: string, asOf: Date): Promise<void> {
    if (asOf > this.clock.now()) throw BadUserInputError.of('asOf', 'notInFuture', 'asOf must not be in the future');
    const earliest = await this.repository.beginning(namespace);
    if (earliest && asOf < earliest) {
      const from = earliest.toISOString();
      throw BadUserInputError.of(
        'asOf',
        'notBeforeFirst',
        `asOf must not be before ${from}, when the first record came`,
      );
    }
  }

  /** Whether what was known at a time may differ from what is known now. */
  isPast(namespace: string, kinds: readonly KnowledgeKind[], asOf: Date): Promise<boolean> {
    return this.repository.anyNewer(namespace, kinds, asOf);
  }
}
