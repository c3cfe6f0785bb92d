/** Content of a thing, by field. */
export type State = Readonly<Record<string, unknown>>;
/** Contents of all things; things that do not exist are absent. */
export type World = ReadonlyMap<string, State>;

type Said = Map<string, Record<string, unknown>>;
/** True if no change since a merge set the field. */
type IsOpen = (ref: string, field: string) => boolean;

interface Patch {
  readonly id: string;
  readonly undoes: string | undefined;
  /** Ids of entities. */
  readonly merges?: { readonly source: string; readonly target: string };
  /** By ref: whether the change created the thing, and the fields that it set. */
  readonly set: ReadonlyMap<string, { readonly made: boolean; readonly fields: State }>;
}

/**
 * The specification of undo: changes as lists of the fields that they set, folded without those that are undone. It knows nothing of how the
 * service keeps versions.
 */
export class UndoModel {
  private readonly patches: Patch[] = [];

  /**
   * @param required fields that a thing must have
   * @param unsaid fields that a change leaves open although it creates the thing
   * @param needs refs, and fields of their things, that must exist for a thing to exist
   */
  constructor(
    private readonly required: (ref: string, state: State) => readonly string[] = () => [],
    private readonly unsaid: (ref: string, state: State) => readonly string[] = () => [],
    private readonly needs: (ref: string, state: State) => readonly (readonly [string, readonly string[]])[] = () => [],
    private readonly merge: (world: Said, source: string, target: string, isOpen: IsOpen) => void = () => undefined,
  ) {}

  /** Records the effect of a change on the world. */
  changed(id: string, before: World, after: World): void {
    const set = new Map<string, { made: boolean; fields: State }>();
    for (const [ref, state] of after) {
      const old = before.get(ref);
      const unsaid = old ? [] : this.unsaid(ref, state);
      const fields = Object.entries(state).filter(([field, value]) =>
        old ? !same(value, old[field]) : !unsaid.includes(field),
      );
      if (!old || fields.length > 0) set.set(ref, { made: !old, fields: Object.fromEntries(fields) });
    }
    this.patches.push({ id, undoes: undefined, set });
  }

  merged(id: string, source: string, target: string): void {
    this.patches.push({ id, undoes: undefined, merges: { source, target }, set: new Map() });
  }

  undone(id: string, undoes: string): void {
    this.patches.push({ id, undoes, set: new Map() });
  }

  stands(id: string): boolean {
    return !this.patches.some((patch) => patch.undoes === id && this.stands(patch.id));
  }

  /** Ids of all changes that can be undone, including undos. */
  get standing(): string[] {
    return this.patches.filter(({ id }) => this.stands(id)).map(({ id }) => id);
  }

  /**
   * Returns the contents of all things without the undone changes. A thing exists if a standing change wrote it.
   *
   * @param before the world before the last undo, from which fields that a thing needs keep their values
   */
  world(blank: (ref: string) => State, before: World = new Map()): World {
    const world = new Map<string, Record<string, unknown>>();
    const last = new Map<string, Record<string, unknown>>();
    const setAt = new Map<string, number>();
    this.patches.forEach(({ id, undoes, set }, at) => {
      if (undoes !== undefined) return;
      for (const [ref, { fields }] of set) {
        last.set(ref, { ...last.get(ref), ...fields });
        if (!this.stands(id)) continue;
        world.set(ref, { ...(world.get(ref) ?? blank(ref)), ...fields });
        for (const field of Object.keys(fields)) setAt.set(`${ref} ${field}`, at);
      }
    });
    this.patches.forEach(({ id, merges }, at) => {
      if (!merges || !this.stands(id)) return;
      this.merge(world, merges.source, merges.target, (ref, field) => (setAt.get(`${ref} ${field}`) ?? -1) < at);
    });
    const complete = (ref: string, fields: readonly string[]) => {
      const state = world.get(ref) ?? { ...blank(ref) };
      world.set(ref, state);
      const said = before.get(ref) ?? last.get(ref);
      for (const field of fields) state[field] ??= said?.[field] ?? null;
    };
    // Needed things may need others: pieces need relations, and entities need both.
    for (let round = 0; round < 3; round++) {
      for (const [ref, state] of [...world]) {
        for (const [needed, fields] of this.needs(ref, state)) complete(needed, fields);
        complete(ref, this.required(ref, state));
      }
    }
    return world;
  }
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}
