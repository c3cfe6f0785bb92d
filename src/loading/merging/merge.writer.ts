import { Injectable } from '@nestjs/common';
import { LastingConflictError } from '../../common/errors.js';
import { inChunks } from '../../graph/chunks.js';
import { GraphService, type GraphTransaction } from '../../graph/graph.service.js';
import { ChangeDoor, type NewChange } from '../../versions/change.model.js';
import type { ContentState } from '../../knowledge/kind.js';
import { VersionKeeper } from '../../versions/keeping.service.js';
import type { KeptField, MovedByUndo, UndoneChange } from '../../versions/undo.model.js';
import { entityName } from '../../mentions/entity-name.js';
import { readDocument } from '../../entities/document.js';
import { changeOf } from '../knowledge.change.js';
import { entityPart } from '../../entities/entities.kind.js';
import { type LinkRow, saveMetadata, saveNodes } from '../../entities/entities.statements.js';
import { refOfRelation } from '../../entities/relation.js';
import { documentOfThings } from '../written-back.js';
import { keyOf, Merged } from './merged.js';
import {
  addToMerges,
  beginMerge,
  type CarriedRow,
  carryLinks,
  endAlias,
  endMerge,
  findAges,
  findEnds,
  findMerge,
  listAliases,
  listHanging,
  listWrittenSince,
  pointAliases,
  type StoredAlias,
} from './merging.statements.js';

/** Maximum number of later writes that are listed when a merge is undone. */
const NAMED = 1_000;
/** Maximum relations, and maximum pieces, that are moved when a merge is brought back. */
const MOST_HANGING = 100_000;

type Voiced = Pick<NewChange, 'by' | 'keyId'>;

/** A write of a merge or of its undo. */
export interface MergeWrite {
  readonly namespace: string;
  readonly base: UndoneChange;
  /** Author of the merge; used if it is new. */
  readonly by: Voiced;
}

/** A relation that a write removes. */
export interface GoingRelation {
  readonly ref: string;
  readonly key: string;
  readonly state: Readonly<Record<string, unknown>>;
}

/** Writes the aliases of merges, in the transactions that move relations and pieces. */
@Injectable()
export class MergeWriter {
  constructor(
    private readonly graph: GraphService,
    private readonly versions: VersionKeeper,
  ) {}

  /**
   * The aliases after a change is undone or brought back; undefined if there are none.
   *
   * @throws LastingConflictError when an entity would become an alias of two others, or of itself
   */
  async merging(namespace: string, base: UndoneChange): Promise<Merged | undefined> {
    const stored = await this.graph.run(listAliases, { namespace });
    const merge = await this.mergeOf(this.graph, namespace, base);
    if (!merge) return stored.length === 0 ? undefined : new Merged(stored);
    const others = stored.filter(({ id, merge }) => id !== merge && merge !== base.id);
    const { source, target } = merge;
    if (base.stands && (others.some(({ id }) => id === source) || new Merged(others).resolve(target) === source)) {
      throw new LastingConflictError(
        `"${source}" or "${target}" was merged otherwise since; nothing was changed. Undo that merge first.`,
      );
    }
    const own: StoredAlias[] = base.stands ? [{ id: source, into: target, target, merge: base.id }] : [];
    const aliases = [...others, ...own];
    return aliases.length === 0 ? undefined : new Merged(aliases);
  }

  /**
   * Updates the stored aliases for this write.
   *
   * @param coming ids of the entities that the write creates
   * @returns the aliases after the write, and the id that is merged; undefined if the write does not concern merges
   */
  async begin(
    transaction: GraphTransaction,
    { namespace, base, by }: MergeWrite,
    coming: ReadonlySet<string>,
    moved: readonly MovedByUndo[],
  ): Promise<{ merged: Merged; source: string | undefined } | undefined> {
    const merge = await this.mergeOf(transaction, namespace, base);
    if (!merge && moved.length === 0) return undefined;
    if (merge) await this.turn(transaction, namespace, { ...base, by }, merge, coming);
    await inChunks(moved, (rows) => transaction.run(addToMerges, { namespace, rows }));
    const found = await transaction.run(listAliases, { namespace });
    // The alias of an undone merge may still be stored, because a later statement restores its node. Such an alias is
    // ignored.
    const stored = found.filter(({ merge }) => base.stands || merge !== base.id);
    const merged = new Merged(stored);
    const rows = stored.flatMap(({ id, target }) => {
      return merged.resolve(id) === target ? [] : [{ id, target: merged.resolve(id) }];
    });
    await inChunks(rows, (chunk) => transaction.run(pointAliases, { namespace, rows: chunk }));
    return { merged, source: merge && base.stands ? merge.source : undefined };
  }

  /**
   * Makes an entity an alias of another entity.
   *
   * @param isNew true if the merge begins with this call; false if it is continued
   * @throws LastingConflictError when one of the two entities was merged or deleted meanwhile
   */
  async start(
    transaction: GraphTransaction,
    { namespace, base, by, source, target }: MergeWrite & { readonly source: string; readonly target: string },
    isNew: boolean,
  ): Promise<void> {
    const ends = await transaction.run(findEnds, { namespace, ids: [source, target] });
    const isFree = ends.filter(({ into }) => into === null).length === (isNew ? 2 : 1);
    if (ends.length < 2 || !isFree) throw new LastingConflictError('One of these was merged or deleted meanwhile');
    await this.turn(transaction, namespace, { ...base, by }, { source, target }, new Set());
  }

  private async turn(
    transaction: GraphTransaction,
    namespace: string,
    base: UndoneChange & { readonly by: Voiced },
    { source, target }: { readonly source: string; readonly target: string },
    coming: ReadonlySet<string>,
  ): Promise<void> {
    if (base.stands) {
      const { id, by, at } = base;
      const change: NewChange = { id, ...by, at, door: ChangeDoor.MERGE_ENTITIES };
      await transaction.run(beginMerge, { namespace, source, target, change, bareName: entityName(source, null) });
      return;
    }
    await transaction.run(endAlias, { namespace, id: source, merge: base.id, keep: coming.has(source) });
  }

  /**
   * The times at which removed and created relations were first stored, by key, and the created relations with the
   * times of the relations that they replace.
   */
  async aged(
    transaction: GraphTransaction,
    namespace: string,
    merged: Merged,
    { links, going, stands }: { links: readonly LinkRow[]; going: readonly GoingRelation[]; stands: boolean },
  ) {
    const before = links.map((row) => ({ row, keys: [row.key, ...merged.partKeys({ ...row })] }));
    const keys = new Set([...before.flatMap(({ keys }) => keys), ...going.map(({ key }) => key)]);
    const asked = [...keys].map((key) => ({ key, ref: refOfRelation(key) }));
    const rows = await inChunks(asked, (chunk) => transaction.run(findAges, { namespace, rows: chunk }));
    const ages = new Map(rows.map((row) => [row.key, row]));
    const aged = before.map(({ row, keys }): LinkRow => {
      const known = keys.flatMap((key) => ages.get(key) ?? []);
      const [first] = known.map(({ recorded }) => recorded).sort((a, b) => a.getTime() - b.getTime());
      const isLoaded = known.some(({ loaded }) => loaded);
      return {
        ...row,
        ...(first && { recordedAt: first }),
        ...(isLoaded && (stands ? { carried: true as const } : { loaded: true as const })),
      };
    });
    return { links: aged, ages };
  }

  /** Records that the check-ins of removed relations also contained the relations that replace them. */
  async carry(
    transaction: GraphTransaction,
    namespace: string,
    merged: Merged,
    going: readonly GoingRelation[],
  ): Promise<void> {
    const rows = going.flatMap(({ ref, key, state }): CarriedRow[] => {
      const image = merged.image(ref, state);
      if (!image || image.ref === ref) return [];
      const { sourceId: source } = state as { readonly sourceId: string };
      const { sourceId: target } = image.state as { readonly sourceId: string };
      return [{ from: key, to: keyOf(image.state), source, target }];
    });
    await inChunks(rows, (chunk) => transaction.run(carryLinks, { namespace, rows: chunk }));
  }

  /**
   * Stores the differing content of a merged entity as a version of the merge target, followed by a version with the
   * target's own content.
   */
  async keepOther(
    transaction: GraphTransaction,
    { namespace, base, by }: MergeWrite,
    id: string,
    said: ContentState,
  ): Promise<void> {
    const { at } = base;
    const { document } = documentOfThings([{ ref: `entity:${id}`, id, becomes: said }]);
    const rows = await changeOf(namespace, await readDocument(document), undefined);
    const touched = [{ ref: `entity:${id}`, change: { id: base.id, ...by, at, door: ChangeDoor.MERGE_ENTITIES } }];
    const written = { namespace, now: at, checkIn: '' };
    await this.versions.around(transaction, { namespace, of: entityPart, touched }, async () => {
      await transaction.run(saveMetadata, { ...written, rows: rows.metadata });
      await transaction.run(saveNodes, { ...written, keep: false, rows: rows.nodes });
    });
  }

  /** Hides merged entities after all their relations and pieces have been moved. */
  end(transaction: GraphTransaction, namespace: string, ids: readonly string[]) {
    return transaction.run(endMerge, { namespace, ids });
  }

  /** Refs of the relations and pieces of an entity whose merge is brought back, including those added since it was undone. */
  async reaches(namespace: string, base: UndoneChange): Promise<string[]> {
    const merge = base.stands ? await this.mergeOf(this.graph, namespace, base) : undefined;
    if (!merge) return [];
    const [hanging] = await this.graph.run(listHanging, { namespace, id: merge.source, limit: MOST_HANGING });
    const { keys = [], pieces = [] } = hanging ?? {};
    return [...keys.map(refOfRelation), ...pieces.map((id) => `piece:${id}`), `entity:${merge.source}`];
  }

  /** Writes to the merge target since a merge that is undone. */
  async writtenSince(namespace: string, base: UndoneChange): Promise<readonly KeptField[]> {
    const merge = await this.mergeOf(this.graph, namespace, base);
    if (!merge) return [];
    const { id, at } = base;
    const rows = await this.graph.run(listWrittenSince, { namespace, id: merge.target, at, merge: id, limit: NAMED });
    return rows.map(({ ref, change }) => ({ ref, field: null, byChange: change }));
  }

  private async mergeOf(graph: Pick<GraphTransaction, 'run'>, namespace: string, { id, door }: UndoneChange) {
    if (door !== ChangeDoor.MERGE_ENTITIES) return undefined;
    const [merge] = await graph.run(findMerge, { namespace, id });
    return merge;
  }
}
