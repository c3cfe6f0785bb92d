import type { Caller } from '../common/caller.js';
import type { Knowledge } from './knowledge.model.js';

/** Maximum number of steps of a walk through the graph of entities. */
export const MAX_DEPTH = 4;

/** One section of a context: its heading, then its entries in order. */
export interface SectionText {
  /** Kind of information in the section: `knowledge_items`, `also_needed`, … */
  readonly infoType: string;
  /** Heading and entries. Long lists write their entries only when they are read: most may not fit into the context. */
  readonly parts: Iterable<string>;
}

/** What of the hits has no room. */
export interface Shortened {
  /** Indexes of hits that are written without their prerequisites. */
  readonly bare: ReadonlySet<number>;
  /** Maximum number of characters of the text of a hit, by its index; kinds whose texts are short ignore it. */
  readonly cut: ReadonlyMap<number, number>;
  /** True if what stands without a hit has no room, such as the profile of the active entity. */
  readonly withoutProfile?: boolean;
}

/** How the hits of a section are written. */
export interface Manner extends Shortened {
  /** Begins the text of a hit, by its index, so that an answer can name it: the line `[k1]`, or nothing. */
  readonly mark: (index: number) => string;
}

/** Everything has room. */
export const WHOLE: Manner = { mark: () => '', bare: new Set(), cut: new Map() };

/**
 * Writes the sections for some of the hits.
 *
 * @param taken indexes of the hits, ascending
 */
export type SectionWriter = (taken: readonly number[], manner: Manner) => readonly SectionText[];

/** Origins from which knowledge and evidence may come. */
export interface Origins {
  /** Sessions of agents, or of distilled traces. */
  readonly sessions: readonly string[];
  readonly plans: readonly string[];
  readonly tasks: readonly string[];
  /** Ids of receipts of contexts and planning prompts. */
  readonly receipts: readonly string[];
}

/** Origins whose contributions a context must not contain. */
export interface Excluded extends Origins {
  /** Learnings from these origins, by the ref of the item that they correct. */
  readonly learnings: ReadonlyMap<string, ReadonlySet<string>>;
  /** Learnings whose recovery is known only from these origins. */
  readonly recovered: ReadonlySet<string>;
  /** The time at which the contents of the context were known; absent for the present. */
  readonly asOf?: Date | undefined;
}

/** The parts of the request for a context that concern the sections. */
export interface ContextRequest {
  /** The task or question. */
  readonly query: string;
  /** The active entity. */
  readonly entityId?: string;
  /** Maximum distance from the active entity, in relations, 0–{@link MAX_DEPTH}. */
  readonly depth: number;
  /** The time at which the contents of the context were known; absent for the present. */
  readonly asOf?: Date;
  /** The time for which the context is to be valid; absent for the present. */
  readonly validAt?: Date;
  /** The excluded origins; absent if none are excluded. */
  readonly excluded?: Excluded;
}

/** A hit as the section writer of its kind sees it. */
export interface SectionHit {
  readonly id: string;
  readonly knowledge: Knowledge;
}

/** Writes one kind of knowledge into a context. */
export interface SectionSource {
  /** Minimum trust of hits in a context, even if the request states a lower one. */
  readonly leastTrust?: number;

  /**
   * Loads all data that the texts of these hits may need, with as few statements as possible.
   *
   * @param hits hits of this kind, best first; empty only if the source can write without hits
   * @returns a pure writer of their sections, by the indexes of `hits`
   */
  prepare(caller: Caller, hits: readonly SectionHit[], request: ContextRequest): Promise<SectionWriter>;

  /** Whether the source can write a section without any hit; its writer is then called without indexes. */
  standsAlone?(request: ContextRequest): boolean;

  /**
   * The text of a hit, of which a context prints equal ones once; absent if hits of the kind differ in more than their text.
   */
  textOf?(hit: SectionHit): string;

  /** Called with the hits of this kind that a context contained, if the kind counts its uses. */
  given?(caller: Caller, hits: readonly SectionHit[]): void;
}
