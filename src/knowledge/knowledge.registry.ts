import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import type { CalibrationSums } from '../evidence/calibration.js';
import type { FacetGroups } from './facets.js';
import { type Knowledge, KnowledgeKind, knowledgeTypeNames } from './knowledge.model.js';

/** Properties of a node by name; absent ones are missing or null. */
export type StoredProperties = Readonly<Record<string, unknown>>;

/**
 * What decay may take from a trust before it counts as under a bound: what begins at the bound is found for its first three
 * days (at 0.05 a month) instead of not at all.
 */
export const DECAY_GRACE = 0.005;

/** What a feature tells about the kind of knowledge it keeps. */
export interface KnowledgeSource {
  readonly kind: KnowledgeKind;
  /** Name of the GraphQL type. */
  readonly typeName: string;
  /** What stands before the colon of a ref: `item`. */
  readonly refPrefix: string;
  /** Loads what there is of these ids and this caller sees, by id, in one statement. */
  load(caller: Caller, ids: readonly string[]): Promise<ReadonlyMap<string, Knowledge>>;
  /**
   * Makes knowledge of its node's properties, which a search brings along: one statement less than `load`. Absent where
   * the node alone is not enough.
   */
  fromProperties?(caller: Caller, properties: StoredProperties): Knowledge;
  /** Facets of which a node must carry one a group for this caller to see it; all are seen where it is absent. */
  visibleTo?(caller: Caller): FacetGroups;
  /** What a trust loses in a millisecond since the node's `decaysSince`. */
  readonly decayPerMs?: number;
  /** Factor of the score by the node's `scope`. */
  readonly scopeWeights?: Readonly<Record<string, number>>;
  /** What became of its uses, by the trust it had then, for `bins` equal parts of [0,1]. Absent where trust never moves. */
  calibrate?(namespace: string, bins: number): Promise<readonly CalibrationSums[]>;
}

/**
 * Knows who loads which kind, so that search and context give back whole knowledge without knowing the features.
 * A feature registers its source when its module starts.
 */
@Injectable()
export class KnowledgeRegistry {
  private readonly byKind = new Map<KnowledgeKind, KnowledgeSource>();

  register(source: KnowledgeSource): void {
    this.byKind.set(source.kind, source);
    knowledgeTypeNames.set(source.kind, source.typeName);
  }

  /** Kinds that are served, in the order of the enum. */
  kinds(): KnowledgeKind[] {
    return Object.values(KnowledgeKind).filter((kind) => this.byKind.has(kind));
  }

  refOf(kind: KnowledgeKind, id: string): string {
    return `${this.sourceOf(kind).refPrefix}:${id}`;
  }

  /**
   * Loads knowledge of any kinds, one statement a kind.
   *
   * @returns by ref; what does not exist, or is of no registered kind, is absent
   */
  async load(caller: Caller, refs: readonly string[]): Promise<ReadonlyMap<string, Knowledge>> {
    const loaded = await Promise.all(
      [...this.byKind.values()].map(async (source) => {
        const prefix = `${source.refPrefix}:`;
        const ids = refs.filter((ref) => ref.startsWith(prefix)).map((ref) => ref.slice(prefix.length));
        return ids.length === 0 ? [] : [...(await source.load(caller, [...new Set(ids)])).values()];
      }),
    );
    return new Map(loaded.flat().map((knowledge): [string, Knowledge] => [knowledge.ref, knowledge]));
  }

  /**
   * Whether the caller sees all of these now. What everybody in the namespace sees counts as seen, also when it has been
   * deleted since; what only some see does not, since nobody can tell any more who did.
   */
  async seesAll(caller: Caller, entries: readonly { kind: KnowledgeKind; id: string }[]): Promise<boolean> {
    const scoped = entries.filter(({ kind }) => this.sourceOf(kind).visibleTo !== undefined);
    const refs = new Set(scoped.map(({ kind, id }) => this.refOf(kind, id)));
    return refs.size === 0 || (await this.load(caller, [...refs])).size === refs.size;
  }

  /** @returns undefined for a kind whose trust never moves */
  calibrate(namespace: string, kind: KnowledgeKind, bins: number): Promise<readonly CalibrationSums[]> | undefined {
    return this.sourceOf(kind).calibrate?.(namespace, bins);
  }

  sourceOf(kind: KnowledgeKind): KnowledgeSource {
    const source = this.byKind.get(kind);
    if (!source) throw new Error(`No source is registered for knowledge of kind ${kind}`);
    return source;
  }
}
