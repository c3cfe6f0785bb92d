import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { decodeCursor, page } from '../common/connection.js';
import { CONSENSUS_WINDOW_MS } from '../evidence/evidence.model.js';
import { GraphService } from '../graph/graph.service.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import type { MisleadingArgs } from './misleading.inputs.js';
import type { MisleadingConnection } from './misleading.model.js';
import { listMisleading } from './outcomes.statements.js';

/**
 * Maximum numbers of observations and of context outcomes that are read, newest first. Reading them takes some tenths
 * of a second.
 */
const LOOKED_AT = 10_000;

/** Finds knowledge that may mislead agents: it was given or used, and failures followed. */
@Injectable()
export class MisleadingService {
  constructor(
    private readonly graph: GraphService,
    private readonly registry: KnowledgeRegistry,
    private readonly clock: Clock,
  ) {}

  /**
   * Lists knowledge that the caller may see, by number of following failures, most first; ties by ref.
   *
   * @throws BadUserInputError when `after` is no cursor of this list
   */
  async list(caller: Caller, { since = new Date(0), first, after }: MisleadingArgs): Promise<MisleadingConnection> {
    const [failed = null, ref = ''] = decodeCursor(after, 'misleading', ['number', 'string']) ?? [];
    const [found] = await this.graph.run(listMisleading, {
      namespace: caller.namespace,
      since,
      expired: new Date(this.clock.now().getTime() - CONSENSUS_WINDOW_MS),
      required: this.registry.requiredOf(caller),
      behind: { failed, ref },
      scanned: LOOKED_AT,
      limit: first + 1,
    });
    const { rows = [], total = 0, truncated = false } = found ?? {};
    const connection = page({
      rows,
      first,
      after,
      order: 'misleading',
      key: (row) => [row.failed, row.ref],
      totalCount: total,
    });
    return Object.assign(connection, { truncated });
  }
}
