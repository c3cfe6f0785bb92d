import { query } from './query.js';

/** An item, as a candidate for the cause of a failure. */
export interface Candidate {
  readonly id: string;
  readonly ref: string;
  readonly title: string;
  readonly text: string;
}

/** A fact that contradicts others. */
export interface Fact {
  readonly ref: string;
  readonly target: { readonly id: string; readonly label: string | null };
  readonly properties: unknown;
  readonly piece: { readonly content: string } | null;
}

/** Items whose text fits to some words, best first. */
export const findItems = query<
  { readonly search: { readonly hits: readonly { readonly knowledge: Candidate }[] } },
  { readonly query: string; readonly first: number }
>(`
  query FindItems($query: String!, $first: Int!) {
    search(query: $query, first: $first, kinds: [ITEM]) {
      hits { knowledge { id ref title text } }
    }
  }
`);

export interface ReviewRow {
  readonly reason: string;
  readonly at: string;
  readonly ref: string | null;
  readonly otherRef: string | null;
  readonly planId: string | null;
  readonly taskId: string | null;
  readonly stepNum: number | null;
  readonly matchId: string | null;
  readonly note: string | null;
  readonly step: {
    readonly toolName: string;
    readonly error: string | null;
    readonly item: Candidate | null;
    readonly suggestions: readonly { readonly item: Candidate }[];
  } | null;
  readonly learning: {
    readonly id: string;
    readonly task: string;
    readonly originalError: string | null;
    readonly recoveryApproach: string | null;
    readonly humanReasoning: string | null;
    readonly item: { readonly ref: string; readonly title: string };
  } | null;
  readonly contradiction: { readonly type: string; readonly at: string; readonly relations: readonly Fact[] } | null;
}

export const review = query<
  { readonly review: { readonly totalCount: number; readonly nodes: readonly ReviewRow[] } },
  { readonly first: number }
>(`
  query Review($first: Int!) {
    review(first: $first) {
      totalCount
      nodes {
        reason at ref otherRef planId taskId stepNum matchId note
        step { toolName error item { id ref title text } suggestions { item { id ref title text } } }
        learning { id task originalError recoveryApproach humanReasoning item { ref title } }
        contradiction { type at relations { ref target { id label } properties piece { content } } }
      }
    }
  }
`);

/** The answer of each decision. Without a change, it was decided in this way before. */
export interface Decided {
  readonly decided: { readonly changeId: string | null };
}

export const attributeStep = query<
  Decided,
  { readonly planId: string; readonly stepNum: number; readonly itemId: string }
>(`
  mutation AttributeStep($planId: ID!, $stepNum: Int!, $itemId: ID!) {
    decided: attributeStep(planId: $planId, stepNum: $stepNum, itemId: $itemId) { changeId }
  }
`);

export const completeLearning = query<Decided, { readonly id: string; readonly recoveryApproach: string }>(`
  mutation CompleteLearning($id: ID!, $recoveryApproach: String!) {
    decided: completeLearning(id: $id, recoveryApproach: $recoveryApproach) { changeId }
  }
`);

export const verifyLearning = query<Decided, { readonly id: string; readonly verified: boolean }>(`
  mutation VerifyLearning($id: ID!, $verified: Boolean!) {
    decided: verifyLearning(id: $id, verified: $verified) { changeId }
  }
`);

export const decideSupersession = query<
  Decided,
  { readonly newerId: string; readonly olderId: string; readonly decision: 'KEEP_BOTH' | 'SUPERSEDE' }
>(`
  mutation DecideSupersession($newerId: ID!, $olderId: ID!, $decision: SupersessionDecision!) {
    decided: decideSupersession(newerId: $newerId, olderId: $olderId, decision: $decision) { changeId }
  }
`);

export const decideContradiction = query<
  Decided,
  { readonly relations: readonly string[]; readonly decision: 'KEEP' | 'REMOVE' }
>(`
  mutation DecideContradiction($relations: [ID!]!, $decision: ContradictionDecision!) {
    decided: decideContradiction(relations: $relations, decision: $decision) { changeId }
  }
`);

export const mergeEntities = query<
  { readonly decided: { readonly changeId: string } },
  { readonly source: string; readonly target: string }
>(`
  mutation MergeEntities($source: ID!, $target: ID!) {
    decided: mergeEntities(source: $source, target: $target) { changeId }
  }
`);

export const keepApart = query<Decided, { readonly one: string; readonly other: string }>(`
  mutation KeepApart($one: ID!, $other: ID!) {
    decided: keepApart(one: $one, other: $other) { changeId }
  }
`);

export const decideMatch = query<Decided, { readonly id: string; readonly followed: boolean }>(`
  mutation DecideMatch($id: String!, $followed: Boolean!) {
    decided: decideMatch(id: $id, followed: $followed) { changeId }
  }
`);

export const judgeStep = query<
  Decided,
  { readonly taskId: string; readonly stepNum: number; readonly success: boolean; readonly reason: string }
>(`
  mutation JudgeStep($taskId: ID!, $stepNum: Int!, $success: Boolean!, $reason: String!) {
    decided: judgeStep(taskId: $taskId, stepNum: $stepNum, success: $success, reason: $reason, by: PERSON) { changeId }
  }
`);

export const undo = query<{ readonly undo: { readonly restored: readonly string[] } }, { readonly changeId: string }>(`
  mutation Undo($changeId: ID!) {
    undo(changeId: $changeId) { restored }
  }
`);
