import type { Kind } from '../rules/address.js';
import { query } from './query.js';

export interface MisleadingRow {
  readonly ref: string;
  readonly failed: number;
  readonly helped: number;
  readonly given: number;
  readonly knowledge: { readonly title: string; readonly trust: number } | null;
}

export const misleading = query<
  {
    readonly misleading: {
      readonly totalCount: number;
      readonly truncated: boolean;
      readonly nodes: readonly MisleadingRow[];
    };
  },
  { readonly since: string; readonly first: number }
>(`
  query Misleading($since: DateTime!, $first: Int!) {
    misleading(since: $since, first: $first) {
      totalCount
      truncated
      nodes { ref failed helped given knowledge { title trust } }
    }
  }
`);

export interface OutcomeRow {
  readonly at: string;
  readonly success: boolean | null;
}

export const outcomes = query<
  { readonly receipts: { readonly totalCount: number; readonly nodes: readonly OutcomeRow[] } },
  { readonly since: string; readonly first: number }
>(`
  query Outcomes($since: DateTime!, $first: Int!) {
    receipts(since: $since, first: $first) { totalCount nodes { at success } }
  }
`);

interface Steps {
  readonly n: number;
  readonly successes: number;
}

/** Shares are in [0,1], or null if there is nothing to count. */
interface Metrics {
  readonly timesShown: number;
  readonly timesFollowed: number;
  readonly timesSucceeded: number;
  readonly withLearning: Steps;
  readonly withoutLearning: Steps;
  readonly leastSteps: number;
  readonly difference: number | null;
  readonly differenceLower: number | null;
  readonly differenceUpper: number | null;
  readonly failedSteps: number;
  readonly attributionAccuracy: number | null;
  readonly enrichedShare: number | null;
  readonly enrichedShareOfFailed: number | null;
  readonly enrichedShareOfAll: number | null;
}

export const learningMetrics = query<{
  readonly learningMetrics: Metrics;
  readonly learnings: { readonly totalCount: number };
  readonly captureStatus: {
    readonly sessions: number;
    readonly outcomes: number;
    readonly undecided: number;
    readonly lastOutcome: string | null;
  };
}>(`
  query LearningMetrics {
    learningMetrics {
      timesShown timesFollowed timesSucceeded
      withLearning { n successes } withoutLearning { n successes } leastSteps difference differenceLower differenceUpper
      failedSteps attributionAccuracy enrichedShare enrichedShareOfFailed enrichedShareOfAll
    }
    learnings(first: 1) { totalCount }
    captureStatus { sessions outcomes undecided lastOutcome }
  }
`);

export const domains = query<{
  readonly domains: readonly { readonly name: string; readonly fluentCount: number; readonly definedCount: number }[];
}>(`
  query Domains {
    domains { name fluentCount definedCount }
  }
`);

export interface DomainFluent {
  readonly ref: string;
  readonly name: string;
  readonly arity: number | null;
  readonly level: number | null;
  readonly dependsOn: readonly { readonly fluent: { readonly ref: string; readonly name: string } }[];
}

export const domainDiagram = query<
  {
    readonly dependencyDiagram: string;
    readonly fluents: { readonly totalCount: number; readonly nodes: readonly DomainFluent[] };
  },
  { readonly domain: string; readonly activity: string | null }
>(`
  query DomainDiagram($domain: String!, $activity: String) {
    dependencyDiagram(domain: $domain, activity: $activity, format: SVG)
    fluents(domain: $domain, first: 200) {
      totalCount
      nodes { ref name arity level dependsOn { fluent { ref name } } }
    }
  }
`);

export interface JobRow {
  readonly id: string;
  readonly sessionId: string;
  readonly part: number;
  readonly status: string;
  readonly attempts: number;
  readonly queuedAt: string;
  readonly finishedAt: string | null;
  readonly error: string | null;
  readonly memories: readonly { readonly ref: string; readonly title: string }[];
}

export const jobs = query<
  { readonly distillationJobs: { readonly totalCount: number; readonly nodes: readonly JobRow[] } },
  { readonly first: number }
>(`
  query Jobs($first: Int!) {
    distillationJobs(first: $first) {
      totalCount
      nodes { id sessionId part status attempts queuedAt finishedAt error memories { ref title } }
    }
  }
`);

export const jobChanged = query<{ readonly distillationProgress: JobRow }>(`
  subscription JobChanged {
    distillationProgress { id sessionId part status attempts queuedAt finishedAt error memories { ref title } }
  }
`);

export const trustMoved = query<{
  readonly trustChanged: { readonly ref: string; readonly before: number; readonly after: number };
}>(`
  subscription TrustMoved {
    trustChanged { ref before after }
  }
`);

export const titleOf = query<
  { readonly knowledge: { readonly title: string; readonly text: string } | null },
  { readonly kind: Kind; readonly id: string }
>(`
  query TitleOf($kind: KnowledgeKind!, $id: ID!) {
    knowledge(kind: $kind, id: $id) { title text }
  }
`);

export const trials = query<{
  readonly trials: readonly {
    readonly id: string;
    readonly of: string;
    readonly state: string;
    readonly outcomes: number;
    readonly missing: number;
  }[];
}>(`
  query Trials {
    trials { id of state outcomes missing }
  }
`);

/** Titles of the newest pieces: of the document and its headings. */
export const newestPieces = query<{ readonly pieces: { readonly nodes: readonly { readonly title: string }[] } }>(`
  query NewestPieces {
    pieces(first: 20) { nodes { title } }
  }
`);
