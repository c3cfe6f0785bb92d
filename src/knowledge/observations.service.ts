import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { type ConnectionOf, dateOfCursor, decodeCursor, pageOfSeen } from '../common/connection.js';
import type { ObservedEvidence } from '../evidence/evidence.model.js';
import { EvidenceService } from '../evidence/evidence.service.js';
import type { ObservationsArgs } from './knowledge.inputs.js';
import { KnowledgeRegistry } from './knowledge.registry.js';

/** Lists observations of knowledge of all kinds, by time. */
@Injectable()
export class ObservationsService {
  constructor(
    private readonly evidence: EvidenceService,
    private readonly registry: KnowledgeRegistry,
  ) {}

  /**
   * Observations of knowledge that the caller may see, newest first.
   *
   * @throws BadUserInputError when `after` is not a cursor of this list
   */
  list(caller: Caller, args: ObservationsArgs): Promise<ConnectionOf<ObservedEvidence>> {
    const { since = new Date(0), agent = null, session = null, kinds = [], first, after } = args;
    const [time, id] = decodeCursor(after, 'observations', ['number', 'string']) ?? [];
    const behind = time === undefined || id === undefined ? undefined : { at: dateOfCursor(time), id };
    const filter = { since, agent, session, kinds };
    const key = ({ evidence: { at, id } }: ObservedEvidence) => [at.getTime(), id];
    return pageOfSeen((from) => this.seen(caller, filter, from), { behind, first, after, order: 'observations', key });
  }

  private async *seen(
    caller: Caller,
    ...[filter, from]: Tail<Parameters<EvidenceService['observed']>>
  ): AsyncGenerator<ObservedEvidence> {
    for await (const found of this.evidence.observed(caller.namespace, filter, from)) {
      const known = await this.registry.load(caller, [...new Set(found.map(({ ref }) => ref))]);
      yield* found.filter(({ ref }) => known.has(ref));
    }
  }
}

type Tail<List extends readonly unknown[]> = List extends readonly [unknown, ...infer Rest] ? Rest : never;
