import { LastingConflictError } from '../common/errors.js';
import type { Content, ContentState } from '../knowledge/kind.js';
import { ChangeDoor } from './change.model.js';

// What a thing says without the changes that are undone. Pure.

/** Of the change that wrote a version. */
export interface EntryChange {
  readonly id: string;
  readonly door: string;
  /** Whether it is undone now. */
  readonly undone: boolean;
  /** The change that it undoes; null for one that undoes none. */
  readonly undoes: string | null;
}

/** A version of a thing, the present one included. */
export interface Entry {
  readonly number: number;
  readonly state: ContentState;
  /** Null where it is older than this record. */
  readonly change: EntryChange | null;
  /** Whether the thing went with its end. */
  readonly gone: boolean;
  /** The change that took it away with its end. */
  readonly goneBy?: EntryChange | null;
}

/** Why a thing stays although no change that stands wrote it. */
export interface Hold {
  /** It was said again as a whole: nothing of it goes. */
  readonly whole: boolean;
  /** Whether something refers to it. */
  readonly isLinked?: boolean;
  /** Fields that it needs. */
  readonly need: readonly string[];
  /** Of these the ones that the change which holds it found as it says them itself. */
  readonly said?: readonly string[];
  /** The change that holds it, where one is known. */
  readonly by: string | null;
  /** A change that may be what holds it, and that is undone: nobody knows. */
  readonly doubt?: string | null;
}

/** A field, or a whole thing, that an undo leaves as it is. */
export interface Kept {
  readonly ref: string;
  /** Null for the thing as a whole. */
  readonly field: string | null;
  /** The later change that it is kept for; null where none is known. */
  readonly byChange: string | null;
}

export interface Folded {
  /** Fields that the base set; where it is undone, those that no change of its door sets now. */
  readonly ofBase: readonly string[];
  /** What it says from now on; undefined where it goes. */
  readonly becomes: ContentState | undefined;
  readonly kept: readonly Kept[];
}

/** Changes by merges hold no content of nodes. */
const MERGES: string = ChangeDoor.MERGE_ENTITIES;

interface SetField {
  readonly value: unknown;
  readonly by: string | null;
  readonly door: string | null;
  /** By a change after the one in question. */
  readonly isLater: boolean;
}

/**
 * Folds the versions of a thing, newest first, into what it says where one change (the base) stands or does not. Each field
 * has the value that the last change which stands set. Changes that undo others set nothing by themselves, nor do those that merge
 * entities: what things say is told in terms of the entities that are left behind the fold (`Merging`). A change sets
 * what it changed; the one that made the thing sets all of it but the records that it does not have.
 */
export class Fold {
  private readonly values = new Map<string, SetField>();
  /** The newest value of each field that any change set, whether or not it stands. */
  private readonly newest = new Map<string, unknown>();
  private readonly ofBase = new Set<string>();
  /** Newest first. */
  private readonly entries: { readonly change: string | null; readonly state: ContentState }[] = [];
  private isBaseFound = false;
  /** Whether a change that stands, and is no undo, took it away behind all others that stand. */
  private isAway = false;
  /** The newest change that stands; null inside for what is older than this record. */
  private standing: { readonly by: string | null } | undefined;

  /**
   * @param current undefined where the thing is not there now
   * @param touched whether the base wrote it
   * @param open fields of it that something needs, or needed until now, which the base did not write
   */
  constructor(
    private readonly ref: string,
    private readonly content: Content,
    private readonly base: { readonly id: string; readonly door: string; readonly stands: boolean },
    private readonly current: ContentState | undefined,
    private readonly touched: boolean,
    private readonly open: readonly string[] = [],
  ) {}

  /** @param older the version before it; undefined for the first one */
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

  /** The change that set the value of a field; null where it is older than this record, undefined where none that stands did. */
  setterOf(field: string): string | null | undefined {
    return this.values.get(field)?.by;
  }

  /** What it said last, as far as that was read. */
  get lastSaid(): ContentState | undefined {
    return this.current ?? this.entries[0]?.state;
  }

  /** Whether older versions can no longer make a difference. */
  get isDone(): boolean {
    if (!this.standing || (this.touched && !this.isBaseFound)) return false;
    const asked = this.current ? [...this.ofBase, ...this.open] : this.content.fields;
    return asked.every((field) => this.values.has(field));
  }

  /**
   * @param hold why it stays although nothing that stands wrote it; undefined where nothing does
   * @throws LastingConflictError where it is not known whether it stays
   */
  result(hold: Hold | undefined): Folded {
    const ofBase = [...this.ofBase].filter(
      (field) => this.base.stands || (this.values.get(field)?.door ?? '') !== this.base.door,
    );
    if (this.isAway && hold?.isLinked !== true) return { ofBase, becomes: undefined, kept: [] };
    // Deleted by a person and made anew since: the base is no part of what it is.
    const isForeign = this.touched && !this.isBaseFound && this.current !== undefined;
    if (hold?.whole && hold.doubt && this.current && !this.standing && !isForeign) throw this.refusal(hold.doubt);
    if (isForeign || (hold?.whole && this.current && !this.standing)) {
      const becomes = isForeign ? this.current : (this.saidAt(hold?.by ?? null) ?? this.current);
      return { ofBase, becomes, kept: isForeign ? [] : [this.keep(null, hold?.by ?? null)] };
    }
    if (!this.standing && !hold) return { ofBase, becomes: undefined, kept: [] };
    const holder = this.standing?.by ?? hold?.by ?? null;
    const state: Record<string, unknown> = {};
    for (const field of this.content.fields) {
      const set = this.values.get(field);
      const isOpen =
        this.current === undefined || this.ofBase.has(field) || this.open.includes(field) || !this.standing;
      const blank = this.content.blank?.[field] ?? null;
      state[field] = isOpen ? (set ? set.value : blank) : (this.current?.[field] ?? null);
    }
    const kept = [...this.ofBase].flatMap((field) => {
      const set = this.values.get(field);
      return set?.isLater && !this.content.derived?.includes(field) ? [this.keep(field, set.by)] : [];
    });
    for (const field of this.needed(state, hold)) {
      if (isSet(state[field])) continue;
      if (hold?.doubt && hold.said?.includes(field) && !this.values.has(field) && isSet(this.current?.[field]))
        throw this.refusal(hold.doubt);
      // What a change that stands set, as a restored version without the record, is no blank.
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

  /** Fields of records that a thing was made without: they were not said, and are no blanks that somebody wants. */
  private unsaid(state: ContentState): Set<string> {
    const { together = [] } = this.content;
    return new Set(together.flatMap(({ of }) => (of.some((field) => isSet(state[field])) ? [] : of)));
  }

  /** What a thing said that a change found as it says itself, where that is known. */
  private saidAt(change: string | null): ContentState | undefined {
    // Ids of changes are in order of time.
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

/** Whether a change stands: no undo of it does. */
export function stands(id: string, undos: readonly { readonly id: string; readonly undoes: string }[]): boolean {
  return !undos.some((undo) => undo.undoes === id && stands(undo.id, undos));
}

export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

function isSet(value: unknown): boolean {
  return value !== null && value !== undefined;
}
