import { Injectable } from '@nestjs/common';
import { type Caller, groupsOf } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { NotFoundError } from '../common/errors.js';
import { GraphService } from '../graph/graph.service.js';
import { withdraw } from '../items/learning.js';
import type { CaptureStatus } from './hooks.model.js';
import { type ClosedSession, closeSession, decideMatch, listIgnored, readStatus } from './hooks.statements.js';

/** Number of turns without an outcome that a status lists. */
const IGNORED = 10;

/** Shows what connected agents have sent, and takes it back. */
@Injectable()
export class CapturesService {
  constructor(
    private readonly graph: GraphService,
    private readonly clock: Clock,
  ) {}

  /** @param client only of this client; default all */
  async status(caller: Caller, client: string | null = null): Promise<CaptureStatus> {
    const { namespace } = caller;
    const [[counts], ignored] = await Promise.all([
      this.graph.run(readStatus, { namespace, client }),
      this.graph.run(listIgnored, { namespace, client, groups: groupsOf(caller), limit: IGNORED }),
    ]);
    return { ...{ sessions: 0, outcomes: 0, undecided: 0, lastEvent: null, lastOutcome: null }, ...counts, ignored };
  }

  /**
   * Marks a session as retracted and withdraws its learnings. Its outcomes are retracted by the caller of this method.
   * Repeating the call continues an interrupted one.
   *
   * @throws NotFoundError when the caller has no such session
   */
  async close(caller: Caller, id: string, reason: string): Promise<ClosedSession> {
    const { namespace } = caller;
    const now = this.clock.now();
    return this.graph.transaction(async (transaction) => {
      const asked = { namespace, id, groups: groupsOf(caller), now, reason };
      const [closed] = await transaction.run(closeSession, asked);
      if (!closed) throw new NotFoundError('Session', id);
      const rows = closed.learningIds.map((learningId) => ({ namespace, id: learningId, now, resolvedInto: null }));
      await withdraw(transaction, rows);
      return closed;
    });
  }

  /**
   * Records whether a step followed the knowledge that it matched, as a person says.
   *
   * @param id id of the match: of the turn, a colon, and the ref
   * @throws NotFoundError when the caller has no such match, or no decision waits for it
   */
  async decide(caller: Caller, id: string, followed: boolean): Promise<void> {
    const [turn = '', ...ref] = id.split(':');
    const asked = { namespace: caller.namespace, turn, ref: ref.join(':'), followed, groups: groupsOf(caller) };
    const [decided] = await this.graph.run(decideMatch, asked);
    if (!decided) throw new NotFoundError('Match that waits for a decision', id);
  }
}
