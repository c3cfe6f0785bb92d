import type { Caller } from '../common/caller.js';
import type { Knowledge } from './knowledge.model.js';

/** Largest number of steps that a walk through the graph of entities takes. */
export const MAX_DEPTH = 4;

/** One section of a context: its heading, then its entries in order. */
export interface SectionText {
  /** What the section is about: `knowledge_items`, `also_needed`, … */
  readonly infoType: string;
  readonly parts: readonly string[];
}

/**
 * Writes the sections for some of the hits.
 *
 * @param taken indexes of the hits, ascending
 * @param bare those of them that had room only without what they need beside themselves
 */
export type SectionWriter = (taken: readonly number[], bare: ReadonlySet<number>) => readonly SectionText[];

/** Where knowledge and evidence may have come from. */
export interface Origins {
  /** Sessions of agents, or of distilled traces. */
  readonly sessions: readonly string[];
  readonly plans: readonly string[];
  readonly tasks: readonly string[];
  /** Ids of receipts of contexts and planning prompts. */
  readonly receipts: readonly string[];
}

/** Origins of which a context must know nothing. */
export interface Excluded extends Origins {
  /** Learnings that came from there, by the ref of what they correct. */
  readonly learnings: ReadonlyMap<string, ReadonlySet<string>>;
  /** Learnings whose recovery is known from there alone. */
  readonly recovered: ReadonlySet<string>;
}

/** What a context was asked for, as far as it concerns the sections. */
export interface ContextRequest {
  /** The task or question. */
  readonly query: string;
  /** The active entity. */
  readonly entityId?: string;
  /** Steps from the active entity, 0–{@link MAX_DEPTH}. */
  readonly depth: number;
  /** When that was true of which the context tells; absent for what is known of today. */
  readonly validAt?: Date;
  /** Absent where nothing is to be left out. */
  readonly excluded?: Excluded;
}

/** A hit as the section of its kind sees it. */
export interface SectionHit {
  readonly id: string;
  readonly knowledge: Knowledge;
}

/** Writes one kind of knowledge into a context. */
export interface SectionSource {
  /** Hits that are trusted less are not put in, whatever was asked for. */
  readonly leastTrust?: number;

  /**
   * Loads at once all that the texts of these hits may need.
   *
   * @param hits of this kind, best first; none only where the source stands alone
   * @returns a pure writer of their sections, by the indexes of `hits`
   */
  prepare(caller: Caller, hits: readonly SectionHit[], request: ContextRequest): Promise<SectionWriter>;

  /** Whether it has something to write without a hit; its writer is then asked for no indexes. */
  standsAlone?(request: ContextRequest): boolean;

  /** Told which hits of this kind a context was given, where the kind counts its uses. */
  given?(caller: Caller, hits: readonly SectionHit[]): void;
}
