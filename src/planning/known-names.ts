import type { Name } from '../items/item-names.js';
import { addKeysIn, lookupKey } from '../items/stored-names.js';

/** Ids of items. */
export type Owners = ReadonlySet<string>;

/** Looks up the names that occur in a text. */
export interface NameSource {
  get(kind: Name['kind'], name: string): (Name & { owners: Owners }) | undefined;
  /** Returns the name as the first of these kinds that contains it. */
  getAny(kinds: readonly Name['kind'][], name: string): (Name & { owners: Owners }) | undefined;
  /** All names of a kind that may occur in a normalised text. */
  in(text: string, kind: Name['kind']): Iterable<string>;
}

/** Names with the ids of the items they belong to. */
export class KnownNames implements NameSource {
  private readonly byKind = {
    id: new Map<string, Set<string>>(),
    path: new Map<string, Set<string>>(),
    control: new Map<string, Set<string>>(),
    shortcut: new Map<string, Set<string>>(),
  };

  add({ kind, name }: Name, owners: Iterable<string>): void {
    const known = this.byKind[kind].get(name) ?? new Set();
    for (const owner of owners) known.add(owner);
    this.byKind[kind].set(name, known);
  }

  get(kind: Name['kind'], name: string): (Name & { owners: Owners }) | undefined {
    const owners = this.byKind[kind].get(name);
    return owners && { kind, name, owners };
  }

  getAny(kinds: readonly Name['kind'][], name: string): (Name & { owners: Owners }) | undefined {
    return kinds.map((kind) => this.get(kind, name)).find((found) => found !== undefined);
  }

  in(_text: string, kind: Name['kind']): Iterable<string> {
    return this.byKind[kind].keys();
  }
}

/** A source without names that records the keys of all names that are looked up in it. */
export class AskedNames implements NameSource {
  readonly keys = new Set<string>();
  private readonly read = new Set<string>();

  /** @param most maximum number of keys; a single text may exceed it slightly */
  constructor(private readonly most: number) {}

  get(_kind: Name['kind'], name: string): undefined {
    if (this.keys.size <= this.most) this.keys.add(lookupKey(name));
    return undefined;
  }

  getAny(kinds: readonly Name['kind'][], name: string): undefined {
    for (const kind of kinds) this.get(kind, name);
    return undefined;
  }

  in(text: string): Iterable<string> {
    if (!this.read.has(text)) addKeysIn(text, this.keys, this.most);
    this.read.add(text);
    return [];
  }
}
