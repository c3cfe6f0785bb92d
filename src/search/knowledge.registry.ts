import { Injectable } from '@nestjs/common';
import type { CalibrationSums } from '../evidence/calibration.js';
import { type Knowledge, KnowledgeKind, knowledgeTypeNames } from './knowledge.model.js';

/** What a feature tells about the kind of knowledge it keeps. */
export interface KnowledgeSource {
  readonly kind: KnowledgeKind;
  /** Name of the GraphQL type. */
  readonly typeName: string;
  /** What stands before the colon of a ref: `item`. */
  readonly refPrefix: string;
  /** Loads what there is of these ids, by id, in one statement. */
  load(namespace: string, ids: readonly string[]): Promise<ReadonlyMap<string, Knowledge>>;
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
  async load(namespace: string, refs: readonly string[]): Promise<ReadonlyMap<string, Knowledge>> {
    const loaded = await Promise.all(
      [...this.byKind.values()].map(async (source) => {
        const prefix = `${source.refPrefix}:`;
        const ids = refs.filter((ref) => ref.startsWith(prefix)).map((ref) => ref.slice(prefix.length));
        return ids.length === 0 ? [] : [...(await source.load(namespace, [...new Set(ids)])).values()];
      }),
    );
    return new Map(loaded.flat().map((knowledge): [string, Knowledge] => [knowledge.ref, knowledge]));
  }

  /** @returns undefined for a kind whose trust never moves */
  calibrate(namespace: string, kind: KnowledgeKind, bins: number): Promise<readonly CalibrationSums[]> | undefined {
    return this.sourceOf(kind).calibrate?.(namespace, bins);
  }

  private sourceOf(kind: KnowledgeKind): KnowledgeSource {
    const source = this.byKind.get(kind);
    if (!source) throw new Error(`No source is registered for knowledge of kind ${kind}`);
    return source;
  }
}
