import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { type ConnectionOf, dateOfCursor, decodeCursor, page, type Page, pageOfSeen } from '../common/connection.js';
import { ConflictError, LastingConflictError, NotFoundError } from '../common/errors.js';
import type { ContentState } from '../knowledge/kind.js';
import type { Change } from './change.model.js';
import { compareClauses } from './compare-clauses.js';
import type { Version, VersionDifference } from './version.model.js';
import { type VersionedThing, VersionedThings } from './versioned.registry.js';
import { type ChangeFilter, VersionsRepository } from './versions.repository.js';
import type { StoredChange } from './versions.statements.js';

/** Number of changes or versions that are read per query if the caller may not see many of them. */
const READ_AT_ONCE = 200;

export interface ListChangesOptions extends Page {
  readonly by?: string | undefined;
  readonly since?: Date | undefined;
  readonly ref?: string | undefined;
}

/** Maximum number of retractions and decisions on one thing that a page of its changes considers. */
const MAX_DECISIONS = 1_000;

/** A version as it is stored. */
interface KeptVersion {
  readonly number: number;
  readonly state: ContentState;
  readonly title: string | null;
  readonly text: string | null;
  readonly from: Date;
  readonly until: Date | null;
  readonly change: StoredChange | null;
}

/** Maximum attempts of an edit, which is repeated if another write comes first. */
const ATTEMPTS = 8;

/** Earlier versions and changes of things. Callers see the history of exactly those things that they may see. */
@Injectable()
export class VersionsService {
  constructor(
    private readonly repository: VersionsRepository,
    private readonly things: VersionedThings,
  ) {}

  /**
   * Versions of a thing, newest first, beginning with the current one.
   *
   * @throws BadUserInputError when things of that prefix have no versions, or `after` is not a cursor of this list
   * @throws NotFoundError when the thing does not exist or the caller may not see it
   */
  async list(caller: Caller, ref: string, { first, after }: Page): Promise<ConnectionOf<Version>> {
    const [below] = decodeCursor(after, 'versions', ['number']) ?? [];
    const thing = await this.things.find(caller, ref);
    const current = await this.current(caller, thing);
    const isFromStart = below === undefined || below > current.number;
    const earlier = await this.earlier(
      caller,
      thing.ref,
      isFromStart ? current.number : below,
      first + (isFromStart ? 0 : 1),
    );
    const rows = [...(isFromStart ? [current] : []), ...earlier];
    return page({
      rows: await this.shown(caller, thing, rows),
      first,
      after,
      order: 'versions',
      key: ({ number }) => [number],
      totalCount: 1 + (await this.repository.countEarlier(caller.namespace, thing.ref, current.number)),
    });
  }

  /**
   * Differences between two versions by field and, for things that consist of clauses, also by clause.
   *
   * @param to default the current version
   * @throws BadUserInputError and NotFoundError as in `list`; NotFoundError also for a version number that does not exist
   */
  async diff(caller: Caller, ref: string, from: number, to?: number): Promise<VersionDifference> {
    const thing = await this.things.find(caller, ref);
    const current = await this.current(caller, thing);
    const last = to ?? current.number;
    const [before, after] = await Promise.all([
      this.numbered(caller, thing, current, from),
      this.numbered(caller, thing, current, last),
    ]);
    const [said, says] = [contentOf(thing, before.state), contentOf(thing, after.state)];
    const fields = thing.content.fields
      .map((field) => ({ field, before: said[field] ?? null, after: says[field] ?? null }))
      .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
    const compared = await thing.clauses?.(caller, { before, after });
    return { ref: thing.ref, from, to: last, fields, clauses: compared ? compareClauses(compared) : null };
  }

  /**
   * Writes an earlier version back as a new one. If the content is already the same, nothing is written.
   *
   * @returns the current version after the call
   * @throws ConflictError when the current version number is not `expected`
   * @throws BadUserInputError and NotFoundError as in `diff`
   */
  async restore(caller: Caller, ref: string, number: number, expected?: number): Promise<Version> {
    const thing = await this.things.find(caller, ref);
    const { state, until } = await this.numbered(caller, thing, await this.current(caller, thing), number);
    await thing.restore?.({ caller, expected, until }, thing.id, state);
    const [version] = await this.shown(caller, thing, [await this.current(caller, thing)]);
    if (!version) throw new NotFoundError(thing.name, thing.id);
    return version;
  }

  /**
   * Changes the given fields of a thing, as a new version; other fields stay unchanged.
   *
   * @param expected version number that the thing must have; undefined accepts any
   * @throws ConflictError when the version number is not the expected one, or concurrent writes keep changing the thing
   * @throws BadUserInputError when the new content is invalid
   * @throws NotFoundError as in `diff`
   */
  async edit(caller: Caller, ref: string, fields: ContentState, expected?: number): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const thing = await this.things.find(caller, ref);
      const { number, state } = await this.current(caller, thing);
      const said = { ...(JSON.parse(JSON.stringify(state)) as ContentState), ...fields };
      try {
        await thing.restore?.({ caller, expected: expected ?? number, until: null, isEdit: true }, thing.id, said);
        return;
      } catch (error) {
        const isOver = expected !== undefined || attempt === ATTEMPTS || error instanceof LastingConflictError;
        if (!(error instanceof ConflictError) || isOver) throw error;
      }
    }
  }

  /**
   * Changes, newest first, each with the refs that the caller may see. Changes without such refs are left out.
   *
   * @throws BadUserInputError when things of that prefix have no versions, or `after` is not a cursor of this list
   * @throws NotFoundError when the thing of that ref does not exist or the caller may not see it
   */
  async changes(caller: Caller, options: ListChangesOptions): Promise<ConnectionOf<Change>> {
    const { by, since, ref, first, after } = options;
    const [time, id] = decodeCursor(after, 'changes', ['number', 'string']) ?? [];
    const behind = time === undefined || id === undefined ? undefined : { at: dateOfCursor(time), id };
    const filter = { by, since };
    const all = (from: typeof behind) =>
      ref === undefined ? this.everyChange(caller, filter, from) : this.changesOf(caller, ref, filter, from);
    const key = (change: Change) => [change.at.getTime(), change.id];
    return pageOfSeen(all, { behind, first, after, order: 'changes', key });
  }

  private async *everyChange(
    caller: Caller,
    filter: ChangeFilter,
    from: { readonly at: Date; readonly id: string } | undefined,
  ): AsyncGenerator<Change> {
    for (let behind = from; ;) {
      const found = await this.repository.listChanges(caller.namespace, filter, behind, READ_AT_ONCE);
      const seen = await this.seenRefs(caller, found);
      yield* found.flatMap((change) => seen.get(change.id) ?? []);
      behind = found.at(-1);
      if (found.length < READ_AT_ONCE) return;
    }
  }

  private async *changesOf(
    caller: Caller,
    ref: string,
    { by, since }: ChangeFilter,
    behind: { readonly at: Date; readonly id: string } | undefined,
  ): AsyncGenerator<Change> {
    const thing = await this.things.find(caller, ref);
    // Decisions wrote no content; they are merged by time with the changes that did.
    const decisions = await this.repository.listDecisions(caller.namespace, thing.ref, behind, MAX_DECISIONS);
    const wanted = decisions.filter((change) => isAsked(change, { by, since }, behind));
    const shown = await this.seenRefs(caller, wanted);
    const waiting = wanted.flatMap((change) => shown.get(change.id) ?? []);
    for (let versions = [await this.current(caller, thing)]; versions.length > 0;) {
      const made = versions.flatMap(({ change }) => change ?? []);
      const asked = made.filter((change) => isAsked(change, { by, since }, behind));
      const seen = await this.seenRefs(caller, asked);
      for (const change of asked.flatMap((change) => seen.get(change.id) ?? [])) {
        for (let first = waiting[0]; first && isBehind(change, first); first = waiting[0]) {
          yield first;
          waiting.shift();
        }
        yield change;
      }
      versions = await this.earlier(caller, thing.ref, versions.at(-1)?.number ?? 1, READ_AT_ONCE);
    }
    yield* waiting;
  }

  /** Changes by id, each with its visible refs; changes without visible refs are left out. */
  private async seenRefs(caller: Caller, changes: readonly StoredChange[]): Promise<ReadonlyMap<string, Change>> {
    const seen = await this.things.seen(caller, [...new Set(changes.flatMap(({ refs }) => refs))]);
    return new Map(
      changes
        .map((change): [string, Change] => [change.id, { ...change, refs: change.refs.filter((ref) => seen.has(ref)) }])
        .filter(([, { refs }]) => refs.length > 0),
    );
  }

  /** @throws NotFoundError when the thing no longer exists */
  private async current(caller: Caller, thing: VersionedThing): Promise<KeptVersion> {
    const row = await this.repository.findCurrent(caller.namespace, thing);
    if (!row) throw new NotFoundError(thing.name, thing.id);
    const { number, values, title, text, since, change } = row;
    const state = Object.fromEntries(thing.content.fields.map((field, place) => [field, values[place] ?? null]));
    return { number, state, title, text, from: since, until: null, change };
  }

  private async earlier(caller: Caller, ref: string, below: number, limit: number): Promise<KeptVersion[]> {
    const rows = await this.repository.listVersions(caller.namespace, ref, below, limit);
    return rows.map(({ version: { state, ...version }, change }) => {
      return { ...version, state: JSON.parse(state) as ContentState, change };
    });
  }

  /** @throws NotFoundError when the thing has no version with that number */
  private async numbered(
    caller: Caller,
    { ref }: VersionedThing,
    current: KeptVersion,
    number: number,
  ): Promise<KeptVersion> {
    if (number === current.number) return current;
    const [found] = number > current.number ? [] : await this.earlier(caller, ref, number + 1, 1);
    if (found?.number !== number) throw new NotFoundError('Version', `${number} of ${ref}`);
    return found;
  }

  private async shown(caller: Caller, thing: VersionedThing, versions: readonly KeptVersion[]): Promise<Version[]> {
    const changes = await this.seenRefs(
      caller,
      versions.flatMap(({ change }) => change ?? []),
    );
    return versions.map(({ state, change, ...version }) => ({
      ...version,
      ref: thing.ref,
      content: contentOf(thing, state),
      change: (change && changes.get(change.id)) ?? null,
    }));
  }
}

type Place = Pick<StoredChange, 'at' | 'id'>;

/** True if a change comes after another in a list ordered newest first. */
function isBehind(change: Place, other: Place): boolean {
  return change.at < other.at || (+change.at === +other.at && change.id < other.id);
}

function isAsked(change: StoredChange, { by, since }: ChangeFilter, behind: Place | undefined): boolean {
  const isBy = by === undefined || change.by === by;
  return isBy && (since === undefined || change.at >= since) && (behind === undefined || isBehind(change, behind));
}

/** Content in the form returned to callers, with JSON fields parsed. */
function contentOf({ content: { fields, json = [] } }: VersionedThing, state: ContentState): ContentState {
  return Object.fromEntries(
    fields.map((field) => {
      const value = state[field] ?? null;
      return [field, json.includes(field) && typeof value === 'string' ? (JSON.parse(value) as unknown) : value];
    }),
  );
}
