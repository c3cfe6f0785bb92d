import type { Kind } from '../rules/address.js';
import { query } from './query.js';

// Records that are not knowledge, but from which its trust came about: plans with their steps, and learnings.

export interface Named {
  readonly ref: string;
  readonly title: string;
}

export interface PlanStepRow {
  readonly num: number;
  readonly toolName: string;
  readonly toolArguments: unknown;
  readonly reasoning: string | null;
  readonly outcome: string;
  readonly error: string | null;
  readonly reportedAt: string | null;
  readonly attribution: string;
  readonly kbSource: string | null;
  readonly followsLearning: string | null;
  readonly item: Named | null;
  readonly learning: { readonly id: string; readonly task: string } | null;
  readonly suggestions: readonly { readonly score: number; readonly item: Named }[];
}

export interface PlanRecord {
  readonly id: string;
  readonly task: string;
  readonly createdAt: string;
  readonly reasoning: string | null;
  readonly success: boolean | null;
  readonly warnings: readonly string[];
  readonly recovers: { readonly id: string; readonly task: string } | null;
  readonly recoveredBy: { readonly id: string; readonly task: string } | null;
  readonly retrieved: readonly {
    readonly id: string;
    readonly rank: number;
    readonly trust: number;
    readonly item: Named | null;
  }[];
  readonly steps: readonly PlanStepRow[];
}

export const plan = query<{ readonly plan: PlanRecord | null }, { readonly id: string }>(`
  query Plan($id: ID!) {
    plan(id: $id) {
      id task createdAt reasoning success warnings
      recovers { id task }
      recoveredBy { id task }
      retrieved { id rank trust item { ref title } }
      steps {
        num toolName toolArguments reasoning outcome error reportedAt attribution kbSource followsLearning
        item { ref title }
        learning { id task }
        suggestions { score item { ref title } }
      }
    }
  }
`);

export interface LearningRecord {
  readonly id: string;
  readonly kind: string;
  readonly task: string;
  readonly timestamp: string;
  readonly stepNum: number;
  readonly state: string;
  readonly verified: boolean;
  readonly awaitingRecovery: boolean;
  readonly recoveryFailed: boolean;
  readonly applicationVersion: string | null;
  readonly originalAction: unknown;
  readonly originalError: string | null;
  readonly correctedAction: unknown;
  readonly recoveryApproach: string | null;
  readonly humanReasoning: string | null;
  readonly resolvedInto: string | null;
  readonly timesShown: number;
  readonly timesFollowed: number;
  readonly timesSucceeded: number;
  readonly item: Named;
}

export const learning = query<{ readonly learning: LearningRecord | null }, { readonly id: string }>(`
  query LearningById($id: ID!) {
    learning(id: $id) {
      id kind task timestamp stepNum state verified awaitingRecovery recoveryFailed applicationVersion
      originalAction originalError correctedAction recoveryApproach humanReasoning resolvedInto
      timesShown timesFollowed timesSucceeded
      item { ref title }
    }
  }
`);

export interface GivenItem {
  readonly kind: Kind;
  readonly id: string;
  readonly score: number;
  readonly trust: number;
  readonly explain: unknown;
  readonly used: boolean | null;
  readonly credit: number | null;
  readonly creditState: string | null;
}

export interface Receipt {
  readonly id: string;
  readonly query: string;
  readonly agent: string | null;
  readonly session: string | null;
  readonly at: string;
  readonly text: string;
  readonly quotesDeleted: boolean;
  readonly delivered: string | null;
  readonly degraded: readonly string[];
  readonly success: boolean | null;
  readonly outcomeAt: string | null;
  readonly verification: string | null;
  readonly planId: string | null;
  readonly taskId: string | null;
  readonly items: readonly GivenItem[];
}

export const receipt = query<{ readonly receipt: Receipt | null }, { readonly id: string }>(`
  query Receipt($id: ID!) {
    receipt(id: $id) {
      id query agent session at text quotesDeleted delivered degraded success outcomeAt verification planId taskId
      items { kind id score trust explain used credit creditState }
    }
  }
`);

/** What a receipt gave, as it is now, with the newest entries of its ledger. */
export const givenItem = query<
  {
    readonly knowledge: {
      readonly title: string;
      readonly text: string;
      readonly trust: number;
      readonly evidence: {
        readonly nodes: readonly {
          readonly receiptId: string | null;
          readonly state: string;
          readonly trustBefore: number | null;
          readonly trustAfter: number | null;
        }[];
      };
    } | null;
  },
  { readonly kind: Kind; readonly id: string }
>(`
  query GivenItem($kind: KnowledgeKind!, $id: ID!) {
    knowledge(kind: $kind, id: $id) {
      title text trust
      evidence(first: 100) { nodes { receiptId state trustBefore trustAfter } }
    }
  }
`);

export interface SessionTurn {
  readonly at: string;
  readonly client: string;
  readonly prompt: string;
  readonly outcome: string | null;
  readonly reason: string | null;
  readonly steps: unknown;
}

export const session = query<
  {
    readonly sessionTurns: readonly SessionTurn[];
    readonly receipts: {
      readonly totalCount: number;
      readonly nodes: readonly {
        readonly id: string;
        readonly at: string;
        readonly agent: string | null;
        readonly query: string;
        readonly success: boolean | null;
        readonly items: readonly { readonly id: string }[];
      }[];
    };
  },
  { readonly session: string; readonly first: number }
>(`
  query Session($session: ID!, $first: Int!) {
    sessionTurns(session: $session) { at client prompt outcome reason steps }
    receipts(session: $session, first: $first) { totalCount nodes { id at agent query success items { id } } }
  }
`);
