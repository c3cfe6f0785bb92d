import type { Content, ContentState } from '../knowledge/kind.js';

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
}

/** Why a thing stays although no change that stands wrote it. */
export interface Hold {
  /** It was said again as a whole: nothing of it goes. */
  readonly whole: boolean;
  /** Fields that it needs. */
  readonly need: readonly string[];
  /** The change that holds it, where one is known. */
  readonly by: string | null;
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
  /** What it says from now on; undefined where it goes. */
  readonly becomes: ContentState | undefined;
  readonly kept: readonly Kept[];
}

interface SetField {
  readonly value: unknown;
  readonly by: string | null;
  /** By a change after the one in question. */
  readonly isLater: boolean;
}

/**
 * Folds the versions of a thing, newest first, into what it says where one change (the base) stands or does not. Each field
 * has the value that the last change which stands set. Changes that undo others set nothing by themselves. A change sets
 * what it changed; the one that made the thing sets all of it.
 */
export class Fold {
  private readonly values = new Map<string, SetField>();
  /** The newest value of each field that any change set, whether or not it stands. */
  private readonly newest = new Map<string, unknown>();
  private readonly ofBase = new Set<string>();
  private isBaseFound = false;
  /** The newest change that stands; null inside for what is older than this record. */
  private standing: { readonly by: string | null } | undefined;

  /**
   * @param current undefined where the thing is not there now
   * @param touched whether the base wrote it
   */
  constructor(
    private readonly ref: string,
    private readonly content: Content,
    private readonly base: { readonly id: string; readonly stands: boolean },
    private readonly current: ContentState | undefined,
    private readonly touched: boolean,
  ) {}

  /** @param older the version before it; undefined for the first one */
  add({ state, change }: Entry, older: Entry | undefined): void {
    const isFirst = older === undefined || older.gone;
    const set = this.content.fields.filter((field) => isFirst || !isSame(state[field], older.state[field]));
    if (change === null || change.undoes === null) {
      for (const field of set) if (!this.newest.has(field)) this.newest.set(field, state[field] ?? null);
    }
    const isBase = change?.id === this.base.id;
    if (isBase) {
      this.isBaseFound = true;
      set.forEach((field) => this.ofBase.add(field));
    }
    const stands = change === null || (change.undoes === null && (isBase ? this.base.stands : !change.undone));
    if (!stands) return;
    const by = change?.id ?? null;
    const isLater = !this.isBaseFound;
    this.standing ??= { by };
    for (const field of set) {
      if (!this.values.has(field)) this.values.set(field, { value: state[field] ?? null, by, isLater });
    }
  }

  /** Whether older versions can no longer make a difference. */
  get isDone(): boolean {
    if (!this.standing || (this.touched && !this.isBaseFound)) return false;
    const asked = this.current ? [...this.ofBase] : this.content.fields;
    return asked.every((field) => this.values.has(field));
  }

  /** @param hold why it stays although nothing that stands wrote it; undefined where nothing does */
  result(hold: Hold | undefined): Folded {
    // Deleted by a person and made anew since: the base is no part of what it is.
    const isForeign = this.touched && !this.isBaseFound && this.current !== undefined;
    if (isForeign || (hold?.whole && this.current && !this.standing)) {
      return { becomes: this.current, kept: isForeign ? [] : [this.keep(null, hold?.by ?? null)] };
    }
    if (!this.standing && !hold) return { becomes: undefined, kept: [] };
    const holder = this.standing?.by ?? hold?.by ?? null;
    const state: Record<string, unknown> = {};
    for (const field of this.content.fields) {
      const set = this.values.get(field);
      const isOpen = this.current === undefined || this.ofBase.has(field) || !this.standing;
      const blank = this.content.blank?.[field] ?? null;
      state[field] = isOpen ? (set ? set.value : blank) : (this.current?.[field] ?? null);
    }
    const kept = [...this.ofBase].flatMap((field) => {
      const set = this.values.get(field);
      return set?.isLater && !this.content.derived?.includes(field) ? [this.keep(field, set.by)] : [];
    });
    for (const field of this.needed(state, hold)) {
      if (isSet(state[field])) continue;
      const value = this.current ? this.current[field] : this.newest.get(field);
      if (!isSet(value)) continue;
      state[field] = value;
      if (!this.content.derived?.includes(field)) kept.push(this.keep(field, holder));
    }
    const isHeldAlone = !this.standing && this.touched && kept.length === 0;
    return { becomes: state, kept: isHeldAlone ? [this.keep(null, holder)] : kept };
  }

  private needed(state: ContentState, hold: Hold | undefined): Set<string> {
    const { required = [], together = [], derived = [] } = this.content;
    const needed = new Set([...required, ...derived, ...(hold?.need ?? [])]);
    for (const { of, need } of together) {
      if (of.some((field) => isSet(state[field]) || needed.has(field))) need.forEach((field) => needed.add(field));
    }
    return needed;
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
