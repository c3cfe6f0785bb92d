import { hashOf } from '../common/hash.js';
import { firstCharacters } from '../common/text.js';
import { type ActionName, instructionIn, keyOf, recordedAs } from './actions.js';
import { CheckedBy, ValidationVerdict } from '../criteria/criteria.js';
import type { Validation } from '../criteria/verdict.model.js';

// Pure functions over the steps of one task: which actions to avoid next, and which attempts the ledger records.

/** Maximum number of tries of an action in a task. From the second on, the problems are in its instruction. */
const MAX_TRIES = 3;
const LESSON_LENGTH = 300;
/** Beginning of the issue of an action that its agent reported as failed. */
export const ACTION_FAILED = 'The action failed';
/** Maximum number of stored characters of each text in the parameters, and of all parameters as JSON. */
const KEPT_TEXT = 2_000;
const KEPT_JSON = 10_000;

/** A step of a task. */
export interface Try {
  readonly num: number;
  readonly action: ActionName & { readonly parameters: Readonly<Record<string, unknown>> };
  readonly succeeded: boolean;
  readonly unjudged?: number | null;
  readonly validation: Pick<
    Validation,
    'verdict' | 'decidedBy' | 'checks' | 'issues' | 'improvementSuggestions' | 'isGuess'
  >;
}

/** Hash of an action with its parameters, including the instruction. */
function tryHash({ method, action, approach, parameters }: Try['action']): string {
  return hashOf({ key: keyOf(recordedAs({ method, action, approach })), parameters });
}

/** The failed actions of a task. */
export function failuresOf(steps: readonly Try[]) {
  const failed = steps.filter(({ succeeded }) => !succeeded);
  const hashes = new Set(failed.map(({ action }) => tryHash(action)));
  const timesOf = (name: ActionName) => triesOf(name, failed).length;
  return {
    timesOf,
    /** True if the action may be tried or retried. */
    isOpen: (name: ActionName) => timesOf(name) < MAX_TRIES,
    /** True if the action failed with exactly these parameters; with other parameters it may succeed. */
    isKnown: (action: Try['action']) => hashes.has(tryHash(action)),
  };
}

/** Issues and suggestions of steps for later steps, oldest first, each once; repeated ones have their count appended. */
export function lessonsOf(
  steps: readonly { readonly validation: Pick<Validation, 'issues' | 'improvementSuggestions'> }[],
): string[] {
  const times = new Map<string, number>();
  for (const { validation } of steps) {
    const lessons = [...validation.issues.slice(0, 3), ...validation.improvementSuggestions.slice(0, 1)];
    for (const lesson of new Set(lessons.map((one) => firstCharacters(one, LESSON_LENGTH)))) {
      times.set(lesson, (times.get(lesson) ?? 0) + 1);
    }
  }
  return [...times].map(([lesson, count]) => (count === 1 ? lesson : `${lesson} (${count} times)`));
}

/**
 * Result of an action in one task as the ledger records it: at most one attempt, which is a success if any try
 * succeeded; undefined while no try is decided.
 */
export function attemptOf(name: ActionName, steps: readonly Try[]): 'SUCCESS' | 'FAILURE' | undefined {
  const { SUCCESS, FAILURE } = ValidationVerdict;
  const decided = triesOf(name, steps).filter(
    ({ validation: { verdict, isGuess } }) => verdict === SUCCESS || (verdict === FAILURE && !isGuess),
  );
  if (decided.length === 0) return undefined;
  return decided.some(({ succeeded }) => succeeded) ? 'SUCCESS' : 'FAILURE';
}

/**
 * Id of the ledger entry that a step creates, if any: when it is observed (`task`) or when it is judged (`judged`).
 *
 * @param unjudged how often a judgement of the step was undone, whose entries stay retracted
 */
export function entryOf(taskId: string, num: number, by: 'task' | 'judged', unjudged: number | null = null): string {
  return `${by}:${taskId}:${num}${by === 'judged' && unjudged !== null ? `#${unjudged}` : ''}`;
}

/** Ids of all ledger entries that tries of an action may have created. */
export function entriesOf(name: ActionName, taskId: string, steps: readonly Try[]): string[] {
  return triesOf(name, steps).flatMap(({ num, unjudged }) => [
    entryOf(taskId, num, 'task'),
    entryOf(taskId, num, 'judged', unjudged),
  ]);
}

function triesOf(name: ActionName, steps: readonly Try[]): Try[] {
  return steps.filter(({ action }) => keyOf(recordedAs(action)) === keyOf(recordedAs(name)));
}

/** Stored data of a successful try. */
export interface WorkedWith {
  /** One sentence learned from the earlier tries; null if there were none. */
  readonly learned: string | null;
  readonly instruction: string | null;
  /** Parameters as JSON; null if too long. */
  readonly parameters: string | null;
}

/** @param before earlier tries of the task; failed ones of the same action are preferred */
export function workedWith({ action }: Pick<Try, 'action'>, before: readonly Try[]): WorkedWith {
  const failed = before.filter(({ succeeded }) => !succeeded);
  const own = triesOf(action, failed);
  const learned = sentenceOf((own.length > 0 ? own : failed).map(({ validation }) => validation));
  const instruction = instructionIn(action.parameters);
  const parameters = JSON.stringify(action.parameters, (_, value: unknown) =>
    typeof value === 'string' ? firstCharacters(value, KEPT_TEXT) : value,
  );
  return {
    learned: learned === undefined ? null : firstCharacters(learned, LESSON_LENGTH),
    instruction: instruction === null ? null : firstCharacters(instruction, KEPT_TEXT),
    parameters: parameters.length > KEPT_JSON ? null : parameters,
  };
}

/**
 * The advice for further requests of this kind, without values of the present request. Advice about the delivered content
 * is more useful than unmet criteria, so it is preferred; among equals, the last one is taken.
 */
function sentenceOf(validations: readonly Try['validation'][]): string | undefined {
  const said = validations.flatMap(({ decidedBy, checks, issues, improvementSuggestions }) => {
    const [issue = ''] = issues;
    const unmet = checks.flatMap(({ criterion, met }) => (met === false ? [criterion] : []));
    if (unmet.some((criterion) => issue.startsWith(`${criterion}:`))) {
      return [{ isMissed: true, sentence: `See that it holds: ${unmet.join(', ')}` }];
    }
    // If the action itself failed, the only information is its error, which is no advice.
    const sentence = isJudged(decidedBy) ? issue : improvementSuggestions[0];
    return sentence === undefined || sentence.startsWith(ACTION_FAILED) ? [] : [{ isMissed: false, sentence }];
  });
  return (said.findLast(({ isMissed }) => !isMissed) ?? said.at(-1))?.sentence;
}

function isJudged(by: Validation['decidedBy']): boolean {
  return by === CheckedBy.AGENT || by === CheckedBy.PERSON;
}
