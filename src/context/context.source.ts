import type { Caller } from '../common/caller.js';
import type { KnowledgeKind } from '../knowledge/knowledge.model.js';
import type { SearchHit } from '../search/search.model.js';
import type { SectionWriter } from './budget.js';
import type { ContextInput } from './context.inputs.js';

/** Injects all sources, in the order of their sections. */
export const CONTEXT_SOURCES = Symbol('ContextSources');

/** Writes one kind of knowledge into a context. Each kind has one, in `sections/`. */
export interface ContextSource {
  readonly kind: KnowledgeKind;

  /** Hits that are trusted less are not put in, whatever was asked for. */
  readonly leastTrust?: number;

  /**
   * Loads at once all that the texts of these hits may need.
   *
   * @param hits of this kind, best first; none only where the source stands alone
   * @param input what the context was asked for
   * @returns a pure writer of their sections, by the indexes of `hits`
   */
  prepare(caller: Caller, hits: readonly SearchHit[], input: ContextInput): Promise<SectionWriter>;

  /** Whether it has something to write without a hit; its writer is then asked for no indexes. */
  standsAlone?(input: ContextInput): boolean;

  /** Told which hits of this kind a context was given, where the kind counts its uses. */
  given?(caller: Caller, hits: readonly SearchHit[]): void;
}
