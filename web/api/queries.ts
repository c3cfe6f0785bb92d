import type { Kind } from '../rules/address.js';

/**
 * An operation of the public API with the types of what it takes and gives. A test holds text and types to schema.graphql
 * (queries.spec.ts): a field that is misspelt, too much or of another type fails there.
 */
export interface Query<Data, Variables extends object> {
  readonly text: string;
  /** Carries the types; never set. */
  readonly types?: (variables: Variables) => Data;
}

function query<Data, Variables extends object = Record<never, never>>(text: string): Query<Data, Variables> {
  return { text };
}

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
}

export const status = query<{ readonly status: Status }>(`
  query Status {
    status {
      version
      counts { kind count }
      database { product version edition readOnly indexesOnline managed }
      embedder { provider model stale preparing problem }
      llm { configured model problem }
      dataMigrations { name appliedAt }
    }
  }
`);

export interface Explanation {
  readonly profile: string;
  readonly relevance: number;
  readonly lexical: number | null;
  readonly vector: number | null;
  readonly cosine: number | null;
  readonly graph: number | null;
  readonly chain: number | null;
  readonly neighbours: number | null;
  readonly session: number | null;
  readonly trust: number;
  readonly estimate: number | null;
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

export const search = query<
  {
    readonly search: {
      readonly totalFound: number;
      readonly tookMs: number;
      readonly degraded: readonly string[];
      readonly hits: readonly Hit[];
    };
  },
  { readonly query: string; readonly first: number; readonly kinds?: readonly Kind[] }
>(`
  query Search($query: String!, $first: Int!, $kinds: [KnowledgeKind!]) {
    search(query: $query, first: $first, kinds: $kinds) {
      totalFound
      tookMs
      degraded
      hits {
        score
        match
        knowledge { ref kind title text trust }
        explain {
          profile relevance lexical vector cosine graph chain neighbours session
          trust estimate gamma scopeWeight formula
          terms { word covered idf }
        }
      }
    }
  }
`);

export interface ContextInput {
  readonly query: string;
  readonly first: number;
  readonly maxTokens: number;
  readonly minTrust?: number;
  readonly minMatch?: number;
  readonly kinds?: readonly Kind[];
}

export const context = query<
  {
    readonly context: {
      readonly text: string;
      readonly tokensUsed: number;
      readonly omitted: number;
      readonly nothingRelevant: boolean;
      readonly receiptId: string | null;
      readonly hits: readonly { readonly knowledge: { readonly ref: string } }[];
    };
  },
  { readonly input: ContextInput }
>(`
  query Context($input: ContextInput!) {
    context(input: $input) { text tokensUsed omitted nothingRelevant receiptId hits { knowledge { ref } } }
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
    } | null;
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

export const retractOutcome = query<
  { readonly retractOutcome: { readonly at: string } | null },
  { readonly receiptId: string; readonly reason: string }
>(`
  mutation RetractOutcome($receiptId: ID!, $reason: String!) {
    retractOutcome(receiptId: $receiptId, reason: $reason) { at }
  }
`);

/** What all knowledge has, and what single kinds add, which others lack. */
export interface KnowledgeNode {
  readonly ref: string;
  readonly kind: Kind;
  readonly title: string;
  readonly text: string;
  readonly trust: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly uiLocation?: string;
  readonly shortcut?: string | null;
  readonly docCitation?: string;
  readonly reliability?: { readonly uses: number; readonly failures: number; readonly lowerBound: number };
  readonly learnings?: {
    readonly totalCount: number;
    readonly nodes: readonly {
      readonly id: string;
      readonly task: string;
      readonly originalError: string | null;
      readonly recoveryApproach: string | null;
      readonly humanReasoning: string | null;
      readonly verified: boolean;
    }[];
  };
  readonly memoryOutcome?: string;
  readonly scope?: string;
  readonly usageCount?: number;
  readonly archivedAt?: string | null;
  readonly domain?: string;
  readonly fluentKind?: string;
  readonly rules?: string | null;
  readonly infoType?: string;
  readonly entity?: { readonly id: string } | null;
  readonly validFrom?: string | null;
  readonly validTo?: string | null;
  readonly pattern?: string;
  readonly attempts?: number;
  readonly successRate?: number;
  readonly lastIssue?: string | null;
}

export const node = query<{ readonly knowledge: KnowledgeNode | null }, { readonly kind: Kind; readonly id: string }>(`
  query Node($kind: KnowledgeKind!, $id: ID!) {
    knowledge(kind: $kind, id: $id) {
      ref kind title text trust createdAt updatedAt
      ... on KnowledgeItem {
        uiLocation shortcut docCitation
        reliability { uses failures lowerBound }
        learnings(first: 10) {
          totalCount
          nodes { id task originalError recoveryApproach humanReasoning verified }
        }
      }
      ... on Memory { memoryOutcome: outcome scope usageCount archivedAt }
      ... on Fluent { domain fluentKind rules }
      ... on Piece { infoType entity { id } validFrom validTo }
      ... on Strategy { pattern attempts successRate lastIssue }
    }
  }
`);

export const entity = query<
  {
    readonly entity: {
      readonly id: string;
      readonly label: string | null;
      readonly type: string;
      readonly properties: unknown;
    } | null;
  },
  { readonly id: string }
>(`
  query Entity($id: ID!) {
    entity(id: $id) { id label type properties }
  }
`);

export interface EvidenceRow {
  readonly id: string;
  readonly kind: string;
  readonly at: string;
  readonly positive: boolean;
  readonly state: string;
  readonly weight: number;
  readonly share: number | null;
  readonly agent: string | null;
  readonly session: string | null;
  readonly comment: string | null;
  readonly trustBefore: number | null;
  readonly trustAfter: number | null;
}

export const evidence = query<
  {
    readonly knowledge: {
      readonly evidence: {
        readonly totalCount: number;
        readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
        readonly nodes: readonly EvidenceRow[];
      };
    } | null;
  },
  { readonly kind: Kind; readonly id: string; readonly first: number; readonly after: string | null }
>(`
  query Evidence($kind: KnowledgeKind!, $id: ID!, $first: Int!, $after: String) {
    knowledge(kind: $kind, id: $id) {
      evidence(first: $first, after: $after) {
        totalCount
        pageInfo { endCursor hasNextPage }
        nodes { id kind at positive state weight share agent session comment trustBefore trustAfter }
      }
    }
  }
`);

export interface TrustPoint {
  readonly at: string;
  readonly trust: number;
}

export const trustHistory = query<
  { readonly knowledge: { readonly trust: number; readonly trustHistory: readonly TrustPoint[] } | null },
  { readonly kind: Kind; readonly id: string; readonly last: number }
>(`
  query TrustHistory($kind: KnowledgeKind!, $id: ID!, $last: Int!) {
    knowledge(kind: $kind, id: $id) {
      trust
      trustHistory(last: $last) { at trust }
    }
  }
`);

export const retractEvidence = query<
  {
    readonly retractEvidence: {
      readonly changes: readonly { readonly ref: string; readonly trustBefore: number; readonly trustAfter: number }[];
    } | null;
  },
  { readonly id: string; readonly reason: string }
>(`
  mutation RetractEvidence($id: ID!, $reason: String!) {
    retractEvidence(id: $id, reason: $reason) { changes { ref trustBefore trustAfter } }
  }
`);

export interface VersionRow {
  readonly number: number;
  readonly from: string;
  readonly until: string | null;
  readonly change: { readonly id: string; readonly by: string | null; readonly door: string } | null;
}

export const versions = query<
  { readonly versions: { readonly totalCount: number; readonly nodes: readonly VersionRow[] } | null },
  { readonly ref: string; readonly first: number }
>(`
  query Versions($ref: String!, $first: Int!) {
    versions(ref: $ref, first: $first) {
      totalCount
      nodes { number from until change { id by door } }
    }
  }
`);

export const diff = query<
  {
    readonly diff: {
      readonly fields: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
    } | null;
  },
  { readonly ref: string; readonly from: number; readonly to: number }
>(`
  query Diff($ref: String!, $from: Int!, $to: Int!) {
    diff(ref: $ref, from: $from, to: $to) { fields { field before after } }
  }
`);

export interface Side {
  readonly n: number;
  readonly successes: number;
}
export interface Effect {
  readonly unit: string;
  readonly since: string;
  readonly given: Side;
  readonly notGiven: Side;
  readonly before: Side;
  readonly after: Side;
  readonly difference: number | null;
  readonly interval: { readonly lower: number; readonly upper: number } | null;
  readonly change: number | null;
  readonly changeInterval: { readonly lower: number; readonly upper: number } | null;
}

export const effect = query<{ readonly effect: Effect }, { readonly ref: string }>(`
  query Effect($ref: ID!) {
    effect(ref: $ref) {
      unit since
      given { n successes }
      notGiven { n successes }
      before { n successes }
      after { n successes }
      difference
      interval { lower upper }
      change
      changeInterval { lower upper }
    }
  }
`);

export interface ReceiptRow {
  readonly id: string;
  readonly at: string;
  readonly agent: string | null;
  readonly query: string;
  readonly hidden: boolean;
  readonly success: boolean | null;
}

export const receiptsOf = query<
  { readonly receipts: { readonly totalCount: number; readonly nodes: readonly ReceiptRow[] } },
  { readonly ref: string }
>(`
  query ReceiptsOf($ref: ID!) {
    receipts(ref: $ref, first: 10) { totalCount nodes { id at agent query hidden success } }
  }
`);

export interface GraphNode {
  readonly ref: string;
  readonly title: string;
  readonly labels: readonly string[];
  readonly hidden: number;
}
export interface GraphEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly type: string;
  readonly label: string | null;
}
export interface Subgraph {
  readonly truncated: boolean;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

export const subgraph = query<
  { readonly subgraph: Subgraph },
  { readonly ref: string; readonly limit: number; readonly edgeTypes: readonly string[] }
>(`
  query Subgraph($ref: ID!, $limit: Int!, $edgeTypes: [String!]) {
    subgraph(ref: $ref, limit: $limit, edgeTypes: $edgeTypes) {
      truncated
      nodes { ref title labels hidden }
      edges { id source target type label }
    }
  }
`);

export interface ReviewRow {
  readonly reason: string;
  readonly at: string;
  readonly ref: string | null;
  readonly planId: string | null;
  readonly stepNum: number | null;
  readonly step: { readonly toolName: string; readonly error: string | null } | null;
  readonly learning: {
    readonly task: string;
    readonly originalError: string | null;
    readonly item: { readonly ref: string; readonly title: string };
  } | null;
}

export const review = query<
  { readonly review: { readonly totalCount: number; readonly nodes: readonly ReviewRow[] } },
  { readonly first: number }
>(`
  query Review($first: Int!) {
    review(first: $first) {
      totalCount
      nodes {
        reason at ref planId stepNum
        step { toolName error }
        learning { task originalError item { ref title } }
      }
    }
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

export interface ObservedRow {
  readonly ref: string;
  readonly evidence: { readonly kind: string; readonly positive: boolean; readonly state: string };
  readonly knowledge: { readonly title: string; readonly trust: number } | null;
}

export const observed = query<
  { readonly evidence: { readonly totalCount: number; readonly nodes: readonly ObservedRow[] } },
  { readonly since: string; readonly first: number }
>(`
  query Observed($since: DateTime!, $first: Int!) {
    evidence(since: $since, first: $first) {
      totalCount
      nodes { ref evidence { kind positive state } knowledge { title trust } }
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
