import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Caller } from '../common/caller.js';
import { BadUserInputError, NotFoundError } from '../common/errors.js';
import {
  type Content,
  type ContentState,
  type Part,
  type PartSource,
  partSourceOf,
  type Restoring,
} from '../knowledge/kind.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import type { Store } from './versions.statements.js';

/** One thing that has versions. */
export interface VersionedThing {
  readonly ref: string;
  readonly id: string;
  /** Of its kind, in messages. */
  readonly name: string;
  readonly store: Store;
  readonly content: Content;
  restore?(restoring: Restoring, id: string, state: ContentState): Promise<void>;
}

/** Knows what has versions: kinds of knowledge that declare their content, and their parts. */
@Injectable()
export class VersionedThings implements OnModuleInit {
  private readonly parts: { readonly part: Part; readonly source: PartSource }[] = [];

  constructor(
    private readonly registry: KnowledgeRegistry,
    private readonly modules: ModuleRef,
  ) {}

  /** @throws UnknownElementException when the module of a kind provides no source of a part */
  onModuleInit(): void {
    for (const part of this.registry.kinds().flatMap(({ parts = [] }) => parts)) {
      this.parts.push({ part, source: this.modules.get<PartSource>(partSourceOf(part), { strict: false }) });
    }
  }

  /**
   * @throws BadUserInputError when things of that prefix have no versions
   * @throws NotFoundError when the caller sees no such thing
   */
  async find(caller: Caller, ref: string): Promise<VersionedThing> {
    const { prefix, id } = takenApart(ref);
    const kind = this.registry.kinds().find(({ refPrefix }) => refPrefix === prefix);
    if (kind?.content) {
      const { name, content } = kind;
      const source = this.registry.source(name);
      if (!(await source.load(caller, [id])).has(id)) throw new NotFoundError(kind.typeName, id);
      return { ref, id, name: kind.typeName, store: 'Knowledge', content, restore: source.restore?.bind(source) };
    }
    const found = this.parts.find(({ part }) => part.refPrefix === prefix);
    if (!found) throw this.unversioned(ref);
    const { part, source } = found;
    const { name, label: store, content } = part;
    if (!(await source.sees(caller, id))) throw new NotFoundError(name, id);
    return { ref, id, name, store, content, restore: source.restore.bind(source) };
  }

  /** Those of these refs that the caller sees; of what everybody in the namespace sees also what was deleted since. */
  async seen(caller: Caller, refs: readonly string[]): Promise<ReadonlySet<string>> {
    const scoped = new Set(this.registry.kinds().flatMap((kind) => (kind.visibleTo ? [kind.refPrefix] : [])));
    const asked = new Set(refs.filter((ref) => scoped.has(takenApart(ref).prefix)));
    const found = asked.size === 0 ? undefined : await this.registry.load(caller, [...asked]);
    return new Set(refs.filter((ref) => !asked.has(ref) || found?.has(ref)));
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

function takenApart(ref: string): { readonly prefix: string; readonly id: string } {
  const colon = ref.indexOf(':');
  return { prefix: ref.slice(0, Math.max(colon, 0)), id: ref.slice(colon + 1) };
}
