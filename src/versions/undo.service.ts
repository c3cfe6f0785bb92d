import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { groupBy } from '../common/group-by.js';
import { compare } from '../common/text.js';
import { GraphService, type GraphTransaction } from '../graph/graph.service.js';
import {
  BadUserInputError,
  ConflictError,
  ForbiddenError,
  LastingConflictError,
  NotFoundError,
} from '../common/errors.js';
import type { ContentState, Reference } from '../knowledge/kind.js';
import { ChangeDoor, newChange, type NewChange, stands } from './change.model.js';
import { type Entry, Fold, type Folded, type Hold, isSame, type Kept } from './undo-fold.js';
import {
  type KeptState,
  type MergedPart,
  type Merging,
  type MovedByUndo,
  type UndoDoor,
  UndoDoors,
  type UndoneThing,
  type UndoReport,
} from './undo.model.js';
import { type Describable, VersionedThings } from './versioned.registry.js';
import { VersionsRepository } from './versions.repository.js';
import { keptState } from './kept-state.js';
import type { BaseChange, HistoryRow, PresentRow } from './versions.statements.js';

/** Maximum number of things that are written per transaction: a tenth of what the largest load writes in one. */
const WRITTEN_AT_ONCE = 1_000;
/** Number of earlier states of a thing that are read per query. */
const READ_AT_ONCE = 20;
/** Maximum attempts to plan an undo, since concurrent writes may invalidate a plan. */
const ATTEMPTS = 8;

/** Operations that write no content. They cannot be undone unless they record what stood before: report or decide again. */
const DECISIONS: ReadonlySet<ChangeDoor> = new Set([
  ChangeDoor.ATTRIBUTE_STEP,
  ChangeDoor.DECIDE_MATCH,
  ChangeDoor.JUDGE_STEP,
  ChangeDoor.KEEP_APART,
  ChangeDoor.RESOLVE_LEARNING,
  ChangeDoor.RETRACT_EVIDENCE,
  ChangeDoor.RETRACT_OUTCOME,
  ChangeDoor.RETRACT_REPORT,
  ChangeDoor.VERIFY_LEARNING,
]);

const NO_VERSIONS = 'declarations and descriptions of a domain have no versions; declare or describe them anew';

/** Operations whose effect no version keeps, with the reason. */
const LASTING: ReadonlyMap<ChangeDoor, string> = new Map([
  [ChangeDoor.DECLARE_VOCABULARY, NO_VERSIONS],
  [ChangeDoor.DESCRIBE_ACTIVITIES, NO_VERSIONS],
  [ChangeDoor.IMPORT_DEPENDENCIES, 'declared dependencies have no versions; import them anew'],
  [ChangeDoor.DELETE_FLUENT, 'the fluent was deleted with its versions; save its rules anew'],
]);

/** A request to undo a change. */
interface Asked {
  readonly caller: Caller;
  readonly epoch: number;
  /** Id of the change given by the caller. */
  readonly id: string;
  /** The change at the end of the chain of undos: for an undo of an undo, the original change. */
  readonly base: BaseChange;
  readonly stands: boolean;
  /** Time at which the history begins. What stood then is taken as given; null if all versions are kept. */
  readonly keptSince: Date | null;
  /** The change that records the undo: new, or the existing one if the call is repeated. */
  readonly undo: NewChange;
  readonly isRepeated: boolean;
}

/** Stands before the first version. */
const BENEATH = { number: 0, from: new Date(0), until: null, change: null, gone: false } as const;

interface Planned extends UndoneThing {
  readonly door: UndoDoor;
  readonly kept: readonly Kept[];
  /** Fields that the base set (see `Folded.ofBase`). */
  readonly ofBase: readonly string[];
  /** Merges that changed the thing or its parts. */
  readonly moved?: readonly MovedByUndo[];
}

/** A thing with its folded history, during planning. */
interface Looked {
  readonly thing: Describable;
  readonly fold: Fold;
  readonly was: KeptState | undefined;
  /** True if the thing exists or has earlier states. */
  readonly isKnown: boolean;
}

/** Undoes changes field by field, and brings them back if the undo is undone. */
@Injectable()
export class UndoService {
  constructor(
    private readonly repository: VersionsRepository,
    private readonly graph: GraphService,
    private readonly things: VersionedThings,
    private readonly doors: UndoDoors,
    private readonly clock: Clock,
  ) {}

  /**
   * Undoes a change. Each field that the change set gets the value of the last change that is not undone. Things that the
   * change created are removed, unless a later change wrote them or something needs them. Undoing an undo brings the change
   * back. Large undos are written in several transactions; repeating an interrupted call continues it, and repeating a
   * finished one changes nothing.
   *
   * @throws NotFoundError when there is no such change, or the caller sees nothing that it changed
   * @throws BadUserInputError when the change wrote no content, or what no version keeps, or is older than
   *   VERSION_RETENTION
   * @throws ForbiddenError when the caller may see only some of the changed things
   * @throws ConflictError when concurrent writes keep changing the same things
   * @throws LastingConflictError when the state without the change is uncertain; nothing is written then, except by an
   *   attempt of the same call that a concurrent write interrupted
   */
  async undo(caller: Caller, id: string, door = ChangeDoor.UNDO): Promise<UndoReport> {
    const undo = newChange(caller, door, this.clock.now());
    for (let attempt = 1; ; attempt++) {
      const asked = await this.asked(caller, id, undo);
      try {
        return asked.base.was === null
          ? await this.carryOut(asked, await this.plan(asked))
          : await this.decideBack(asked, asked.base.was);
      } catch (error) {
        if (!(error instanceof ConflictError) || error instanceof LastingConflictError || attempt === ATTEMPTS)
          throw error;
      }
    }
  }

  /** True if the namespace has a change with this id. */
  async exists({ namespace }: Caller, id: string): Promise<boolean> {
    return (await this.repository.findUndo(namespace, id)) !== undefined;
  }

  private async asked(caller: Caller, id: string, fresh: NewChange): Promise<Asked> {
    const found = await this.repository.findUndo(caller.namespace, id);
    if (!found) throw new NotFoundError('Change', id);
    const { base, undos, epoch, keptSince } = found;
    if (base.was === null && DECISIONS.has(base.door)) {
      if ((await this.things.seen(caller, base.refs)).size === 0) throw new NotFoundError('Change', id);
      const message = `Change "${id}" wrote no content, so that there is nothing to undo: report anew, or decide otherwise`;
      throw BadUserInputError.of('changeId', 'isUndoable', message);
    }
    const sight = [...(await this.things.sight(caller, base.refs)).values()];
    if (sight.length > 0 && sight.every((isSeen) => !isSeen)) throw new NotFoundError('Change', id);
    if (base.was === null && keptSince && base.at < keptSince) {
      const message = `Change "${id}" is older than ${keptSince.toISOString()}; what stood before has been deleted (VERSION_RETENTION)`;
      throw BadUserInputError.of('changeId', 'isUndoable', message);
    }
    const lasting = LASTING.get(base.door);
    if (lasting !== undefined)
      throw BadUserInputError.of('changeId', 'isUndoable', `Change "${id}" cannot be undone: ${lasting}`);
    if (sight.some((isSeen) => !isSeen)) {
      throw new ForbiddenError(`Change "${id}" wrote to things that you do not see; nothing was undone`);
    }
    const first = undos.find((undo) => undo.undoes === id && stands(undo.id, undos));
    const undo = first ?? fresh;
    const all = first ? undos : [...undos, { ...fresh, undoes: id }];
    return { caller, epoch, id, base, keptSince, stands: stands(base.id, all), undo, isRepeated: first !== undefined };
  }

  /** Returns current states by ref; things that do not exist are absent. */
  async present(namespace: string, refs: readonly string[]): Promise<Map<string, KeptState>> {
    const things = refs.flatMap((ref) => this.things.describe(ref) ?? []);
    const found = new Map<string, KeptState>();
    for (const [, group] of groupBy(things, ({ prefix }) => prefix)) {
      for (const [ref, { was }] of await this.current(namespace, group)) found.set(ref, was);
    }
    return found;
  }

  // ───────────────────────────── planning ─────────────────────────────

  /** Plans everything that the undo changes or keeps. A thing that is removed comes after the things that refer to it. */
  private async plan(asked: Asked): Promise<Planned[]> {
    const planned = new Map<string, Planned>();
    const reached = await this.reached(asked);
    let refs: ReadonlyMap<string, readonly string[]> = new Map(
      [...asked.base.refs, ...reached].map((ref) => [ref, []]),
    );
    // Removing or restoring a thing affects the things it refers to, since it may be the only reason to keep them, or may
    // need them. These are planned in the next round.
    for (let isBase = true; refs.size > 0; isBase = false) {
      const looked = await this.look(asked, refs, isBase);
      for (const [door, group] of groupBy(looked, ({ thing }) => this.doors.find(thing.prefix))) {
        if (door) await this.decide(asked, door, { group, isBase }, planned);
      }
      const named = [...planned.values()].flatMap(({ was, becomes, ref }) => {
        const refersTo = this.things.describe(ref)?.content.refersTo;
        if (!refersTo || (was !== undefined) === (becomes !== undefined)) return [];
        return [...refersTo(was?.state ?? {}), ...refersTo(becomes ?? {})];
      });
      const open = [...groupBy(named, ({ ref }) => ref)].filter(([ref]) => !planned.has(ref));
      refs = new Map(open.map(([ref, references]) => [ref, references.flatMap(({ need }) => need)]));
    }
    return [...planned.values()];
  }

  /** Returns refs that a change affects when it is brought back, in addition to those that it wrote. */
  private async reached(asked: Asked): Promise<string[]> {
    const doors = new Set(
      asked.base.refs.flatMap((ref) => this.doors.find(this.things.describe(ref)?.prefix ?? '') ?? []),
    );
    const base = { ...asked.base, stands: asked.stands };
    const all = await Promise.all(
      [...doors].map(async (door) => (await door.reaches?.(asked.caller.namespace, base)) ?? []),
    );
    return all.flat();
  }

  private async decide(
    asked: Asked,
    door: UndoDoor,
    { group, isBase }: { readonly group: readonly Looked[]; readonly isBase: boolean },
    planned: Map<string, Planned>,
  ) {
    const { namespace } = asked.caller;
    const base = { ...asked.base, stands: asked.stands };
    const merging = await door.merging?.(namespace, base);
    const all = merging ? await this.withMerged(asked, group, merging, planned) : group;
    const refs = all.map(({ thing }) => thing.ref);
    const changing = [...new Set([...planned.keys(), ...refs])];
    const holds = await door.holds?.(namespace, { refs, changing, base, isBase });
    const needed = new Map<string, string[]>();
    const need = (references: readonly Reference[]) => {
      for (const { ref, need } of references) needed.set(ref, [...(needed.get(ref) ?? []), ...need]);
    };
    for (const { ref, becomes } of planned.values()) {
      if (becomes) need(this.things.describe(ref)?.content.refersTo?.(becomes) ?? []);
    }
    // Things that were merged into others come before those others, because they are parts of them.
    const order = all.toSorted(
      (a, b) =>
        door.prefixes.indexOf(a.thing.prefix) - door.prefixes.indexOf(b.thing.prefix) ||
        Number(isMerged(b, merging)) - Number(isMerged(a, merging)),
    );
    const parts = new Map<string, (MergedPart & { readonly ref: string })[]>();
    for (const each of order) {
      const { thing, fold, was, isKnown } = each;
      const { ref, id, content } = thing;
      const given = (parts.get(ref) ?? []).sort((a, b) => compare(a.ref, b.ref));
      if (!isKnown && given.length === 0) {
        planned.set(ref, { ref, id, door, was, becomes: was?.state, kept: [], ofBase: [] });
        continue;
      }
      const beneath = merging?.beneath(ref, given);
      if (beneath) fold.add({ ...BENEATH, state: beneath }, undefined);
      const joined = (state: ContentState | undefined) =>
        merging && given.length > 0 && !isMerged(each, merging)
          ? merging.joined(ref, state, given, (field) => fold.setterOf(field))
          : state;
      const folded: Folded = fold.result(together(holds?.get(ref), needed.get(ref)), (own) => joined(own) ?? own);
      const said = folded.becomes;
      const image = said && merging ? merging.image(ref, said) : said && { ref, state: said };
      if (merging && isMerged(each, merging)) {
        if (said && image) {
          const part = { ref, state: image.state, merge: merging.mergeOf(ref, said) };
          parts.set(image.ref, [...(parts.get(image.ref) ?? []), part]);
        }
        planned.set(ref, { ref, id, door, was, becomes: undefined, kept: [], ofBase: folded.ofBase });
        continue;
      }
      const becomes = joined(image?.state);
      const moved = given.map((part) => ({ merge: part.merge, refs: [ref, part.ref] }));
      if (merging && said && !isSame(said, image?.state))
        moved.push({ merge: merging.mergeOf(ref, said), refs: [ref] });
      planned.set(ref, { ref, id, door, was, ...folded, becomes, moved });
      if (becomes) need(content.refersTo?.(becomes) ?? []);
    }
  }

  /** Adds the things into which these were merged, and the things that were merged into them. */
  private async withMerged(
    asked: Asked,
    group: readonly Looked[],
    merging: Merging,
    planned: ReadonlyMap<string, Planned>,
  ): Promise<readonly Looked[]> {
    const all = new Map(group.map((each) => [each.thing.ref, each]));
    for (let fresh = group; fresh.length > 0;) {
      const near = fresh.flatMap(({ thing: { ref }, fold: { lastSaid } }) => {
        if (!lastSaid) return [];
        const image = merging.image(ref, lastSaid);
        return image && image.ref !== ref ? [image.ref] : merging.partsOf(ref, lastSaid);
      });
      const missing = [...new Set(near)].filter((ref) => !all.has(ref) && !planned.has(ref));
      const open = missing.map((ref): [string, readonly string[]] => [
        ref,
        this.things.describe(ref)?.content.fields ?? [],
      ]);
      fresh = await this.look(asked, new Map(open), false);
      for (const each of fresh) all.set(each.thing.ref, each);
    }
    return [...all.values()];
  }

  /** @param refs each with the fields that may change although the base did not set them */
  private async look(asked: Asked, refs: ReadonlyMap<string, readonly string[]>, touched: boolean): Promise<Looked[]> {
    const { namespace } = asked.caller;
    const things = [...refs.keys()].flatMap((ref) => this.things.describe(ref) ?? []);
    const looked: Looked[] = [];
    for (const [, group] of groupBy(things, ({ prefix }) => prefix)) {
      const present = await this.current(namespace, group);
      const base = { id: asked.base.id, door: asked.base.door, stands: asked.stands };
      const folding = group.map((thing) => {
        const { row, was } = present.get(thing.ref) ?? {};
        // An undo may have written the merged form in place of the merge, so all fields of moved things are folded again.
        const isMoved = base.door === ChangeDoor.MERGE_ENTITIES && thing.store !== 'Entity';
        const open = isMoved ? thing.content.fields : refs.get(thing.ref);
        const fold = new Fold(thing.ref, thing.content, base, was?.state, touched && !isMoved, open);
        const last: Entry | undefined = row &&
          was && {
            number: row.number,
            from: was.since,
            until: null,
            state: was.state,
            change: row.change,
            gone: false,
          };
        return { thing, was, fold, last, isKnown: was !== undefined };
      });
      await this.read(asked, folding);
      looked.push(...folding);
    }
    return looked;
  }

  /** Returns the current states of things of one kind, by ref. */
  private async current(namespace: string, group: readonly Describable[]) {
    const [first] = group;
    if (!first) return new Map<string, { row: PresentRow; was: KeptState }>();
    const { store, content } = first;
    const refs = group.map(({ ref }) => ref);
    const rows = await this.repository.listCurrent(namespace, store, refs, content.fields);
    return new Map(rows.map((row) => [row.ref, { row, was: keptState(row, content.fields) }]));
  }

  /** Folds the versions of things, reading back only as far as older versions can matter. */
  private async read(
    { caller: { namespace }, keptSince }: Asked,
    folding: readonly { readonly thing: Describable; readonly fold: Fold; last: Entry | undefined; isKnown: boolean }[],
  ): Promise<void> {
    const isOldest = (entry: Entry | undefined) => keptSince !== null && entry !== undefined && entry.from < keptSince;
    // No change from before this time is undone or brought back any more, so that the state at this time is given.
    const given = (entry: Entry) => (isOldest(entry) ? { ...entry, change: null } : entry);
    const wasAway = (entry: Entry) =>
      keptSince !== null && entry.gone && entry.until !== null && entry.until < keptSince;
    for (let open = folding; open.length > 0;) {
      const rows = open.map(({ thing: { ref }, last }) => ({ ref, below: last?.number ?? Number.MAX_SAFE_INTEGER }));
      const found = await this.repository.listHistories(namespace, rows, READ_AT_ONCE);
      const byRef = groupBy(found, ({ ref }) => ref);
      open = open.filter((each) => {
        const older = (byRef.get(each.thing.ref) ?? []).map(entryOf);
        if (older.length > 0) each.isKnown = true;
        for (const entry of older) {
          if (isOldest(each.last)) break;
          if (each.last) each.fold.add(each.last, entry);
          each.last = entry;
        }
        if (older.length === READ_AT_ONCE && !isOldest(each.last)) return !each.fold.isDone;
        if (each.last && !wasAway(each.last)) each.fold.add(given(each.last), undefined);
        return false;
      });
    }
  }

  // ───────────────────────────── writing ─────────────────────────────

  private isChanged({ ref, was, becomes }: Planned): boolean {
    if (!was || !becomes) return was !== becomes;
    const { fields = [], derived = [] } = this.things.describe(ref)?.content ?? {};
    return fields.some((field) => !derived.includes(field) && !isSame(was.state[field], becomes[field]));
  }

  private async carryOut(asked: Asked, planned: readonly Planned[]): Promise<UndoReport> {
    const changed = planned.filter((thing) => this.isChanged(thing));
    const byDoor = [...groupBy(changed, ({ door }) => door)];
    let { epoch } = asked;
    const begin = (transaction: GraphTransaction) => this.begin(transaction, { ...asked, epoch });
    const [any] = planned;
    if (byDoor.length === 0 && any && !asked.isRepeated) byDoor.push([any.door, []]);
    const sets = planned.flatMap(({ ref, ofBase: fields }) => (fields.length > 0 ? [{ ref, fields }] : []));
    for (const [door, things] of byDoor) {
      for (const part of inParts(inOrder(door, things))) {
        const { caller, undo, base } = asked;
        const moved = part.flatMap(({ moved = [] }) => moved);
        await door.write({ caller, change: undo, base: { ...base, stands: asked.stands }, sets, moved, begin }, part);
        epoch += 1;
      }
    }
    for (const follow of this.doors.followersOf(asked.base.door)) await follow(asked.caller.namespace, asked.base.id);
    return {
      changeId: asked.undo.id,
      restored: changed.map(({ ref }) => ref).sort(),
      kept: [...planned.flatMap(({ kept }) => kept), ...(await this.writtenSince(asked, planned))],
    };
  }

  /** Records the undo, unless another undo has run since the epoch was read. */
  private async begin(transaction: GraphTransaction, { caller, epoch, id, base, stands, undo }: Asked): Promise<void> {
    const begun = { namespace: caller.namespace, epoch, id, base: base.id, undone: !stands, change: undo };
    if (!(await this.repository.beginUndo(transaction, begun))) throw new ConflictError('Another undo came between');
  }

  /** Undoes a decision, which wrote no content, or brings it back. */
  private async decideBack(asked: Asked, was: string): Promise<UndoReport> {
    const { caller, base, stands, undo, isRepeated } = asked;
    const write = this.doors.decisionOf(base.door);
    if (!write) throw new Error(`Nothing undoes decisions of ${base.door}`);
    if (isRepeated) return { changeId: undo.id, restored: [], kept: [] };
    await this.graph.transaction(async (transaction) => {
      await this.begin(transaction, asked);
      const undone = { caller, at: undo.at, id: base.id, stands, was: JSON.parse(was) as unknown };
      if (await write(transaction, undone)) return;
      throw new LastingConflictError(
        `What change "${asked.id}" decided was decided otherwise since; nothing was undone. Decide again instead.`,
      );
    });
    return { changeId: undo.id, restored: base.refs.toSorted(), kept: [] };
  }

  private async writtenSince(asked: Asked, planned: readonly Planned[]): Promise<Kept[]> {
    if (asked.stands) return [];
    const doors = new Set(planned.map(({ door }) => door));
    const base = { ...asked.base, stands: false };
    const all = await Promise.all(
      [...doors].map(async (door) => (await door.writtenSince?.(asked.caller.namespace, base)) ?? []),
    );
    const named = new Set(planned.flatMap(({ kept }) => kept.map(({ ref }) => ref)));
    return all.flat().filter(({ ref }) => !named.has(ref));
  }
}

/** True if merges change the ref of the thing. */
function isMerged({ thing: { ref }, fold: { lastSaid } }: Looked, merging: Merging | undefined): boolean {
  return merging !== undefined && merging.image(ref, lastSaid ?? {})?.ref !== ref;
}

/**
 * Orders the things for writing. Kept and restored things come first, in such an order that things are written before
 * those that refer to them; removed things follow in reverse order.
 */
function inOrder(door: UndoDoor, things: readonly Planned[]): readonly Planned[] {
  const place = ({ ref }: Planned) => door.prefixes.indexOf(ref.slice(0, ref.indexOf(':')));
  const coming = things.filter(({ becomes }) => becomes).sort((a, b) => place(b) - place(a));
  return [...coming, ...things.filter(({ becomes }) => !becomes).sort((a, b) => place(a) - place(b))];
}

function inParts<Thing>(things: readonly Thing[]): (readonly Thing[])[] {
  const count = Math.max(1, Math.ceil(things.length / WRITTEN_AT_ONCE));
  return Array.from({ length: count }, (_, n) => things.slice(n * WRITTEN_AT_ONCE, (n + 1) * WRITTEN_AT_ONCE));
}

function together(hold: Hold | undefined, needed: readonly string[] | undefined): Hold | undefined {
  if (!needed) return hold;
  return { ...hold, whole: hold?.whole ?? false, by: hold?.by ?? null, need: [...(hold?.need ?? []), ...needed] };
}

function entryOf({ number, from, until, state, change, gone, goneBy }: HistoryRow): Entry {
  return { number, from, until, state: JSON.parse(state) as ContentState, change, gone, goneBy };
}
