// The rule by which a name in a text tells what the text is about. A wrong guess is worse than none, so a name counts only
// if it belongs to one owner among all, and nothing in the text belongs to anybody else.

/** A name found in a text, with all to whom it belongs. */
export interface Owned {
  readonly owners: ReadonlySet<string>;
  /** False if the name stands in the text without telling what the text is about. */
  readonly decides: boolean;
}

/** Stands for owners that were not read. */
export const OTHERS = '\u0000';

/** The names that decide and have one owner. */
export function sole<Name extends Owned>(named: readonly Name[]): Name[] {
  return named.filter(({ owners, decides }) => decides && owners.size === 1);
}

/** The owner to whom at least one name belongs alone and every name belongs; undefined if there is none. */
export function theOneNamed(named: readonly Owned[]): string | undefined {
  const [owner, ...others] = new Set(sole(named).flatMap(({ owners }) => [...owners]));
  if (owner === undefined || owner === OTHERS || others.length > 0) return undefined;
  return named.every(({ owners }) => owners.has(owner)) ? owner : undefined;
}
