import { ownValue } from '../common/json.js';
import { LastingConflictError } from '../common/errors.js';
import type { Content, ContentState } from '../knowledge/kind.js';
import { ChangeDoor } from './change.model.js';

// Computes the state of a thing without the changes that are undone. Pure functions.
// A change "stands" if it is not undone. The "base" is the change that an undo undoes or brings back.

/** The change that wrote a version. */
export interface EntryChange {
  readonly id: string;
  readonly door: string;
  /** True if the change is undone at present. */
  readonly undone: boolean;
  /** Id of the change that this one undoes; null if it is not an undo. */
  readonly undoes: string | null;
}

/** A version of a thing; the current state is a version, too. */
export interface Entry {
  readonly number: number;
  /** Time since which the thing was in this state. */
  readonly from: Date;
  /** Time until which it was; null for the current state. */
  readonly until: Date | null;
  readonly state: ContentState;
  /** Null if the version is older than the record of changes, or than VERSION_RETENTION. */
  readonly change: EntryChange | null;
  /** True if the thing was removed when this version ended. */
  readonly gone: boolean;
  /** The change that removed the thing when this version ended. */
  readonly goneBy?: EntryChange | null;
}

/** The reason why a thing is kept although no standing change wrote it. */
export interface Hold {
  /** True if a later write stated the whole thing again, so that all of it is kept. */
  readonly whole: boolean;
  /** True if something refers to the thing. */
  readonly isLinked?: boolean;
  /** Fields that must keep a value. */
  readonly need: readonly string[];
  /** Those of the needed fields to which the holding change would have given the value that it found. */
  readonly said?: readonly string[];
  /** Id of the holding change; null if unknown. */
  readonly by: string | null;
  /** Id of an undone change that may be the only reason to keep the thing; if set, the reason is uncertain. */
  readonly doubt?: string | null;
}

/** A field, or a whole thing, that an undo leaves as it is. */
export interface Kept {
  readonly ref: string;
  /** Null for the thing as a whole. */
  readonly field: string | null;
  /** Id of the later change because of which it is kept; null if unknown. */
  readonly byChange: string | null;
}

export interface Folded {
  /**
   * Fields that the base set. If the base is undone, these exclude fields whose present value comes from a change by
   * the same operation.
   */
  readonly ofBase: readonly string[];
  /** The new state; undefined if the thing is removed. */
  readonly becomes: ContentState | undefined;
  readonly kept: readonly Kept[];
}

/** A merge of entities does not set content itself. */
const MERGES: string = ChangeDoor.MERGE_ENTITIES;

interface SetField {
  readonly value: unknown;
  readonly by: string | null;
  readonly door: string | null;
  /** True if the change that set the field came after the base. */
  readonly isLater: boolean;
}

/**
 * Folds the versions of a thing, newest first, into the state that results if the base stands, or is undone. Each field gets
 * the value of the last standing change that set it. Undos and merges of entities set nothing: the fold ignores them, and
 * merges are applied to its result (`Merging`). A change sets the fields that it changed. The change that created the thing
 * sets all fields, except those of optional records that the thing lacks.
 */
export class Fold {
  private readonly values = new Map<string, SetField>();
  /** The newest value of each field, including values of changes that do not stand. */
  private readonly newest = new Map<string, unknown>();
  private readonly ofBase = new Set<string>();
  /** Newest first. */
  private readonly entries: { readonly change: string | null; readonly state: ContentState }[] = [];
  private isBaseFound = false;
  /** True if the last standing change removed the thing (removals by undos and merges do not count). */
  private isAway = false;
  /** The newest standing change; `by` is null for a version older than the record of changes. */
  private standing: { readonly by: string | null } | undefined;

  /**
   * @param current the current state; undefined if the thing does not exist
   * @param touched true if the base wrote the thing
   * @param open fields that the base did not write but that may change, since something needs them or no longer does
   */
  constructor(
    private readonly ref: string,
    private readonly content: Content,
    private readonly base: { readonly id: string; readonly door: string; readonly stands: boolean },
    private readonly current: ContentState | undefined,
    private readonly touched: boolean,
    private readonly open: readonly string[] = [],
  ) {}

  /** @param older the version before the entry; undefined for the first version */
  add({ state, change, goneBy }: Entry, older: Entry | undefined): void {
    if (goneBy?.undoes === null && goneBy.door !== MERGES) this.addEnd(goneBy);
    this.entries.push({ change: change?.id ?? null, state });
    const isFirst = older === undefined || older.gone;
    const unsaid = isFirst ? this.unsaid(state) : undefined;
    const set = this.content.fields.filter((field) =>
      unsaid ? !unsaid.has(field) : !isSame(state[field], older?.state[field]),
    );
    const says = change === null || (change.undoes === null && change.door !== MERGES);
    if (says) {
      for (const field of set) if (!this.newest.has(field)) this.newest.set(field, state[field] ?? null);
    }
    const isBase = change?.id === this.base.id;
    if (isBase) {
      this.isBaseFound = true;
      set.forEach((field) => this.ofBase.add(field));
    }
    const stands = change === null || (isBase ? this.base.stands : !change.undone);
    if (!says || !stands) return;
    const by = change?.id ?? null;
    const isLater = !this.isBaseFound;
    this.standing ??= { by };
    for (const field of set) {
      if (!this.values.has(field))
        this.values.set(field, { value: state[field] ?? null, by, door: change?.door ?? null, isLater });
    }
  }

  private addEnd({ id, undone }: EntryChange): void {
    const isBase = id === this.base.id;
    if (isBase) this.isBaseFound = true;
    if (!this.standing && (isBase ? this.base.stands : !undone)) this.isAway = true;
  }

  /** Id of the change that set a field; null if older than the record of changes, undefined if no standing change set it. */
  setterOf(field: string): string | null | undefined {
    return this.values.get(field)?.by;
  }

  /** The current state or, if the thing does not exist, the newest one that was read. */
  get lastSaid(): ContentState | undefined {
    return this.current ?? this.entries[0]?.state;
  }

  /** True if older versions can no longer change the result. */
  get isDone(): boolean {
    if (!this.standing || (this.touched && !this.isBaseFound)) return false;
    const asked = this.current ? [...this.ofBase, ...this.open] : this.content.fields;
    return asked.every((field) => this.values.has(field));
  }

  /**
   * @param hold the reason to keep the thing even if no standing change wrote it; undefined if there is none
   * @param joined adds what things that were merged into this one say. It runs before needed fields get the values that
   *   they have at present, since these may come from the change that is undone.
   * @throws LastingConflictError when it is uncertain whether the thing is to be kept
   */
  result(hold: Hold | undefined, joined: (state: ContentState) => ContentState = (state) => state): Folded {
    const ofBase = [...this.ofBase].filter(
      (field) => this.base.stands || (this.values.get(field)?.door ?? '') !== this.base.door,
    );
    if (this.isAway && hold?.isLinked !== true) return { ofBase, becomes: undefined, kept: [] };
    // The thing was deleted and created anew after the base, so the base did not contribute to its current state.
    const isForeign = this.touched && !this.isBaseFound && this.current !== undefined;
    if (hold?.whole && hold.doubt && this.current && !this.standing && !isForeign) throw this.refusal(hold.doubt);
    if (isForeign || (hold?.whole && this.current && !this.standing)) {
      const becomes = isForeign ? this.current : (this.saidAt(hold?.by ?? null) ?? this.current);
      return { ofBase, becomes, kept: isForeign ? [] : [this.keep(null, hold?.by ?? null)] };
    }
    if (!this.standing && !hold) return { ofBase, becomes: this.emptied(), kept: [] };
    const holder = this.standing?.by ?? hold?.by ?? null;
    const own: Record<string, unknown> = {};
    for (const field of this.content.fields) {
      const set = this.values.get(field);
      const isOpen =
        this.current === undefined || this.ofBase.has(field) || this.open.includes(field) || !this.standing;
      const blank = this.content.blank?.[field] ?? null;
      own[field] = isOpen ? (set ? set.value : blank) : (this.current?.[field] ?? null);
    }
    const kept = [...this.ofBase].flatMap((field) => {
      const set = this.values.get(field);
      return set?.isLater && !this.content.derived?.includes(field) ? [this.keep(field, set.by)] : [];
    });
    // What the holding change said of the thing itself takes precedence over the things that were merged into it.
    const isHeld = hold?.said?.some((field) => !isSet(ownValue(own, field)) && !this.values.has(field)) ?? false;
    const state: Record<string, unknown> = isHeld ? own : { ...joined(own) };
    for (const field of this.needed(state, hold)) {
      if (isSet(state[field])) continue;
      if (hold?.doubt && hold.said?.includes(field) && !this.values.has(field) && isSet(this.current?.[field]))
        throw this.refusal(hold.doubt);
      // The held state fills only fields that no standing change set: a restored version may have emptied a field on purpose.
      const isSaid = hold?.said?.includes(field) && !this.values.has(field);
      const said = isSaid ? this.saidAt(hold?.by ?? null)?.[field] : undefined;
      const value = said ?? (this.current ? this.current[field] : this.newest.get(field));
      if (!isSet(value)) continue;
      state[field] = value;
      if (!this.content.derived?.includes(field)) kept.push(this.keep(field, holder));
    }
    const isHeldAlone = !this.standing && this.touched && kept.length === 0;
    return { ofBase, becomes: state, kept: isHeldAlone ? [this.keep(null, holder)] : kept };
  }

  /** What is left of the thing if no change stands: undefined if it is removed. */
  private emptied(): ContentState | undefined {
    const { stays = false, fields, blank } = this.content;
    if (!stays || !this.current) return undefined;
    return Object.fromEntries(fields.map((field) => [field, blank?.[field] ?? null]));
  }

  /** Fields of optional records that the thing was created without. They count as not set, rather than set to null. */
  private unsaid(state: ContentState): Set<string> {
    const { together = [] } = this.content;
    return new Set(together.flatMap(({ of }) => (of.some((field) => isSet(state[field])) ? [] : of)));
  }

  /** The state of the thing when a change ran, if known. */
  private saidAt(change: string | null): ContentState | undefined {
    // Ids of changes sort by time.
    return change === null ? undefined : this.entries.find((entry) => (entry.change ?? '') <= change)?.state;
  }

  private needed(state: ContentState, hold: Hold | undefined): Set<string> {
    const { required = [], together = [], derived = [] } = this.content;
    const needed = new Set([...required, ...derived, ...(hold?.need ?? [])]);
    for (const { of, need } of together) {
      if (of.some((field) => isSet(state[field]) || needed.has(field))) need.forEach((field) => needed.add(field));
    }
    return needed;
  }

  private refusal(change: string): LastingConflictError {
    return new LastingConflictError(
      `"${this.ref}" was loaded again as it is, perhaps only by change ${change}, which is undone: whether it stays is not known. ` +
        'Nothing was undone. Undo that undo first, or delete what is wrong.',
    );
  }

  private keep(field: string | null, byChange: string | null): Kept {
    return { ref: this.ref, field, byChange };
  }
}

export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

function isSet(value: unknown): boolean {
  return value !== null && value !== undefined;
}
