import type { Kind } from './address.js';

/** What each kind of knowledge is, for readers who do not know the names of the kinds. */
export const KIND_SAYS: Readonly<Record<Kind, string>> = {
  ITEM: 'documentation of single actions',
  FLUENT: 'rules for conditions that hold over time',
  MEMORY: 'lessons from the work of agents',
  MESSAGE: 'of recorded conversations',
  PIECE: 'notes about people and things',
  STRATEGY: 'ways of working that were tried',
};

/** Kinds of evidence. Whether the observation speaks for or against the knowledge is shown beside it. */
const EVIDENCE: Readonly<Record<string, readonly [positive: string, negative: string]>> = {
  CODE_STABILITY: ['code that followed it was kept', 'code that followed it was reverted'],
  EXPLICIT_FEEDBACK: ['somebody said that it helped', 'somebody said that it did not help'],
  HUMAN_CORRECTION: ['a person confirmed a step that followed it', 'a person corrected a step that followed it'],
  RESTORED: ['it was taken out of the archive', 'it was taken out of the archive'],
  RETRACTION: ['an earlier report was taken back', 'an earlier report was taken back'],
  STEP_FAILURE: ['a step that followed it failed', 'a step that followed it failed'],
  STEP_SUCCESS: ['a step that followed it succeeded', 'a step that followed it succeeded'],
  TASK_COMPLETION: ['a task that was given it succeeded', 'a task that was given it failed'],
  VALIDATION: ['a result of it was accepted', 'a result of it was rejected'],
};

export function evidenceWords(kind: string, positive: boolean): string {
  return EVIDENCE[kind]?.[positive ? 0 : 1] ?? kind.toLowerCase().replaceAll('_', ' ');
}

/** States of evidence other than APPLIED. */
export const STATE_WORDS: Readonly<Record<string, string>> = {
  EXPIRED: 'nobody agreed in time',
  PENDING: 'waits until another agent agrees',
  RESOLVED: 'the cause was fixed',
  RETRACTED: 'taken back',
};

/** Why a decision waits for a person. */
export const REASONS: Readonly<Record<string, string>> = {
  AWAITING_RECOVERY: 'Failed, no fix known yet',
  CAPTURED_MATCH: 'A step that followed it failed, and another way succeeded',
  CONTRADICTION: 'Only one of these facts can be true',
  NAME_TAKEN: 'Another item has meanwhile taken the name by which the cause was found',
  POSSIBLE_DUPLICATE: 'Two entities may be the same',
  POSSIBLE_SUPERSESSION: 'The later text may replace the earlier one',
  UNATTRIBUTED_FAILURE: 'Which item did this failed step follow?',
  UNDECIDED_VERDICT: 'Nobody has judged yet whether the step succeeded',
  UNVERIFIED_LEARNING: 'Learned from one failure, and not confirmed since',
};

/** States of an adaptive task. */
export const TASK_STATES: Readonly<Record<string, string>> = {
  AWAITING_VERDICT: 'waits for a person to judge its last step',
  RUNNING: 'is under way',
  STOPPED: 'ended without success',
  SUCCEEDED: 'succeeded',
};

/** Outcomes of a step of a plan. */
export const STEP_OUTCOMES: Readonly<Record<string, string>> = {
  CORRECTED: 'corrected by a person',
  FAILURE: 'failed',
  PENDING: 'not reported yet',
  SKIPPED: 'not carried out',
  SUCCESS: 'succeeded',
};

/** How the service knows which item a step of a plan followed. */
export const ATTRIBUTIONS: Readonly<Record<string, string>> = {
  INFERRED: 'inferred from names in the action',
  NONE: 'unknown',
  STATED: 'stated by the plan',
};

/** What became of the share of an outcome in the trust of something that was used. */
export const CREDIT_STATES: Readonly<Record<string, string>> = {
  COUNTED: 'was counted before',
  CREDITED: 'has changed the trust',
  LOST: 'not counted, because it was deleted',
  PENDING: 'waits until another agent agrees',
  UNDECIDED: 'undecided',
  UNMOVED: 'is counted; trust of this kind changes otherwise',
  UNUSED: 'not used',
};

/** Verdicts on a step of an adaptive task. */
export const VERDICTS: Readonly<Record<string, string>> = {
  FAILURE: 'failed',
  PASSED: 'the form holds, the content is not judged',
  SUCCESS: 'succeeded',
  UNDECIDED: 'undecided',
};

/** Who decided a verdict. */
export const DECIDERS: Readonly<Record<string, string>> = {
  AGENT: 'an agent',
  MODEL: 'a language model',
  NONE: 'nobody',
  PERSON: 'a person',
  RULES: 'rules',
};

/** How the text of a context reached the agent. */
export const DELIVERIES: Readonly<Record<string, string>> = {
  HOOK: 'put before the prompt by a hook',
  HTTP: 'as an answer over HTTP',
  NO: 'not at all: it was made too late',
  TOOL: 'as the answer of a tool',
};

/** Who verified an outcome. */
export const VERIFIED_BY: Readonly<Record<string, string>> = {
  AGENT: 'the agent that reported it',
  EXTERNAL: 'a system outside of the agent',
  NONE: 'nobody, so that it moves no trust',
  TOOL: 'a program that read the result from the session',
  USER: 'a person',
};
