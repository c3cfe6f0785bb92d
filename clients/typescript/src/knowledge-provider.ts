import type { CallOptions, Json, Requests } from './request.js';

// The `knowledge_provider` of an agent: knowledge by section of a prompt.

/** Template of a prompt section that the service renders, with its template engine. */
export interface Template {
  readonly engine: 'FORMAT' | 'JINJA2' | 'HANDLEBARS';
  readonly template: string;
}

/** A piece as a formatter sees it. */
export interface PieceData {
  readonly piece_id: string;
  readonly content: string;
  /** fact, instruction, preference, procedure, note, episodic */
  readonly knowledge_type: string;
  readonly info_type: string;
  readonly tags: readonly string[];
  readonly entity_id: string | null;
  /** In [0,1]; pieces are ordered by score, highest first. */
  readonly score: number;
  /** In [0,1]. */
  readonly trust: number;
  readonly session: string | null;
  readonly position: number | null;
  /** ISO 8601, UTC. */
  readonly occurred_at: string | null;
  /** The piece as written without a formatter: `[procedure] …`. */
  readonly text: string;
}

/** A relation as a formatter sees it. */
export interface RelationData {
  readonly type: string;
  readonly source_id: string;
  /** Label of the source, or its id if it has no label. */
  readonly source_label: string;
  readonly target_id: string;
  /** Label of the target, or its id if it has no label. */
  readonly target_label: string;
  readonly description: string | null;
  readonly properties: Json;
  /** Distance from the active entity, counted in relations from 1. */
  readonly depth: number;
  /** 1/depth */
  readonly score: number;
  /** Id of the linked piece, which is among the pieces of this section; null if there is none. */
  readonly piece_id: string | null;
  /** The relation as written without a formatter: `USES → LES`. */
  readonly text: string;
}

/** Relations of one type that were left out, as a formatter sees them. */
export interface MoreData {
  readonly type: string;
  /** True if the relations lead from the active entity, false if they lead to it. */
  readonly from_active: boolean;
  readonly count: number;
  /** False if there may be more than `count`. */
  readonly is_counted: boolean;
  /** As written without a formatter: `KNOWS: and 190 more`. */
  readonly text: string;
}

/** Values for a formatter of one section. Lists and objects may be empty. */
export interface SectionData {
  readonly info_type: string;
  readonly query: string;
  readonly entity_id: string | null;
  /** Metadata of the active entity; empty except in the section for metadata. */
  readonly metadata: Json;
  /** Metadata that all entities share; empty except in the section for metadata. */
  readonly global_metadata: Json;
  readonly pieces: readonly PieceData[];
  readonly relations: readonly RelationData[];
  /** Numbers of relations that were left out because the active entity has so many of their type. */
  readonly more_relations: readonly MoreData[];
  /** The whole section as written without a formatter. */
  readonly text: string;
}

/** Writes a section in place of the default format. */
export type SectionFormatter = (data: SectionData) => string;

/** Options of a provider that keeps the sections of one conversation. */
export interface KnowledgeProviderOptions {
  /** Id of the active entity, for which prompts are made, such as user:alice. */
  readonly entityId?: string;
  /** Maximum number of hits of the search, 1–100; default 5. */
  readonly first?: number;
  /** Maximum distance from the active entity, counted in relations, 0–4; default 1. */
  readonly depth?: number;
  /** Info type of the section that contains metadata; default user_profile. */
  readonly metadataInfoType?: string;
  /** Templates with which the service renders sections, by info type. */
  readonly templates?: Readonly<Record<string, Template>>;
  /** Functions that render sections in the client, by info type; they take precedence over templates. */
  readonly formatters?: Readonly<Record<string, SectionFormatter>>;
}

/**
 * Returns the knowledge for a user message: texts by info type (`user_profile`, `instructions`, `context`, `skills`,
 * others), ready for the placeholders of a prompt. Info types without knowledge are absent.
 */
export type KnowledgeProvider = (userInput: string, options?: CallOptions) => Promise<Record<string, string>>;

interface Section {
  readonly infoType: string;
  readonly text: string;
  /** Absent unless it was asked for. */
  readonly data?: SectionData;
}

const PROVIDE = `query ($query: String!, $entityId: ID, $first: Int! = 5, $depth: Int! = 1,
  $templates: [SectionTemplate!], $metadataInfoType: String! = "user_profile", $withData: Boolean!) {
  provideKnowledge(query: $query, entityId: $entityId, first: $first, depth: $depth, templates: $templates,
    metadataInfoType: $metadataInfoType) { sections { infoType text data @include(if: $withData) } } }`;

export function knowledgeProvider(requests: Requests, options: KnowledgeProviderOptions): KnowledgeProvider {
  const { formatters: given = {}, templates: written = {}, ...fixed } = options;
  const formatters = new Map(Object.entries(given));
  const templates = Object.entries(written)
    .filter(([infoType]) => !formatters.has(infoType))
    .map(([infoType, template]) => ({ infoType, ...template }));
  return async (query, call) => {
    const variables = { ...fixed, query, templates, withData: formatters.size > 0 };
    const { provideKnowledge } = await requests.graphql(PROVIDE, variables, call);
    const { sections } = provideKnowledge as { readonly sections: readonly Section[] };
    const texts = sections.map(({ infoType, text, data }): [string, string] => {
      const formatter = data && formatters.get(infoType);
      return [infoType, formatter ? formatter(data) : text];
    });
    return Object.fromEntries(texts.filter(([, text]) => text.trim() !== ''));
  };
}
