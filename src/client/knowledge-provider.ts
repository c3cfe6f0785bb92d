import type { RetrievedEntity } from '../layers/formatter.js';
import {
  type Conflict,
  mergeFeed as mergeSections,
  type ProvidablePiece,
  type ProvidableResult,
  routeKnowledge,
  type SectionFormatter,
} from '../layers/provide.js';

// For agents in TypeScript, beside the service or far from it. Nothing but fetch: no Nest, no driver.

type Json = Readonly<Record<string, unknown>>;

export interface ClientTemplate {
  readonly engine: 'FORMAT' | 'JINJA2' | 'HANDLEBARS';
  readonly template: string;
}

export interface KnowledgeProviderOptions {
  /** Of the service: http://127.0.0.1:4000. */
  readonly url: string;
  /** That of the key, or `default`, where absent. */
  readonly namespace?: string;
  readonly apiKey?: string;
  /** Who asks; kept with what is recorded. */
  readonly agent?: string;
  /** The active entity, for whom the prompts are: user:alice. */
  readonly entityId?: string;
  /** Maximum number of hits of the search, 1–100; default 5. */
  readonly first?: number;
  /** Former name of `first`, which comes before it. */
  readonly topK?: number;
  /** Most steps from the active entity, 0–4; 1 unless told. */
  readonly depth?: number;
  /** The section that metadata go to; user_profile unless told. */
  readonly metadataInfoType?: string;
  /** How the service writes sections, by info type. */
  readonly templates?: Readonly<Record<string, ClientTemplate>>;
  /** Functions that write sections here, by info type; they come before templates. */
  readonly formatters?: Readonly<Record<string, SectionFormatter>>;
  /** Longest time of one call in milliseconds; 30,000 unless told. */
  readonly timeoutMs?: number;
  /** In place of the global fetch. */
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * Gives the knowledge for what a user said: text by info type (`user_profile`, `instructions`, `context`, `skills`, others),
 * ready for the placeholders of a prompt. Info types of which nothing is known are absent.
 *
 * @throws KnowledgeClientError
 */
export type KnowledgeProviderFunction = (
  userInput: string,
  options?: { readonly signal?: AbortSignal },
) => Promise<Record<string, string>>;

export interface FieldProblem {
  /** In dots: `templates.0.template`. */
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** The service cannot be reached, is none, or refuses. */
export class KnowledgeClientError extends Error {
  constructor(
    message: string,
    /** UNREACHABLE, NOT_THE_SERVICE, TIMEOUT, ABORTED, or what the service said: BAD_USER_INPUT, UNAUTHENTICATED, … */
    readonly code: string,
    /** What is wrong with the input, where the code is BAD_USER_INPUT. */
    readonly fields: readonly FieldProblem[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'KnowledgeClientError';
  }
}

interface Provided {
  readonly sections: readonly { readonly infoType: string; readonly text: string }[];
}

interface RetrievedOverGraphql extends Omit<ProvidableResult, 'entityId' | 'pieces'> {
  readonly pieces: readonly {
    readonly score: number;
    readonly piece: Omit<ProvidablePiece, 'entityId'> & { readonly entity: Pick<RetrievedEntity, 'id'> | null };
  }[];
}

const TIMEOUT_MS = 30_000;

const ARGUMENTS = 'query: $query, entityId: $entityId, first: $first, depth: $depth';
const DECLARED = '$query: String!, $entityId: ID, $first: Int! = 5, $depth: Int! = 1';
const PROVIDED = `provideKnowledge(${ARGUMENTS}, templates: $templates, metadataInfoType: $metadataInfoType) { sections { infoType text } }`;
const RETRIEVED = `retrieve(${ARGUMENTS}) { metadata globalMetadata
  pieces { score piece { id content knowledgeType infoType tags trust session position occurredAt entity { id } } }
  graphContext { relationType source { id label } target { id label } depth score properties piece { id infoType } } }`;
const declared = (fields: string) =>
  `query (${DECLARED}, $templates: [SectionTemplate!], $metadataInfoType: String! = "user_profile") { ${fields} }`;

/** Without formatters, and with them: those work on what was retrieved, which comes in the same request. */
const PROVIDE = declared(PROVIDED);
const PROVIDE_AND_RETRIEVE = declared(`${PROVIDED} ${RETRIEVED}`);

/**
 * Makes the `knowledge_provider` of an agent: a function from what the user said to text by info type.
 *
 *     const provide = knowledgeProvider({ url: 'http://127.0.0.1:4000', namespace: 'lab', entityId: 'user:alice' });
 *     const { instructions, user_profile } = await provide('Set up an LES simulation for jet noise');
 *
 * @throws KnowledgeClientError when the url is none
 */
export function knowledgeProvider(options: KnowledgeProviderOptions): KnowledgeProviderFunction {
  const endpoint = graphqlUrl(options.url);
  const formatters = new Map(Object.entries(options.formatters ?? {}));
  const templates = Object.entries(options.templates ?? {}).map(([infoType, template]) => ({ infoType, ...template }));
  const { entityId, first = options.topK, depth, metadataInfoType } = options;
  const fixed = {
    ...(entityId !== undefined && { entityId }),
    ...(first !== undefined && { first }),
    ...(depth !== undefined && { depth }),
    ...(metadataInfoType !== undefined && { metadataInfoType }),
    ...(templates.length > 0 && { templates }),
  };
  return async (userInput, { signal } = {}) => {
    const document = formatters.size === 0 ? PROVIDE : PROVIDE_AND_RETRIEVE;
    const data = await request(options, endpoint, document, { ...fixed, query: userInput }, signal);
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
 * Puts knowledge into a feed, the values of a prompt's placeholders, as the service does for `provideKnowledge`.
 *
 * @param knowledge what the provider gave
 * @param conflict FEED_ONLY: the knowledge replaces the feed's value; ATTRIBUTE_ONLY: the feed's value stays; MERGE: both,
 * by a newline
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

async function request(
  { url, namespace, apiKey, agent, timeoutMs = TIMEOUT_MS, fetch = globalThis.fetch }: KnowledgeProviderOptions,
  endpoint: URL,
  query: string,
  variables: Json,
  signal: AbortSignal | undefined,
): Promise<Readonly<Record<string, unknown>>> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (namespace !== undefined) headers['x-namespace'] = namespace;
  if (apiKey !== undefined) headers['authorization'] = `Bearer ${apiKey}`;
  if (agent !== undefined) headers['x-agent'] = agent;
  const late = AbortSignal.timeout(timeoutMs);
  let status: number;
  let text: string;
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables }),
      signal: signal ? AbortSignal.any([signal, late]) : late,
    });
    status = response.status;
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw new KnowledgeClientError('The call was aborted', 'ABORTED', [], { cause: error });
    if (late.aborted) {
      throw new KnowledgeClientError(`${url} did not answer within ${timeoutMs} ms`, 'TIMEOUT', [], { cause: error });
    }
    throw new KnowledgeClientError(`No service answers at ${url}`, 'UNREACHABLE', [], { cause: error });
  }
  const { data, errors } = replyOf(text);
  const [error] = errors ?? [];
  if (error) throw new KnowledgeClientError(error.message, error.code, error.fields);
  if (!data)
    throw new KnowledgeClientError(`What answers at ${url} is not this service (HTTP ${status})`, 'NOT_THE_SERVICE');
  return data;
}

interface GraphqlReply {
  readonly data?: Json;
  readonly errors?: readonly {
    readonly message: string;
    readonly code: string;
    readonly fields: readonly FieldProblem[];
  }[];
}

/** Nothing where it is no answer of GraphQL. */
function replyOf(text: string): GraphqlReply {
  let reply: unknown;
  try {
    reply = JSON.parse(text);
  } catch {
    return {};
  }
  if (!isRecord(reply)) return {};
  const { data, errors } = reply;
  return {
    ...(isRecord(data) && { data }),
    ...(Array.isArray(errors) && {
      errors: errors.filter(isRecord).map(({ message, extensions }) => {
        const { code, fields } = isRecord(extensions) ? extensions : {};
        return {
          message: String(message),
          code: typeof code === 'string' ? code : 'INTERNAL',
          fields: Array.isArray(fields) ? (fields as readonly FieldProblem[]) : [],
        };
      }),
    }),
  };
}

function graphqlUrl(url: string): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (!address || !/^https?:$/.test(address.protocol)) {
    throw new KnowledgeClientError(`"${url}" is not an address such as http://127.0.0.1:4000`, 'BAD_USER_INPUT');
  }
  return new URL('graphql', address.href.endsWith('/') ? address : `${address.href}/`);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
