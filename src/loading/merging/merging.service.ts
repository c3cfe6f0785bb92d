import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/caller.js';
import { Clock } from '../../common/clock.js';
import { BadUserInputError, ConflictError, NotFoundError } from '../../common/errors.js';
import { newId } from '../../common/seeded-time.js';
import { compare } from '../../common/text.js';
import { inChunks } from '../../graph/chunks.js';
import { GraphService } from '../../graph/graph.service.js';
import { type Lease, Leases } from '../../graph/leases.js';
import { ChangeDoor, newChange, type NewChange } from '../../versions/change.model.js';
import { VersionKeeper } from '../../versions/keeping.service.js';
import { type KeptState, UndoDoors, type UndoneThing } from '../../versions/undo.model.js';
import { Aliases } from '../../search/aliases.service.js';
import { UndoService } from '../../versions/undo.service.js';
import { GLOBAL } from '../../entities/document.js';
import { KnowledgeUndo } from '../knowledge.undo.js';
import { refOfRelation } from '../../entities/relation.js';
import { MergeWriter } from './merge.writer.js';
import { joinedRecords, Merged } from './merged.js';
import type { EntityMerge } from './merging.model.js';
import { findEnds, forgetApart, keepApart, listHanging, type MergeEnd, nameLinks } from './merging.statements.js';

/** Maximum relations, and maximum pieces, moved per transaction. */
const MOVED_AT_ONCE = 400;
const LEASE_MS = 60_000;
/** Maximum attempts to move a part, since concurrent writes may invalidate its plan. Each next part is half as large. */
const ATTEMPTS = 8;

interface Counts {
  relations: number;
  collapsed: number;
  selfLoops: number;
  pieces: number;
}

/** A running merge. */
interface Running {
  readonly caller: Caller;
  readonly source: string;
  readonly target: string;
  readonly change: NewChange;
  readonly lease: Lease;
  readonly counts: Counts;
  /** Maximum relations, and maximum pieces, of the next part. */
  size: number;
}

/** The part of a merge that one transaction moves. */
interface Part {
  readonly things: readonly UndoneThing[];
  readonly counts: Counts;
  /** Differing content of the merged entity; undefined if there is none. */
  readonly other: KeptState['state'] | undefined;
  readonly isLast: boolean;
}

/** Merges entities. */
@Injectable()
export class MergingService {
  private readonly owner = newId(Date.now());

  constructor(
    private readonly graph: GraphService,
    private readonly leases: Leases,
    private readonly undoing: UndoService,
    private readonly writing: KnowledgeUndo,
    private readonly merges: MergeWriter,
    private readonly aliases: Aliases,
    private readonly versions: VersionKeeper,
    private readonly clock: Clock,
    doors: UndoDoors,
  ) {
    doors.decides(ChangeDoor.KEEP_APART, async (transaction, { caller: { namespace, agent }, at, stands, was }) => {
      const pair = { namespace, ...(was as { readonly one: string; readonly other: string }) };
      const rows = stands
        ? await transaction.run(keepApart, { ...pair, now: at, by: agent ?? null })
        : await transaction.run(forgetApart, pair);
      return rows.length > 0;
    });
  }

  /**
   * Merges an entity into another: its relations, pieces and mentions become those of the target. From the first transaction
   * on, its id is an alias of the target. Large merges are done in several transactions; repeating the call continues an
   * interrupted merge.
   *
   * @throws BadUserInputError when both ids are the same, or one is `global`, is an alias, or was created from a name in texts
   * @throws NotFoundError when one of the entities does not exist
   * @throws ConflictError when another merge of the namespace is running, or concurrent writes keep changing the same things
   */
  async mergeEntities(caller: Caller, source: string, target: string): Promise<EntityMerge> {
    const unfinished = await this.check(caller.namespace, source, target);
    const made = newChange(caller, ChangeDoor.MERGE_ENTITIES, this.clock.now());
    const change = unfinished === undefined ? made : { ...made, id: unfinished };
    const lease = await this.leases.acquire(
      `merging ${caller.namespace}`,
      this.owner + made.id,
      made.at,
      this.leaseEnd(),
    );
    if (!lease) throw new ConflictError('Entities of this namespace are being merged; try again in a moment');
    const counts: Counts = { relations: 0, collapsed: 0, selfLoops: 0, pieces: 0 };
    try {
      const running = { caller, source, target, change, lease, counts, size: MOVED_AT_ONCE };
      let isNew = unfinished === undefined;
      while (!(await this.move(running, isNew))) isNew = false;
    } finally {
      await this.leases.release(lease);
    }
    return { changeId: change.id, source, target, ...counts };
  }

  /**
   * Records that two entities are different, so that they are not suggested as duplicates. Can be repeated.
   *
   * @returns id of the change, which undo reverts; null for a repeated call
   * @throws BadUserInputError when both ids stand for the same entity
   * @throws NotFoundError when one of the entities does not exist
   */
  async keepApart(caller: Caller, one: string, other: string): Promise<string | null> {
    const { namespace, agent } = caller;
    const [first, second] = await Promise.all([
      this.aliases.resolve(namespace, one),
      this.aliases.resolve(namespace, other),
    ]);
    if (first === second) throw BadUserInputError.of('other', 'notSame', 'other must be another entity');
    const change = newChange(caller, ChangeDoor.KEEP_APART, this.clock.now());
    const was = { one: first, other: second };
    const kept = await this.graph.transaction(async (transaction) => {
      const [row] = await transaction.run(keepApart, { namespace, now: change.at, ...was, by: agent ?? null });
      const refs = [`entity:${first}`, `entity:${second}`];
      if (row?.isNew) await this.versions.note(transaction, [{ namespace, change, refs, was }]);
      return row;
    });
    if (kept) return kept.isNew ? change.id : null;
    const found = new Set((await this.graph.run(findEnds, { namespace, ids: [first, second] })).map(({ id }) => id));
    throw new NotFoundError('Entity', found.has(first) ? other : one);
  }

  /** @returns id of the change of an interrupted merge that is to be continued; undefined for a new merge */
  private async check(namespace: string, source: string, target: string): Promise<string | undefined> {
    const refuse = (path: string, rule: string, why: string) => BadUserInputError.of(path, rule, `${path} ${why}`);
    if (source === target) throw refuse('source', 'notTarget', 'must be another entity than target');
    const rows = await this.graph.run(findEnds, { namespace, ids: [source, target] });
    const found = new Map<string, MergeEnd>(rows.map((row) => [row.id, row]));
    const [from, to] = [found.get(source), found.get(target)];
    for (const [path, id, end] of [['source', source, from] as const, ['target', target, to] as const]) {
      if (id === GLOBAL) throw refuse(path, 'notGlobal', `must not be ${GLOBAL}, which all entities share`);
      if (!end) throw new NotFoundError('Entity', id);
      if (end.ofNames)
        throw refuse(path, 'notOfNames', `"${id}" is made of a name in texts, and no document brings it`);
    }
    if (from?.unfinished && from.into === target) return from.merge ?? undefined;
    for (const [path, end] of [['source', from] as const, ['target', to] as const]) {
      if (end?.into) throw refuse(path, 'notAlias', `"${end.id}" was merged into "${end.into}" and stands for it`);
    }
    return undefined;
  }

  /** @returns true if all relations and pieces have been moved */
  private async move(running: Running, isNew: boolean): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      const part = await this.part(running, isNew);
      try {
        await this.write(running, part, isNew);
        running.size = Math.min(2 * running.size, MOVED_AT_ONCE);
        for (const name of Object.keys(running.counts) as (keyof Counts)[]) running.counts[name] += part.counts[name];
        return part.isLast;
      } catch (error) {
        if (!(error instanceof ConflictError) || attempt === ATTEMPTS) throw error;
        // Concurrent writes meet a smaller part less often, and its plan is written sooner.
        running.size = Math.ceil(running.size / 2);
      }
    }
  }

  private async write({ caller, change, lease, source, target }: Running, part: Part, isNew: boolean): Promise<void> {
    const { namespace } = caller;
    const base = { id: change.id, door: ChangeDoor.MERGE_ENTITIES, at: change.at, stands: true, refs: [] };
    const merge = { namespace, base, by: { by: change.by, keyId: change.keyId }, source, target };
    await this.writing.write(
      {
        caller,
        change,
        base,
        sets: [],
        begin: async (transaction) => {
          if (!(await this.leases.renew(lease, this.leaseEnd(), transaction))) {
            throw new ConflictError('Another merge of this namespace came between; nothing more was moved');
          }
          await this.merges.start(transaction, merge, isNew);
          if (part.other) await this.merges.keepOther(transaction, merge, target, part.other);
        },
      },
      part.things,
    );
  }

  private async part({ caller: { namespace }, source, target, change, size }: Running, isNew: boolean): Promise<Part> {
    const [hanging] = await this.graph.run(listHanging, { namespace, id: source, limit: size });
    const { keys = [], pieces = [] } = hanging ?? {};
    const named = keys.map((key) => ({ key, ref: refOfRelation(key) }));
    await inChunks(named, (rows) => this.graph.run(nameLinks, { namespace, rows }));
    const merging = await this.merges.merging(namespace, {
      id: change.id,
      door: ChangeDoor.MERGE_ENTITIES,
      at: change.at,
      stands: true,
      refs: [],
    });
    const alias = { id: source, into: target, target, merge: change.id };
    const merged = (merging ?? new Merged([])).with(alias);
    const isLast = keys.length < size && pieces.length < size;
    const ends = [`entity:${source}`, `entity:${target}`];
    const refs = [...named.map(({ ref }) => ref), ...pieces.map((id) => `piece:${id}`), ...ends];
    const present = await this.undoing.present(namespace, refs);
    const counts: Counts = { relations: 0, collapsed: 0, selfLoops: 0, pieces: 0 };
    const relations = await this.relations(namespace, merged, named, present, counts);
    const moved = pieces.flatMap((id): UndoneThing[] => {
      const ref = `piece:${id}`;
      const was = present.get(ref);
      const becomes = was && merged.image(ref, was.state)?.state;
      if (!was || !becomes) return [];
      counts.pieces += 1;
      return [{ ref, id, was, becomes }];
    });
    const [from, to] = ends.map((ref) => present.get(ref));
    const entities: UndoneThing[] = [];
    let other: Part['other'];
    if (from && to) {
      const becomes = joinedRecords(to.state, from.state);
      const otherwise = joinedRecords(from.state, to.state);
      const differs = RECORDS.some((field) => (otherwise[field] ?? null) !== (becomes[field] ?? null));
      if (isNew && differs) other = withKinds(otherwise, to.state);
      const number = to.number + (other ? 1 : 0);
      if (isNew && (other || RECORDS.some((field) => (becomes[field] ?? null) !== (to.state[field] ?? null)))) {
        entities.push({ ref: `entity:${target}`, id: target, was: { ...to, number }, becomes });
      }
    }
    if (isLast && from) entities.push({ ref: `entity:${source}`, id: source, was: from, becomes: undefined });
    return { things: [...entities, ...moved, ...relations], counts, other, isLast };
  }

  /**
   * Plans how relations are moved. If several relations become equal, the first one is kept; an equal relation that the
   * target already has takes precedence.
   */
  private async relations(
    namespace: string,
    merged: Merged,
    named: readonly { readonly key: string; readonly ref: string }[],
    present: ReadonlyMap<string, KeptState>,
    counts: Counts,
  ): Promise<UndoneThing[]> {
    const going = named
      .toSorted((a, b) => compare(a.key, b.key))
      .flatMap(({ ref }) => {
        const was = present.get(ref);
        return was ? [{ ref, was, image: merged.image(ref, was.state) }] : [];
      });
    const images = new Map(going.flatMap(({ image }) => (image ? [[image.ref, image] as const] : [])));
    const there = await this.undoing.present(namespace, [...images.keys()]);
    counts.relations += going.length;
    counts.selfLoops += going.filter(({ image }) => !image).length;
    const coming = new Map<string, UndoneThing>();
    for (const { image } of going) {
      if (!image) continue;
      if (there.has(image.ref) || coming.has(image.ref)) counts.collapsed += 1;
      else {
        const thing = { ref: image.ref, id: image.ref.slice('relation:'.length), was: undefined, becomes: image.state };
        coming.set(image.ref, thing);
      }
    }
    return [
      ...coming.values(),
      ...going.map(({ ref, was }) => ({ ref, id: ref.slice('relation:'.length), was, becomes: undefined })),
    ];
  }

  private leaseEnd(): Date {
    return new Date(this.clock.now().getTime() + LEASE_MS + this.graph.bulk.timeoutMs);
  }
}

/** Fields of the target that a merge may complete. */
const RECORDS = ['label', 'properties', 'metadata'];

/** The state with the types of the merge target. */
function withKinds(
  state: KeptState['state'],
  { nodeType, metadataType, type }: KeptState['state'],
): KeptState['state'] {
  return {
    ...state,
    type,
    nodeType: nodeType ?? state['nodeType'],
    metadataType: metadataType ?? state['metadataType'],
  };
}
