import type { Kind } from '../rules/address.js';
import { query } from './query.js';

export interface Namespace {
  readonly name: string;
  readonly counts: readonly { readonly kind: Kind; readonly count: number }[];
}

export const namespaces = query<{ readonly namespaces: { readonly nodes: readonly Namespace[] } }>(`
  query Namespaces {
    namespaces(first: 500) { nodes { name counts { kind count } } }
  }
`);

export interface Status {
  readonly version: string;
  readonly counts: readonly { readonly kind: Kind; readonly count: number }[];
  readonly database: {
    readonly product: string;
    readonly version: string;
    readonly edition: string;
    readonly readOnly: boolean;
    readonly indexesOnline: boolean;
    readonly managed: boolean;
    readonly browserUrl: string | null;
    readonly freeBytes: number | null;
  };
  readonly embedder: {
    readonly provider: string;
    readonly model: string | null;
    readonly stale: number;
    readonly preparing: boolean;
    readonly problem: string | null;
  };
  readonly llm: { readonly configured: boolean; readonly model: string | null; readonly problem: string | null };
  readonly dataMigrations: readonly { readonly name: string; readonly appliedAt: string | null }[];
  readonly searchP95Ms: number | null;
}

export const status = query<{ readonly caller: { readonly role: string }; readonly status: Status }>(`
  query Status {
    caller { role }
    status {
      version
      counts { kind count }
      database { product version edition readOnly indexesOnline managed browserUrl freeBytes }
      embedder { provider model stale preparing problem }
      llm { configured model problem }
      dataMigrations { name appliedAt }
      searchP95Ms
    }
  }
`);

export interface Explanation {
  readonly profile: string;
  readonly relevance: number;
  readonly lexical: number | null;
  readonly vector: number | null;
  readonly imputed: number | null;
  readonly cosine: number | null;
  readonly graph: number | null;
  readonly chain: number | null;
  readonly neighbours: number | null;
  readonly session: number | null;
  readonly trust: number;
  readonly usualTrust: number;
  readonly trustFactor: number;
  readonly gamma: number;
  readonly scopeWeight: number | null;
  readonly formula: string;
  readonly terms: readonly { readonly word: string; readonly covered: boolean; readonly idf: number }[];
}

export interface Hit {
  readonly score: number;
  readonly match: number;
  readonly knowledge: {
    readonly ref: string;
    readonly kind: Kind;
    readonly title: string;
    readonly text: string;
    readonly trust: number;
  };
  readonly explain: Explanation;
}

export interface ContextInput {
  readonly query: string;
  readonly first: number;
  readonly maxTokens: number;
  readonly kinds?: readonly Kind[];
  readonly asOf?: string;
  readonly validAt?: string;
}

const HIT = `
  score match
  knowledge { ref kind title text trust }
  explain {
    profile relevance lexical vector imputed cosine graph chain neighbours session
    trust usualTrust trustFactor gamma scopeWeight formula
    terms { word covered idf }
  }`;

/** What an agent is given, with all that was found, without a receipt. */
export const preview = query<
  {
    readonly context: {
      readonly text: string;
      readonly tokensUsed: number;
      readonly omitted: number;
      readonly minMatch: number;
      readonly minMatchOfOthers: number;
      readonly minTrust: number;
      readonly hits: readonly Hit[];
    };
    readonly search: {
      readonly totalFound: number;
      readonly tookMs: number;
      readonly degraded: readonly string[];
      readonly hits: readonly Hit[];
    };
  },
  {
    readonly input: ContextInput;
    readonly query: string;
    readonly first: number;
    readonly kinds?: readonly Kind[];
    readonly asOf?: string;
    readonly validAt?: string;
  }
>(`
  query Preview(
    $input: ContextInput!, $query: String!, $first: Int!, $kinds: [KnowledgeKind!], $asOf: DateTime, $validAt: DateTime
  ) {
    context(input: $input, preview: true) { text tokensUsed omitted minMatch minMatchOfOthers minTrust hits { ${HIT} } }
    search(query: $query, first: $first, kinds: $kinds, asOf: $asOf, validAt: $validAt, minMatch: 0) {
      totalFound tookMs degraded hits { ${HIT} }
    }
  }
`);

export const context = query<
  { readonly context: { readonly text: string; readonly receiptId: string | null } },
  { readonly input: ContextInput }
>(`
  query Context($input: ContextInput!) {
    context(input: $input) { text receiptId }
  }
`);

export const reportOutcome = query<
  {
    readonly reportOutcome: {
      readonly id: string;
      readonly success: boolean | null;
      readonly items: readonly {
        readonly kind: Kind;
        readonly id: string;
        readonly credit: number | null;
        readonly creditState: string | null;
      }[];
    };
  },
  {
    readonly input: {
      readonly receiptId: string;
      readonly success: boolean;
      readonly used: readonly string[];
      readonly comment?: string;
    };
  }
>(`
  mutation ReportOutcome($input: OutcomeInput!) {
    reportOutcome(input: $input) { id success items { kind id credit creditState } }
  }
`);

export const retract = query<
  { readonly retract: { readonly at: string } },
  { readonly ref: string; readonly reason: string }
>(`
  mutation Retract($ref: String!, $reason: String!) {
    retract(ref: $ref, reason: $reason) { at }
  }
`);

export interface LearnedRow {
  readonly id: string;
  readonly timestamp: string;
  readonly task: string;
  readonly originalError: string | null;
  readonly recoveryApproach: string | null;
  readonly humanReasoning: string | null;
  readonly item: { readonly ref: string; readonly title: string };
}

export const learned = query<
  { readonly learnings: { readonly totalCount: number; readonly nodes: readonly LearnedRow[] } },
  { readonly since: string; readonly first: number }
>(`
  query Learned($since: DateTime!, $first: Int!) {
    learnings(since: $since, first: $first) {
      totalCount
      nodes { id timestamp task originalError recoveryApproach humanReasoning item { ref title } }
    }
  }
`);

export interface GivenRow {
  readonly success: boolean | null;
  readonly items: readonly { readonly kind: Kind; readonly id: string }[];
}

export const given = query<
  { readonly receipts: { readonly totalCount: number; readonly nodes: readonly GivenRow[] } },
  { readonly since: string; readonly first: number }
>(`
  query Given($since: DateTime!, $first: Int!) {
    receipts(since: $since, first: $first) {
      totalCount
      nodes { success items { kind id } }
    }
  }
`);

export interface AskedRow {
  readonly id: string;
  readonly at: string;
  readonly agent: string | null;
  readonly query: string;
  readonly success: boolean | null;
}

export const askedLately = query<
  { readonly receipts: { readonly nodes: readonly AskedRow[] } },
  { readonly first: number }
>(`
  query AskedLately($first: Int!) {
    receipts(first: $first) { nodes { id at agent query success } }
  }
`);
