import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Caller } from '../common/caller.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import type { Policy } from '../evidence/policy.js';
import type { FacetGroups } from './facets.js';
import { type Credit, type Kind, type KindSource, sourceOf } from './kind.js';
import type { Knowledge, KnowledgeKind } from './knowledge.model.js';

/** Injection token of the served kinds, in the order of the API's enum. */
export const KINDS = Symbol('Kinds');

/** The served kinds of knowledge with the sources that load their nodes. */
@Injectable()
export class KnowledgeRegistry implements OnModuleInit {
  private readonly byName: ReadonlyMap<KnowledgeKind, Kind>;
  private readonly sources = new Map<KnowledgeKind, KindSource>();

  constructor(
    @Inject(KINDS) private readonly all: readonly Kind[],
    @Inject(CONFIG) private readonly config: Config,
    private readonly modules: ModuleRef,
  ) {
    this.byName = new Map(all.map((kind) => [kind.name, kind]));
  }

  /** @throws UnknownElementException when the module of a kind provides no source */
  onModuleInit(): void {
    for (const kind of this.all) {
      this.sources.set(kind.name, this.modules.get<KindSource>(sourceOf(kind), { strict: false }));
    }
  }

  /** Served kinds, in the order of the enum. */
  kinds(): readonly Kind[] {
    return this.all;
  }

  /** Names of the served kinds, in the order of the enum. */
  names(): KnowledgeKind[] {
    return this.all.map(({ name }) => name);
  }

  /** Names of the kinds whose nodes mention entities. */
  mentioning(): KnowledgeKind[] {
    return this.all.filter(({ mentionsEntities }) => mentionsEntities).map(({ name }) => name);
  }

  /**
   * For each kind, the groups of facets that decide on visibility: the caller sees a node that has one facet of each
   * group.
   */
  requiredOf(caller: Caller): Readonly<Record<string, FacetGroups>> {
    return Object.fromEntries(this.all.map((kind) => [kind.name, kind.visibleTo?.(caller) ?? []]));
  }

  /** @returns undefined when no such kind is served */
  find(name: KnowledgeKind): Kind | undefined {
    return this.byName.get(name);
  }

  /** @throws Error when no such kind is served */
  get(name: KnowledgeKind): Kind {
    const kind = this.find(name);
    if (!kind) throw new Error(`No knowledge of kind ${name} is served`);
    return kind;
  }

  /** @throws Error when no such kind is served */
  source(name: KnowledgeKind): KindSource {
    const source = this.sources.get(name);
    if (!source) throw new Error(`No knowledge of kind ${name} is served`);
    return source;
  }

  refOf(name: KnowledgeKind, id: string): string {
    return `${this.get(name).refPrefix}:${id}`;
  }

  /**
   * Loads knowledge of any kinds, with one statement per kind.
   *
   * @param withUndone see {@link KindSource.load}
   * @returns knowledge by ref; refs that do not exist, or are of an unserved kind, are absent
   */
  async load(caller: Caller, refs: readonly string[], withUndone = false): Promise<ReadonlyMap<string, Knowledge>> {
    const loaded = await Promise.all(
      this.all.map(async ({ name, refPrefix }) => {
        const prefix = `${refPrefix}:`;
        const ids = refs.filter((ref) => ref.startsWith(prefix)).map((ref) => ref.slice(prefix.length));
        if (ids.length === 0) return [];
        return [...(await this.source(name).load(caller, [...new Set(ids)], withUndone)).values()];
      }),
    );
    return new Map(loaded.flat().map((knowledge): [string, Knowledge] => [knowledge.ref, knowledge]));
  }

  /** @returns undefined for a kind whose trust never changes */
  policyOf(name: KnowledgeKind): Policy | undefined {
    return this.get(name).policy?.(this.config);
  }

  /** @returns undefined for a kind that is not served, or whose trust does not depend on outcomes of contexts */
  creditOf(name: KnowledgeKind): Credit | undefined {
    return this.find(name)?.credit?.(this.config);
  }
}
