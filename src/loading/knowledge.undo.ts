import { Injectable } from '@nestjs/common';
import { ConflictError, LastingConflictError } from '../common/errors.js';
import { compare } from '../common/text.js';
import { inChunks } from '../graph/chunks.js';
import { GraphService, type GraphTransaction } from '../graph/graph.service.js';
import { ChangeDoor } from '../versions/change.model.js';
import { VersionKeeper } from '../versions/keeping.service.js';
import {
  type Hold,
  type HoldsAsked,
  type KeptState,
  UndoDoors,
  type UndoneChange,
  type UndoneThing,
  type UndoWrite,
} from '../versions/undo.model.js';
import { readDocument } from '../entities/document.js';
import { entityName, typeOfId } from '../mentions/entity-name.js';
import { FactsKeeper } from './facts/facts.keeper.js';
import { MergeWriter } from './merging/merge.writer.js';
import { keyOf } from './merging/merged.js';
import { changeOf } from './knowledge.change.js';
import { entityPart, relationPart } from '../entities/entities.kind.js';
import {
  deleteLinks,
  dropEntities,
  findLostAgain,
  findPieceTexts,
  findUndoneLoad,
  hideCheckIn,
  type LinkRow,
  listHolds,
  markLoaded,
  showCheckIn,
} from '../entities/entities.statements.js';
import { type KnowledgeChange, KnowledgeWriter } from './knowledge.writer.js';
import { NODE_FIELDS, refOfRelation } from '../entities/relation.js';
import { TextSaver } from './text.saver.js';
import { documentOfThings } from './written-back.js';

type Going = UndoneThing & { readonly was: KeptState };

/** Changes of an undo, grouped by kind of thing. */
interface Sorted {
  readonly comes: readonly UndoneThing[];
  readonly relations: readonly (Going & { readonly key: string })[];
  readonly pieces: readonly Going[];
  readonly entities: readonly Going[];
}

const METADATA_FIELDS = ['metadataType', 'metadata'];

/** Writes the results of undos for relations, pieces and entities. */
@Injectable()
export class KnowledgeUndo {
  constructor(
    private readonly graph: GraphService,
    private readonly writer: KnowledgeWriter,
    private readonly texts: TextSaver,
    private readonly versions: VersionKeeper,
    private readonly facts: FactsKeeper,
    private readonly merges: MergeWriter,
    doors: UndoDoors,
  ) {
    doors.add({
      prefixes: ['relation', 'piece', 'entity'],
      holds: (namespace, asked) => this.holds(namespace, asked),
      reaches: (namespace, base) => this.merges.reaches(namespace, base),
      merging: (namespace, base) => this.merges.merging(namespace, base),
      writtenSince: (namespace, base) => this.merges.writtenSince(namespace, base),
      write: (undo, things) => this.write(undo, things),
    });
  }

  private async holds(
    namespace: string,
    { refs, changing, base, isBase }: HoldsAsked,
  ): Promise<ReadonlyMap<string, Hold>> {
    const rows = await this.graph.run(listHolds, {
      namespace,
      entities: idsOf('entity:', refs),
      pieces: idsOf('piece:', refs),
      relations: refs.filter((ref) => ref.startsWith('relation:')),
      changing,
      base: base.id,
      // A record only has a mark that it was loaded, so it is unknown whether more than one load contained it. When a
      // load is undone, the mark is therefore no reason to keep the record.
      loads: base.door === ChangeDoor.INGEST_TEXT || base.door === ChangeDoor.MERGE_ENTITIES || !isBase,
      carried: base.door !== ChangeDoor.MERGE_ENTITIES,
    });
    const isMarked = rows.some(({ marked }) => marked);
    const [load] = isMarked ? await this.graph.run(findUndoneLoad, { namespace, since: base.at }) : [];
    return new Map(
      rows.flatMap(({ ref, by, node, metadata, marked, whole, linked, named }): [string, Hold][] => {
        if (!(by !== null || node || metadata || whole || linked || named)) return [];
        const need = [
          ...(node || (linked && ref.startsWith('entity:')) ? NODE_FIELDS : []),
          ...(metadata ? METADATA_FIELDS : []),
        ];
        const said = [...(node ? NODE_FIELDS : []), ...(metadata ? METADATA_FIELDS : [])];
        return [[ref, { whole, isLinked: linked || named, need, said, by, doubt: marked ? (load?.id ?? null) : null }]];
      }),
    );
  }

  /** Writes an undo. Merges use this method as well, to move things. */
  async write(undo: UndoWrite, things: readonly UndoneThing[]): Promise<void> {
    const { namespace } = undo.caller;
    const sorted = sortedThings(things);
    const change = await this.changeOf(undo, sorted, things);
    const stored = await this.graph.run(findPieceTexts, { namespace, ids: change.pieces.map(({ id }) => id) });
    const before = new Map(stored.map((piece) => [piece.id, piece]));
    const texts = change.pieces.map(({ id, ref, properties: { title, text } }) => ({
      ref,
      title,
      text,
      stored: before.get(id),
    }));
    const unlinked = await this.texts.save(texts, (vectors) => this.save(undo, sorted, { ...change, vectors }));
    await this.texts.link(namespace, unlinked);
  }

  /**
   * Writes all changes in one transaction. Things are removed in the order relations, pieces, entities, and created in
   * the opposite order.
   */
  private save(undo: UndoWrite, sorted: Sorted, change: KnowledgeChange): Promise<boolean> {
    const { caller, change: written, base, begin } = undo;
    const { namespace } = caller;
    const now = written.at;
    return this.writer.locked(namespace, now, async (transaction, locked) => {
      await begin(transaction);
      if (!base.stands) await transaction.run(hideCheckIn, { namespace, id: base.id });
      const aged = await this.merged(transaction, undo, sorted, change);
      const { relations, links, source } = aged;
      const keys = relations.map(({ key }) => key);
      await this.facts.around(transaction, { namespace, functional: locked.functional, now }, keys, async () => {
        await this.versions.going(transaction, { namespace, of: relationPart }, written, relations);
        await inChunks(keys, (chunk) => transaction.run(deleteLinks, { namespace, keys: chunk }));
      });
      const layers = await this.writer.hidePieces(transaction, namespace, written, sorted.pieces, locked);
      const saved = await this.writer.write(transaction, layers, namespace, { ...change, links }, now);
      if (saved.links.some((outcome) => outcome.startsWith('NO_')))
        throw new ConflictError('An end of a relation is gone');
      await this.dropEntities(transaction, undo, sorted.entities, source);
      if (base.stands) await this.checkLost(transaction, namespace, base);
      if (base.stands) await transaction.run(showCheckIn, { namespace, id: base.id });
      if (base.door === ChangeDoor.LOAD_KNOWLEDGE) await this.markLoaded(transaction, undo);
      return saved.unlinked;
    });
  }

  /** Creates or removes the aliases of a merge. Merged relations keep the time at which they were first stored. */
  private async merged(
    transaction: GraphTransaction,
    { caller: { namespace }, base, change: { by, keyId }, moved = [] }: UndoWrite,
    { relations, comes }: Sorted,
    { links }: KnowledgeChange,
  ): Promise<{ relations: Sorted['relations']; links: readonly LinkRow[]; source?: string | undefined }> {
    const coming = new Set(comes.flatMap(({ ref, was }) => (was ? [] : idsOf('entity:', [ref]))));
    const begun = await this.merges.begin(transaction, { namespace, base, by: { by, keyId } }, coming, moved);
    if (!begun) return { relations, links };
    const { merged, source } = begun;
    const going = relations.map(({ ref, key, was: { state } }) => ({ ref, key, state }));
    await this.merges.carry(transaction, namespace, merged, going);
    const { stands } = base;
    const { links: aged, ages } = await this.merges.aged(transaction, namespace, merged, { links, going, stands });
    const kept = relations.map((relation) => {
      const { recorded, loaded } = ages.get(relation.key) ?? {};
      return { ...relation, recorded, loaded };
    });
    return { relations: kept, links: aged, source };
  }

  /**
   * Checks records that the check-in contained but did not change, because they were stored already. Redoing the
   * check-in does not restore them. If such a record has been removed meanwhile, the check-in would be incomplete.
   *
   * @throws LastingConflictError when such a record is missing
   */
  private async checkLost(transaction: GraphTransaction, namespace: string, { id, refs }: UndoneChange) {
    const rows = await transaction.run(findLostAgain, { namespace, id, refs });
    const lost = rows
      .map(({ ref, key }) => ref ?? (key === null ? '' : refOfRelation(key)))
      .filter((ref) => ref !== '' && !refs.includes(ref));
    if (lost.length === 0) return;
    throw new LastingConflictError(
      `"${lost[0]}" went while check-in ${id} was undone, which had found it as it says itself. Nothing was undone. ` +
        'Undo first what took it away.',
    );
  }

  private async dropEntities(
    transaction: GraphTransaction,
    undo: UndoWrite,
    entities: readonly Going[],
    source: string | undefined,
  ): Promise<void> {
    const { caller, change } = undo;
    const { namespace } = caller;
    await this.versions.going(transaction, { namespace, of: entityPart }, change, entities);
    const ids = entities.map(({ id }) => id);
    const others = ids.filter((id) => id !== source);
    const dropped = await inChunks(others, (chunk) => transaction.run(dropEntities, { namespace, ids: chunk }));
    const merged = source !== undefined && ids.includes(source);
    const gone = [...dropped, ...(merged ? await this.merges.end(transaction, namespace, [source]) : [])];
    if (gone.length < ids.length) throw new ConflictError('Something was linked to an entity meanwhile');
    if (gone.length > 0) await this.writer.relink(transaction, namespace, change.at, gone);
  }

  private async markLoaded(transaction: GraphTransaction, { caller, base, sets }: UndoWrite) {
    const refs = sets.map(({ ref }) => ref);
    // Only those records of the entity that the load contained are marked, because the other record may come from
    // elsewhere.
    const entities = sets.flatMap(({ ref, fields }) => {
      const [id] = idsOf('entity:', [ref]);
      const has = (record: readonly string[]) => record.some((field) => fields.includes(field));
      return id === undefined ? [] : [{ id, node: has(NODE_FIELDS), metadata: has(METADATA_FIELDS) }];
    });
    await transaction.run(markLoaded, {
      namespace: caller.namespace,
      loaded: base.stands,
      entities,
      pieces: idsOf('piece:', refs),
      relations: refs.filter((ref) => ref.startsWith('relation:')),
    });
  }

  private async changeOf(
    { caller: { namespace }, change }: UndoWrite,
    { comes }: Sorted,
    things: readonly UndoneThing[],
  ): Promise<Omit<KnowledgeChange, 'vectors'>> {
    const { document, cleared } = documentOfThings(comes);
    const read = await readDocument(document);
    const [problem] = read.skipped;
    if (problem) throw new ConflictError(`What it said is not allowed any more: ${problem.reason}`);
    const written = await changeOf(namespace, read, undefined);
    const bare = comes.flatMap(({ ref, id, becomes }) => {
      if (!ref.startsWith('entity:')) return [];
      const type = becomes?.['type'];
      return [{ id, type: typeof type === 'string' ? type : typeOfId(id), name: entityName(id, null) }];
    });
    const named = new Map([...bare, ...written.named].map((row) => [row.id, row]));
    const numbers = new Map(things.map(({ ref, was }) => [ref, was?.number ?? 0]));
    const present = new Set(things.flatMap(({ was, id, ref }) => (was && ref.startsWith('entity:') ? [id] : [])));
    return {
      ...written,
      named: [...named.values()].sort((a, b) => compare(a.id, b.id)),
      cleared: cleared.filter(({ id }) => present.has(id)),
      change,
      expected: (ref) => numbers.get(ref),
      isUnloaded: true,
      revived: comes.flatMap(({ ref, id, was }) => (was || !ref.startsWith('entity:') ? [] : [id])),
    };
  }
}

function idsOf(prefix: string, refs: readonly string[]): string[] {
  return refs.flatMap((ref) => (ref.startsWith(prefix) ? [ref.slice(prefix.length)] : []));
}

function sortedThings(things: readonly UndoneThing[]): Sorted {
  const going = things.flatMap(({ was, ...thing }) => (was && !thing.becomes ? [{ ...thing, was }] : []));
  const of = (prefix: string) => going.filter(({ ref }) => ref.startsWith(prefix)).sort((a, b) => compare(a.id, b.id));
  return {
    comes: things.filter(({ becomes }) => becomes),
    relations: of('relation:').map((thing) => ({ ...thing, key: keyOf(thing.was.state) })),
    pieces: of('piece:'),
    entities: of('entity:'),
  };
}
