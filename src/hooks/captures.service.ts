import { Injectable } from '@nestjs/common';
import { type Caller, groupsOf } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { NotFoundError } from '../common/errors.js';
import { GraphService } from '../graph/graph.service.js';
import { withdraw } from '../items/learning.js';
import { ChangeDoor, newChange } from '../versions/change.model.js';
import { VersionKeeper } from '../versions/keeping.service.js';
import { UndoDoors } from '../versions/undo.model.js';
import type { CaptureStatus, CapturedSessionTurn } from './hooks.model.js';
import {
  awaitMatch,
  type ClosedSession,
  closeSession,
  decideMatch,
  listIgnored,
  listTurns,
  readStatus,
} from './hooks.statements.js';

/** Number of turns without an outcome that a status lists. */
const IGNORED = 10;
/** Maximum number of listed turns of a session. */
const LISTED = 500;

/** A decided match. */
interface DecidedMatch {
  readonly turn: string;
  readonly ref: string;
  readonly followed: boolean;
  /** Time since which it waited. */
  readonly since: Date;
}

/** Shows what connected agents have sent, and takes it back. */
@Injectable()
export class CapturesService {
  constructor(
    private readonly graph: GraphService,
    private readonly versions: VersionKeeper,
    private readonly clock: Clock,
    doors: UndoDoors,
  ) {
    doors.decides(ChangeDoor.DECIDE_MATCH, async (transaction, { caller, stands, was }) => {
      const { since, ...match } = was as DecidedMatch;
      const asked = { namespace: caller.namespace, groups: groupsOf(caller), ...match };
      const rows = stands
        ? await transaction.run(decideMatch, asked)
        : await transaction.run(awaitMatch, { ...asked, waitsSince: new Date(since) });
      return rows.length > 0;
    });
  }

  /** @param client only of this client; default all */
  async status(caller: Caller, client: string | null = null): Promise<CaptureStatus> {
    const { namespace } = caller;
    const [[counts], ignored] = await Promise.all([
      this.graph.run(readStatus, { namespace, client }),
      this.graph.run(listIgnored, { namespace, client, groups: groupsOf(caller), limit: IGNORED }),
    ]);
    return { ...{ sessions: 0, outcomes: 0, undecided: 0, lastEvent: null, lastOutcome: null }, ...counts, ignored };
  }

  /** The turns of a session that the caller may see, oldest first; at most 500. */
  async turns(caller: Caller, session: string): Promise<CapturedSessionTurn[]> {
    const { namespace } = caller;
    const rows = await this.graph.run(listTurns, { namespace, session, groups: groupsOf(caller), limit: LISTED });
    return rows.map(({ turn: { at, client, prompt, outcome, why, steps } }) => {
      return { at, client, prompt, outcome, reason: why, steps: JSON.parse(steps) as unknown };
    });
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
   * @returns id of the change, which undo reverts
   * @throws NotFoundError when the caller has no such match, or no decision waits for it
   */
  async decide(caller: Caller, id: string, followed: boolean): Promise<string> {
    const { namespace } = caller;
    const [turn = '', ...rest] = id.split(':');
    const match = { turn, ref: rest.join(':'), followed };
    const change = newChange(caller, ChangeDoor.DECIDE_MATCH, this.clock.now());
    await this.graph.transaction(async (transaction) => {
      const [decided] = await transaction.run(decideMatch, { namespace, ...match, groups: groupsOf(caller) });
      if (!decided) throw new NotFoundError('Match that waits for a decision', id);
      const was: DecidedMatch = { ...match, since: decided.waitsSince };
      await this.versions.note(transaction, [{ namespace, change, refs: [match.ref], was }]);
    });
    return change.id;
  }
}
