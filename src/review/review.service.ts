import { Injectable } from '@nestjs/common';
import { decodeTime, encodeTime } from 'ulid';
import { type Caller, type Groups, groupsOf } from '../common/caller.js';
import { type ConnectionOf, dateOfCursor, decodeCursor, pageOfSeen } from '../common/connection.js';
import { BadUserInputError } from '../common/errors.js';
import { BEHIND_ALL_IDS, END_OF_TIME, firstIdOf } from '../common/id-order.js';
import { GraphService } from '../graph/graph.service.js';
import type { ReviewArgs } from './review.inputs.js';
import { type ReviewEntry, ReviewReason } from './review.model.js';
import {
  countEntitiesSince,
  type FoundDuplicate,
  type FoundForReview,
  listContradictions,
  listAllDuplicates,
  listDuplicates,
  listLearnings,
  listMatches,
  listSupersessions,
  listTakenNames,
  listUnattributedFailures,
  listUndecidedVerdicts,
} from './review.statements.js';

/**
 * Number of entries of one reason that a statement reads at once. If they are not enough, each further statement reads ten
 * times as many, up to the maximum.
 */
const READ_AT_ONCE = 100;
const MAX_READ_AT_ONCE = 10_000;

/** Maximum number of earlier entities that are suggested as duplicates of one entity. */
const DUPLICATES_OF_EACH = 5;

/** Number of earliest entities of one name that the others of the name are compared with. */
const COMPARED_OF_NAME = 100;

/** Maximum number of entities whose names are looked up one by one. For more, grouping all names is faster. */
const LOOKED_UP = 2_000;

const REASONS = Object.values(ReviewReason);

/** `otherRef` is the second element, if a reason concerns two; `taskId` is set for steps of adaptive tasks. */
type Found = FoundForReview & {
  readonly otherRef?: string;
  readonly taskId?: string;
  readonly note?: string;
  readonly matchId?: string;
} & Partial<Pick<FoundDuplicate, 'likeness' | 'score'>>;

/** Position from which the entries of a reason are read, newest first. */
interface From {
  readonly namespace: string;
  readonly since: Date;
  readonly to: Date;
  /** Of the entries at time `to`, only those before this id are read; with '' none of them. */
  readonly beforeId: string;
  readonly limit: number;
}

/** Lists decisions that the service leaves to a person. */
@Injectable()
export class ReviewService {
  private readonly sources: Readonly<Record<ReviewReason, (from: From, groups: Groups) => Promise<readonly Found[]>>> =
    {
      UNATTRIBUTED_FAILURE: (from) => this.graph.run(listUnattributedFailures, { ...from }),
      NAME_TAKEN: (from) => this.takenNames(from),
      AWAITING_RECOVERY: (from) => this.graph.run(listLearnings, { ...from, awaiting: true }),
      UNVERIFIED_LEARNING: (from) => this.graph.run(listLearnings, { ...from, awaiting: false }),
      CONTRADICTION: (from) => this.graph.run(listContradictions, { ...from }),
      POSSIBLE_SUPERSESSION: (from) => this.graph.run(listSupersessions, { ...from }),
      UNDECIDED_VERDICT: (from) => this.graph.run(listUndecidedVerdicts, { ...from }),
      POSSIBLE_DUPLICATE: (from) => this.duplicates(from),
      CAPTURED_MATCH: (from, groups) => this.graph.run(listMatches, { ...from, groups }),
    };

  constructor(private readonly graph: GraphService) {}

  /**
   * Lists entries, newest first; at the same time, in the order of the reasons.
   *
   * @throws BadUserInputError when `after` is no cursor of this list
   */
  list(caller: Caller, { reasons, since = new Date(0), first, after }: ReviewArgs): Promise<ConnectionOf<ReviewEntry>> {
    const [time, place, id] = decodeCursor(after, 'review', ['number', 'number', 'string']) ?? [];
    if (place !== undefined && REASONS[place] === undefined) {
      throw BadUserInputError.of('after', 'cursor', 'after must be a cursor of this list');
    }
    const behind =
      time === undefined || place === undefined || id === undefined ? undefined : { at: dateOfCursor(time), place, id };
    const asked =
      reasons === undefined || reasons.length === 0 ? REASONS : REASONS.filter((one) => reasons.includes(one));
    const key = ({ at, reason, id }: ReviewEntry) => [at.getTime(), REASONS.indexOf(reason), id];
    return pageOfSeen((from) => this.all(caller, since, asked, from), {
      behind,
      first,
      after,
      order: 'review',
      key,
    });
  }

  /** Merges the entries of all reasons, each of which arrives newest first. */
  private async *all(
    caller: Caller,
    since: Date,
    reasons: readonly ReviewReason[],
    behind: { readonly at: Date; readonly place: number; readonly id: string } | undefined,
  ): AsyncGenerator<ReviewEntry> {
    const streams = reasons.map((reason) => {
      const place = REASONS.indexOf(reason);
      // At the cursor's time, entries of reasons before the cursor's were already listed, and those of later reasons
      // were not.
      const beforeId =
        behind === undefined || place > behind.place ? BEHIND_ALL_IDS : place === behind.place ? behind.id : '';
      const { namespace } = caller;
      return this.entries(caller, reason, {
        namespace,
        since,
        to: behind?.at ?? END_OF_TIME,
        beforeId,
        limit: READ_AT_ONCE,
      });
    });
    const heads = await Promise.all(streams.map((stream) => stream.next()));
    for (;;) {
      let newest = -1;
      let best: ReviewEntry | undefined;
      heads.forEach((head, index) => {
        if (head.done === true || (best && head.value.at <= best.at)) return;
        [newest, best] = [index, head.value];
      });
      const stream = streams[newest];
      if (!best || !stream) return;
      yield best;
      heads[newest] = await stream.next();
    }
  }

  private async *entries(caller: Caller, reason: ReviewReason, begin: From): AsyncGenerator<ReviewEntry, undefined> {
    for (let from = begin; ;) {
      const found = await this.sources[reason](from, groupsOf(caller));
      yield* found.map((entry) => ({
        ...entry,
        otherRef: entry.otherRef ?? null,
        taskId: entry.taskId ?? null,
        likeness: entry.likeness ?? null,
        score: entry.score ?? null,
        note: entry.note ?? null,
        matchId: entry.matchId ?? null,
        reason,
      }));
      const last = found.at(-1);
      if (!last || found.length < from.limit) return undefined;
      from = { ...from, to: last.at, beforeId: last.id, limit: Math.min(from.limit * 10, MAX_READ_AT_ONCE) };
    }
  }

  private async duplicates(from: From): Promise<readonly FoundDuplicate[]> {
    const { namespace, since } = from;
    const [counted] = await this.graph.run(countEntitiesSince, { namespace, since, most: LOOKED_UP + 1 });
    const statement = (counted?.total ?? 0) > LOOKED_UP ? listAllDuplicates : listDuplicates;
    return this.graph.run(statement, { ...from, each: DUPLICATES_OF_EACH, among: COMPARED_OF_NAME });
  }

  /** Plans are ordered by their id, which begins with the time. */
  private async takenNames({ namespace, since, to, beforeId, limit }: From): Promise<FoundForReview[]> {
    const atTo = Math.min(to.getTime(), decodeTime(LAST_ID));
    const beforeKey =
      beforeId === BEHIND_ALL_IDS ? `${encodeTime(atTo)}${BEHIND_ALL_IDS}` : beforeId || encodeTime(atTo);
    const rows = await this.graph.run(listTakenNames, { namespace, sinceKey: firstIdOf(since), beforeKey, limit });
    return rows.map((row) => ({ ...row, at: new Date(decodeTime(row.planId)) }));
  }
}

/** Upper bound of ids: the id with the largest time. */
const LAST_ID = '7ZZZZZZZZZZZZZZZZZZZZZZZZZ';
