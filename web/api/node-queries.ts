import type { Kind } from '../rules/address.js';
import { query } from './query.js';

/** The fields common to all knowledge, and fields of single kinds, which are absent from other kinds. */
export interface KnowledgeNode {
  readonly ref: string;
  readonly kind: Kind;
  readonly title: string;
  readonly text: string;
  readonly trust: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly uiLocation?: string;
  readonly actionSequence?: readonly string[];
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
  readonly tags?: readonly string[];
  readonly memoryOutcome?: string;
  readonly scope?: string;
  readonly usageCount?: number;
  readonly archivedAt?: string | null;
  readonly domain?: string;
  readonly fluentKind?: string;
  readonly rules?: string | null;
  readonly infoType?: string;
  readonly entity?: { readonly id: string; readonly label: string | null } | null;
  readonly validFrom?: string | null;
  readonly validTo?: string | null;
  readonly pattern?: string;
  readonly attempts?: number;
  readonly successRate?: number;
  readonly lastIssue?: string | null;
  readonly learned?: string | null;
  readonly session?: string;
  readonly role?: string;
  readonly occurredAt?: string | null;
}

export const node = query<{ readonly knowledge: KnowledgeNode | null }, { readonly kind: Kind; readonly id: string }>(`
  query Node($kind: KnowledgeKind!, $id: ID!) {
    knowledge(kind: $kind, id: $id) {
      ref kind title text trust createdAt updatedAt
      ... on KnowledgeItem {
        uiLocation actionSequence shortcut docCitation
        reliability { uses failures lowerBound }
        learnings(first: 10) {
          totalCount
          nodes { id task originalError recoveryApproach humanReasoning verified }
        }
      }
      ... on Memory { memoryOutcome: outcome tags scope usageCount archivedAt }
      ... on Fluent { domain fluentKind rules }
      ... on Piece { infoType entity { id label } validFrom validTo }
      ... on Strategy { pattern attempts successRate lastIssue learned }
      ... on Message { session role occurredAt }
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
  readonly receiptId: string | null;
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
        nodes { id kind at positive state weight share agent session comment receiptId trustBefore trustAfter }
      }
    }
  }
`);

export interface TrustPoint {
  readonly at: string;
  readonly trust: number;
}

export const trustCurve = query<
  { readonly knowledge: { readonly trust: number; readonly trustCurve: readonly TrustPoint[] } | null },
  { readonly kind: Kind; readonly id: string; readonly points: number }
>(`
  query TrustCurve($kind: KnowledgeKind!, $id: ID!, $points: Int!) {
    knowledge(kind: $kind, id: $id) {
      trust
      trustCurve(points: $points) { at trust }
    }
  }
`);

export const trustNow = query<
  { readonly knowledge: { readonly trust: number } | null },
  { readonly kind: Kind; readonly id: string }
>(`
  query TrustNow($kind: KnowledgeKind!, $id: ID!) {
    knowledge(kind: $kind, id: $id) { trust }
  }
`);

export interface VersionRow {
  readonly number: number;
  readonly from: string;
  readonly until: string | null;
  readonly change: { readonly id: string; readonly by: string | null; readonly door: string } | null;
}

export const versions = query<
  { readonly versions: { readonly totalCount: number; readonly nodes: readonly VersionRow[] } },
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
    };
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
  readonly success: boolean | null;
}

export const receiptsOf = query<
  { readonly receipts: { readonly totalCount: number; readonly nodes: readonly ReceiptRow[] } },
  { readonly ref: string }
>(`
  query ReceiptsOf($ref: ID!) {
    receipts(ref: $ref, first: 10) { totalCount nodes { id at agent query success } }
  }
`);

export interface GraphNode {
  readonly ref: string;
  readonly title: string;
  readonly labels: readonly string[];
  readonly trust: number | null;
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
  { readonly ref: string; readonly first: number; readonly edgeTypes: readonly string[] }
>(`
  query Subgraph($ref: ID!, $first: Int!, $edgeTypes: [String!]) {
    subgraph(ref: $ref, first: $first, edgeTypes: $edgeTypes) {
      truncated
      nodes { ref title labels trust hidden }
      edges { id source target type label }
    }
  }
`);

export interface TaskStepRow {
  readonly num: number;
  readonly action: { readonly method: string; readonly action: string; readonly approach: string };
  readonly observation: {
    readonly success: boolean;
    readonly documentsCount: number;
    readonly previews: readonly string[];
  };
  readonly validation: {
    readonly verdict: string;
    readonly decidedBy: string;
    readonly issues: readonly string[];
    readonly open: readonly string[];
    readonly checks: readonly {
      readonly criterion: string;
      readonly met: boolean | null;
      readonly decidedBy: string;
      readonly reason: string | null;
    }[];
  };
  readonly judgement: {
    readonly by: string;
    readonly key: string;
    readonly reason: string;
    readonly success: boolean;
    readonly at: string;
  } | null;
}

export interface Task {
  readonly id: string;
  readonly objective: string;
  readonly status: string;
  readonly intent: { readonly dataType: string; readonly expectedFormat: string };
  readonly progress: { readonly progress: number; readonly reason: string };
  readonly steps: readonly TaskStepRow[];
}

export const task = query<{ readonly adaptiveTask: Task | null }, { readonly id: string }>(`
  query Task($id: ID!) {
    adaptiveTask(id: $id) {
      id objective status
      intent { dataType expectedFormat }
      progress { progress reason }
      steps {
        num
        action { method action approach }
        observation { success documentsCount previews }
        validation { verdict decidedBy issues open checks { criterion met decidedBy reason } }
        judgement { by key reason success at }
      }
    }
  }
`);
