import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Caller } from '../common/caller.js';
import { BadUserInputError, NotFoundError } from '../common/errors.js';
import {
  type ComparedClauses,
  type ComparedVersions,
  type Content,
  type ContentState,
  type Part,
  type PartSource,
  partSourceOf,
  type Restoring,
} from '../knowledge/kind.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { ReceiptsService } from '../knowledge/receipts.service.js';
import { UndoDoors } from './undo.model.js';
import type { Store } from './versions.statements.js';

/** Prefix of the refs of receipts, which changes name if an outcome was retracted. */
const RECEIPT = 'receipt';

/** A thing that may have versions, as derived from its ref alone. */
export interface Describable {
  readonly ref: string;
  readonly prefix: string;
  readonly id: string;
  /** Name of its kind, for messages. */
  readonly name: string;
  readonly store: Store;
  readonly content: Content;
}

/** One thing that has versions. */
export interface VersionedThing extends Omit<Describable, 'prefix'> {
  restore?(restoring: Restoring, id: string, state: ContentState): Promise<void>;
  clauses?(caller: Caller, versions: ComparedVersions): Promise<ComparedClauses>;
}

/** Registry of the things that have versions: kinds of knowledge that declare their content, and parts of kinds. */
@Injectable()
export class VersionedThings implements OnModuleInit {
  private readonly parts: { readonly part: Part; readonly source: PartSource }[] = [];

  constructor(
    private readonly registry: KnowledgeRegistry,
    private readonly receipts: ReceiptsService,
    private readonly modules: ModuleRef,
    private readonly doors: UndoDoors,
  ) {}

  /** @throws UnknownElementException when the module of a kind provides no source of a part */
  onModuleInit(): void {
    for (const part of this.registry.kinds().flatMap(({ parts = [] }) => parts)) {
      this.parts.push({ part, source: this.modules.get<PartSource>(partSourceOf(part), { strict: false }) });
    }
  }

  /**
   * @throws BadUserInputError when things of that prefix have no versions
   * @throws NotFoundError when the thing does not exist or the caller may not see it
   */
  async find(caller: Caller, ref: string): Promise<VersionedThing> {
    const { prefix, id } = takenApart(ref);
    const kind = this.registry.kinds().find(({ refPrefix }) => refPrefix === prefix);
    if (kind?.content) {
      const { name, content } = kind;
      const source = this.registry.source(name);
      if (!(await source.load(caller, [id])).has(id)) throw new NotFoundError(kind.typeName, id);
      const { restore, clauses } = bound(source);
      return { ref, id, name: kind.typeName, store: 'Knowledge', content, restore, clauses };
    }
    const found = this.parts.find(({ part }) => part.refPrefix === prefix);
    if (!found) throw this.unversioned(ref);
    const { part, source } = found;
    const { name, label: store, content } = part;
    if (!(await source.sees(caller, id))) throw new NotFoundError(name, id);
    const meant = (await source.resolve?.(caller, id)) ?? id;
    return { ref: `${prefix}:${meant}`, id: meant, name, store, content, ...bound(source) };
  }

  /** Describes a thing by its ref, without checking that it exists; undefined if things of its prefix have no versions. */
  describe(ref: string): Describable | undefined {
    const { prefix, id } = takenApart(ref);
    const kind = this.registry.kinds().find(({ refPrefix }) => refPrefix === prefix);
    if (kind?.content) return { ref, prefix, id, name: kind.typeName, store: 'Knowledge', content: kind.content };
    const found = this.parts.find(({ part }) => part.refPrefix === prefix);
    return found && { ref, prefix, id, name: found.part.name, store: found.part.label, content: found.part.content };
  }

  /**
   * Returns those refs that the caller may see, including those of receipts, which have no versions. A ref of a kind
   * that the whole namespace may see is included even if its thing was deleted meanwhile.
   */
  async seen(caller: Caller, refs: readonly string[]): Promise<ReadonlySet<string>> {
    const scoped = this.scoped();
    const asked = new Set(refs.filter((ref) => scoped.has(takenApart(ref).prefix)));
    const receipts = refs.map(takenApart).filter(({ prefix }) => prefix === RECEIPT);
    const [found, sight, own] = await Promise.all([
      asked.size === 0 ? undefined : this.registry.load(caller, [...asked]),
      this.sight(caller, [...asked]),
      this.receipts.findAll(
        caller,
        receipts.map(({ id }) => id),
      ),
    ]);
    const others = new Set(receipts.map(({ id }) => `${RECEIPT}:${id}`));
    for (const { id } of own) others.delete(`${RECEIPT}:${id}`);
    return new Set(refs.filter((ref) => !others.has(ref) && (!asked.has(ref) || found?.has(ref) || sight.get(ref))));
  }

  /**
   * Returns for refs of kinds with limited visibility whether the caller may see the thing. Things that an undo removed
   * count as existing; refs of things that do not exist are absent.
   */
  async sight(caller: Caller, refs: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
    const scoped = this.scoped();
    const all = await Promise.all(
      [...scoped].map(async (prefix) => {
        const own = [...new Set(refs.filter((ref) => takenApart(ref).prefix === prefix))];
        const sight = own.length === 0 ? undefined : await this.doors.find(prefix)?.sight?.(caller, own);
        return [...(sight ?? [])];
      }),
    );
    return new Map(all.flat());
  }

  /** Returns the ref prefixes of kinds with limited visibility. */
  private scoped(): ReadonlySet<string> {
    return new Set(this.registry.kinds().flatMap((kind) => (kind.visibleTo ? [kind.refPrefix] : [])));
  }

  private unversioned(ref: string): BadUserInputError {
    const kinds = this.registry.kinds().flatMap((kind) => (kind.content ? [kind.refPrefix] : []));
    const known = [...kinds, ...this.parts.map(({ part }) => part.refPrefix)].map((prefix) => `${prefix}:`);
    return BadUserInputError.of(
      'ref',
      'hasVersions',
      `"${ref}" has no versions; refs that have begin with ${known.join(', ')}`,
    );
  }
}

function bound(source: Pick<PartSource, 'clauses'> & Partial<Pick<PartSource, 'restore'>>) {
  return { restore: source.restore?.bind(source), clauses: source.clauses?.bind(source) };
}

function takenApart(ref: string): { readonly prefix: string; readonly id: string } {
  const colon = ref.indexOf(':');
  return { prefix: ref.slice(0, Math.max(colon, 0)), id: ref.slice(colon + 1) };
}
