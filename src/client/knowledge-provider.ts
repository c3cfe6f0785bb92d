import type { RetrievedEntity } from '../layers/formatter.js';
import {
  type Conflict,
  mergeFeed as mergeSections,
  type ProvidablePiece,
  type ProvidableResult,
  routeKnowledge,
  type SectionFormatter,
} from '../layers/provide.js';
import { type Json, requestGraphql, type ServiceOptions, serviceUrl } from './request.js';

// Client for agents in TypeScript, on the same machine as the service or on another one. It needs only fetch, and
// neither Nest nor the database driver.

/** Template of a prompt section that the service renders, with its template engine. */
export interface ClientTemplate {
  readonly engine: 'FORMAT' | 'JINJA2' | 'HANDLEBARS';
  readonly template: string;
}

/** Options of a provider that keeps the sections of one conversation. */
export interface KnowledgeProviderOptions extends ServiceOptions {
  /** Id of the active entity, for which prompts are made, such as user:alice. */
  readonly entityId?: string;
  /** Maximum number of hits of the search, 1–100; default 5. */
  readonly first?: number;
  /** Maximum distance from the active entity, counted in relations, 0–4; default 1. */
  readonly depth?: number;
  /** Info type of the section that contains metadata; default user_profile. */
  readonly metadataInfoType?: string;
  /** Templates with which the service renders sections, by info type. */
  readonly templates?: Readonly<Record<string, ClientTemplate>>;
  /** Functions that render sections in the client, by info type; they take precedence over templates. */
  readonly formatters?: Readonly<Record<string, SectionFormatter>>;
}

/**
 * Returns the knowledge for a user message: texts by info type (`user_profile`, `instructions`, `context`, `skills`,
 * others), ready for the placeholders of a prompt. Info types without knowledge are absent.
 *
 * @throws KnowledgeClientError
 */
export type KnowledgeProviderFunction = (
  userInput: string,
  options?: { readonly signal?: AbortSignal },
) => Promise<Record<string, string>>;

interface Provided {
  readonly sections: readonly { readonly infoType: string; readonly text: string }[];
}

interface RetrievedOverGraphql extends Omit<ProvidableResult, 'entityId' | 'pieces'> {
  readonly pieces: readonly {
    readonly score: number;
    readonly piece: Omit<ProvidablePiece, 'entityId'> & { readonly entity: Pick<RetrievedEntity, 'id'> | null };
  }[];
}

const ARGUMENTS = 'query: $query, entityId: $entityId, first: $first, depth: $depth';
const DECLARED = '$query: String!, $entityId: ID, $first: Int! = 5, $depth: Int! = 1';
const PROVIDED = `provideKnowledge(${ARGUMENTS}, templates: $templates, metadataInfoType: $metadataInfoType) { sections { infoType text } }`;
const RETRIEVED = `retrieve(${ARGUMENTS}, relationsBy: RELEVANCE) { metadata globalMetadata
  pieces { score piece { id content knowledgeType infoType tags trust session position occurredAt entity { id } } }
  graphContext { relationType source { id label } target { id label } depth score properties piece { id infoType } }
  moreRelations { relationType isOwn count isCounted } }`;
const declared = (fields: string) =>
  `query (${DECLARED}, $templates: [SectionTemplate!], $metadataInfoType: String! = "user_profile") { ${fields} }`;

/**
 * Queries without and with formatters. Formatters need the retrieved knowledge, which the second query fetches in the
 * same request.
 */
const PROVIDE = declared(PROVIDED);
const PROVIDE_AND_RETRIEVE = declared(`${PROVIDED} ${RETRIEVED}`);

/**
 * Creates the `knowledge_provider` of an agent: a function that maps a user message to texts by info type.
 *
 *     const provide = knowledgeProvider({ url: 'http://127.0.0.1:4000', namespace: 'lab', entityId: 'user:alice' });
 *     const { instructions, user_profile } = await provide('Set up an LES simulation for jet noise');
 *
 * @throws KnowledgeClientError when the url is invalid
 */
export function knowledgeProvider(options: KnowledgeProviderOptions): KnowledgeProviderFunction {
  serviceUrl(options.url, '');
  const formatters = new Map(Object.entries(options.formatters ?? {}));
  const templates = Object.entries(options.templates ?? {}).map(([infoType, template]) => ({ infoType, ...template }));
  const { entityId, first, depth, metadataInfoType } = options;
  const fixed = {
    ...(entityId !== undefined && { entityId }),
    ...(first !== undefined && { first }),
    ...(depth !== undefined && { depth }),
    ...(metadataInfoType !== undefined && { metadataInfoType }),
    ...(templates.length > 0 && { templates }),
  };
  return async (userInput, { signal } = {}) => {
    const document = formatters.size === 0 ? PROVIDE : PROVIDE_AND_RETRIEVE;
    const data = await requestGraphql(options, document, { ...fixed, query: userInput }, signal);
    const { sections } = data['provideKnowledge'] as Provided;
    if (formatters.size === 0) return textByInfoType(sections);
    const retrieved = data['retrieve'] as RetrievedOverGraphql;
    const routed = routeKnowledge(
      {
        ...retrieved,
        entityId: entityId ?? null,
        pieces: retrieved.pieces.map(({ score, piece: { entity, ...piece } }) => {
          return { score, piece: { ...piece, entityId: entity?.id ?? null } };
        }),
      },
      { query: userInput, ...(metadataInfoType !== undefined && { metadataInfoType }) },
    );
    const provided = new Map(sections.map(({ infoType, text }) => [infoType, text]));
    const texts = routed.map((section) => {
      const infoType = section.info_type;
      return { infoType, text: formatters.get(infoType)?.(section) ?? provided.get(infoType) ?? '' };
    });
    return textByInfoType(texts.filter(({ text }) => text.trim() !== ''));
  };
}

/**
 * Merges knowledge into a feed, the values of a prompt's placeholders, as the service does for `provideKnowledge`.
 *
 * @param knowledge result of the provider
 * @param conflict FEED_ONLY: the knowledge replaces the feed's value; ATTRIBUTE_ONLY: the feed's value stays; MERGE:
 *   both, separated by a newline
 */
export function mergeFeed(
  feed: Json,
  knowledge: Readonly<Record<string, string>>,
  conflict: Conflict = 'FEED_ONLY',
): Record<string, unknown> {
  const sections = Object.entries(knowledge).map(([infoType, text]) => ({ infoType, text }));
  return mergeSections(feed, sections, conflict);
}

function textByInfoType(sections: Provided['sections']): Record<string, string> {
  return mergeSections({}, sections) as Record<string, string>;
}
