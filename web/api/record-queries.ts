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
