import { readStatement, writeStatement } from '../graph/statement.js';
import type { FluentKind } from '../rtec/event-description.js';
import type { Fluent } from './fluents.model.js';

interface InDomain {
  readonly namespace: string;
  readonly domain: string;
}

interface OfIds {
  readonly namespace: string;
  readonly ids: readonly string[];
}

/** Vocabulary and other clauses of a domain. */
export interface DomainRow {
  readonly name: string;
  readonly inputEvents: readonly string[];
  readonly inputFluents: readonly string[];
  readonly backgroundPredicates: readonly string[];
  /** Meanings by name/arity or name, as JSON. */
  readonly descriptions: string;
  /** Clauses that define no fluent, in exported form and order. */
  readonly otherClauses: readonly string[];
}

export const lockDomain = writeStatement<InDomain & { now: Date }, { domain: DomainRow; isNew: boolean }>(
  'fluents/lock-domain',
);
export const findDomain = readStatement<InDomain, { domain: DomainRow }>('fluents/find-domain');
export const listDomains = readStatement<{ namespace: string }, { domain: DomainRow }>('fluents/list-domains');

export const saveDomain = writeStatement<
  InDomain & { vocabulary: Omit<DomainRow, 'name' | 'otherClauses'>; otherClauses: readonly string[] },
  Record<string, never>
>('fluents/save-domain');

/** A fluent of a domain without its rules, for checks of new rules. */
export interface NameRow {
  readonly id: string;
  readonly name: string;
  readonly arity: number | null;
  readonly fluentKind: FluentKind;
  /**
   * True if the name is declared, described or in the vocabulary, so that it is kept even if no rule needs it any more.
   */
  readonly named: boolean;
  /** True if an imported dependency graph contains the fluent. */
  readonly declared: boolean;
  readonly defined: boolean;
  readonly values: readonly (readonly [value: string, fluentKind: FluentKind])[];
}

export const listNames = readStatement<InDomain, NameRow>('fluents/list-names');

export const findByNames = readStatement<
  InDomain & { names: readonly string[] },
  { id: string; name: string; arity: number | null }
>('fluents/find-by-names');

export const findFluents = readStatement<OfIds, { fluent: Omit<Fluent, 'values'>; values: Fluent['values'] }>(
  'fluents/find-fluents',
);

export const listFluents = readStatement<
  InDomain & { names: readonly string[] | null; afterName: string | null; afterId: string | null; limit: number },
  { id: string; name: string }
>('fluents/list-fluents');

export const countFluents = readStatement<InDomain & { names: readonly string[] | null }, { total: number }>(
  'fluents/count-fluents',
);

/** Rules and description of a fluent, and the title and text that are embedded for search. */
export interface TextRow {
  readonly id: string;
  readonly rules: string | null;
  readonly description: string | null;
  readonly title: string;
  readonly text: string;
}

export const findTexts = readStatement<OfIds, TextRow>('fluents/find-texts');

/** Properties of a Fluent node that a writer may set. */
export interface FluentProperties {
  readonly name?: string;
  readonly arity?: number | null;
  readonly fluentKind?: FluentKind;
  readonly named?: boolean;
  readonly declared?: boolean;
  /** Rules as they were saved. Null removes the property; the same applies to `exportRules` and `valueDependencies`. */
  readonly rules?: string | null;
  readonly exportRules?: string | null;
  /** JSON of ValueDependency[]. */
  readonly valueDependencies?: string | null;
  readonly description?: string | null;
  readonly title?: string;
  readonly text?: string;
  readonly facets?: readonly string[];
}

export const saveFluents = writeStatement<
  InDomain & { now: Date; rows: readonly { id: string; properties: FluentProperties }[] },
  Record<string, never>
>('fluents/save-fluents');

/** Values that the stored rules of a fluent define. */
export interface ValuesRow {
  readonly id: string;
  readonly values: readonly { readonly value: string; readonly fluentKind: FluentKind }[];
}

export const saveValues = writeStatement<{ namespace: string; rows: readonly ValuesRow[] }, Record<string, never>>(
  'fluents/save-values',
);

export const unlinkExtracted = writeStatement<OfIds, { id: string; neededId: string }>('fluents/unlink-extracted');

/** A dependency that was extracted from rules, to be stored. */
export interface ExtractedRow {
  readonly from: string;
  readonly to: string;
  readonly via: readonly string[];
  readonly negated: boolean;
}

export const linkExtracted = writeStatement<
  { namespace: string; rows: readonly ExtractedRow[] },
  Record<string, never>
>('fluents/link-extracted');

export const emptyFluents = writeStatement<OfIds, Record<string, never>>('fluents/empty-fluents');

export const undeclare = writeStatement<OfIds, Record<string, never>>('fluents/undeclare');

export const declare = writeStatement<
  { namespace: string; rows: readonly { from: string; to: string }[] },
  Record<string, never>
>('fluents/declare');

export const deleteUnused = writeStatement<OfIds, Record<string, never>>('fluents/delete-unused');

export const deleteFluent = writeStatement<
  { namespace: string; id: string; now: Date },
  { needed: readonly string[]; stays: boolean }
>('fluents/delete-fluent');

export const deleteDomainFluents = writeStatement<InDomain & { limit: number }, { deleted: readonly string[] }>(
  'fluents/delete-domain-fluents',
);

export const deleteDomain = writeStatement<InDomain, { deleted: number }>('fluents/delete-domain');

/** A node of the dependency graph with the ids of its direct dependencies. */
export interface GraphNode {
  readonly id: string;
  readonly name: string;
  readonly arity: number | null;
  readonly fluentKind: FluentKind;
  readonly defined: boolean;
  readonly needs: readonly string[];
}

export const readDependencies = readStatement<OfIds, GraphNode>('fluents/read-dependencies');
export const readDomainGraph = readStatement<InDomain, GraphNode>('fluents/read-domain-graph');

export const readDependents = readStatement<{ namespace: string; id: string }, { id: string; distance: number }>(
  'fluents/read-dependents',
);

/** A stored dependency of a fluent, in one direction. */
export interface EdgeRow {
  readonly fluentId: string;
  readonly id: string;
  readonly name: string;
  readonly declared: boolean;
  readonly extracted: boolean;
  readonly via: readonly string[];
  readonly negated: boolean;
}

export const listEdges = readStatement<OfIds, EdgeRow>('fluents/list-edges');

/** Row of a version: the state as JSON for an earlier version, the rules for the current version. */
interface SaidRow {
  readonly fluentId: string;
  readonly number: number;
  readonly rules: string | null;
  readonly state: string | null;
  readonly at: Date;
}

export type FluentVersionRow = SaidRow & { readonly by: string | null };

export const listVersions = readStatement<
  { namespace: string; rows: readonly { readonly id: string; readonly below: number }[]; limit: number },
  FluentVersionRow
>('fluents/list-versions');

export const findVersions = readStatement<
  { namespace: string; rows: readonly { readonly id: string; readonly number: number }[] },
  SaidRow
>('fluents/find-versions');

export const listRules = readStatement<OfIds, { id: string; rules: string }>('fluents/list-rules');

export const listValueDependencies = readStatement<OfIds, { id: string; valueDependencies: string }>(
  'fluents/list-value-dependencies',
);

/** A stored dependency and whether it is declared, extracted or both. */
export interface DifferenceRow {
  readonly from: string;
  readonly to: string;
  readonly declared: boolean;
  readonly extracted: boolean;
  readonly fromDefined: boolean;
  readonly toDefined: boolean;
}

export const listDifferences = readStatement<InDomain, DifferenceRow>('fluents/list-differences');

/** A step of a generation of rules, as it is stored. */
export interface StoredGenerationEvent {
  readonly id: string;
  readonly activity: string;
  readonly attempt: number;
  readonly stage: string;
  readonly run: string;
  /** The LLM's reply; null unless the stage is CHECKED. */
  readonly reply: string | null;
  /** A RuleReport as JSON; null unless the stage is CHECKED. */
  readonly report: string | null;
}

export const recordGeneration = writeStatement<
  InDomain & { at: Date; event: StoredGenerationEvent },
  Record<string, never>
>('fluents/record-generation');

export const listGenerationEvents = readStatement<
  InDomain & { since: Date },
  { event: StoredGenerationEvent & { at: Date } }
>('fluents/list-generation-events');

export const pageGenerationEvents = readStatement<
  InDomain & { before: { at: Date; id: string }; limit: number },
  { event: StoredGenerationEvent & { at: Date } }
>('fluents/page-generation-events');

export const countGenerationEvents = readStatement<InDomain, { total: number }>('fluents/count-generation-events');
