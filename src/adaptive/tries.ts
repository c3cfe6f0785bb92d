import { hashOf } from '../common/hash.js';
import { firstCharacters } from '../common/text.js';
import { type ActionName, instructionIn, keyOf } from './actions.js';
import { CheckedBy, type Validation, ValidationVerdict } from './adaptive.model.js';

// What the steps of one task tell of what to try next, and of what its ledger keeps. Pure.

/** Times that an action is tried once more, told what was wrong. */
const RETRIES = 2;
const LESSON_LENGTH = 300;
/** How the issue of an action begins that did not go well by its agent's word. */
export const ACTION_FAILED = 'The action failed';
/** Characters of each text of the parameters that are kept, and of the whole as JSON. */
const KEPT_TEXT = 2_000;
const KEPT_JSON = 10_000;

/** A step of a task. */
export interface Try {
  readonly num: number;
  readonly action: ActionName & { readonly parameters: Readonly<Record<string, unknown>> };
  readonly succeeded: boolean;
  readonly validation: Pick<Validation, 'verdict' | 'decidedBy' | 'checks' | 'issues' | 'improvementSuggestions'>;
}

/** Tells an action with these parameters, of which the instruction is one, from any other. */
function tryHash({ method, action, approach, parameters }: Try['action']): string {
  return hashOf({ key: keyOf({ method, action, approach }), parameters });
}

/** What failed in a task. */
export function failuresOf(steps: readonly Try[]) {
  const failed = steps.filter(({ succeeded }) => !succeeded);
  const hashes = new Set(failed.map(({ action }) => tryHash(action)));
  const times = new Map<string, number>();
  for (const { action } of failed) times.set(keyOf(action), (times.get(keyOf(action)) ?? 0) + 1);
  return {
    /** The action may be tried, also once more. */
    isOpen: (name: ActionName) => (times.get(keyOf(name)) ?? 0) <= RETRIES,
    /** The same with other parameters may do better; the same again does not. */
    isKnown: (action: Try['action']) => hashes.has(tryHash(action)),
  };
}

/** What steps tell those behind them, oldest first, each once; what was wrong several times says so, so that it reads differently. */
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
 * What the ledger has of an action in one task: at most one attempt, a success if any try succeeded; undefined while none is
 * decided.
 */
export function attemptOf(name: ActionName, steps: readonly Try[]): 'SUCCESS' | 'FAILURE' | undefined {
  const decided = triesOf(name, steps).filter(({ validation }) => validation.verdict !== ValidationVerdict.UNDECIDED);
  if (decided.length === 0) return undefined;
  return decided.some(({ succeeded }) => succeeded) ? 'SUCCESS' : 'FAILURE';
}

/** Id of the entry of the ledger that a step leaves, where it leaves one: by itself, or when somebody judges it. */
export function entryOf(taskId: string, num: number, by: 'task' | 'judged'): string {
  return `${by}:${taskId}:${num}`;
}

/** Ids of all entries that tries of an action may have left. */
export function entriesOf(name: ActionName, taskId: string, steps: readonly Try[]): string[] {
  return triesOf(name, steps).flatMap(({ num }) => [entryOf(taskId, num, 'task'), entryOf(taskId, num, 'judged')]);
}

function triesOf(name: ActionName, steps: readonly Try[]): Try[] {
  return steps.filter(({ action }) => keyOf(action) === keyOf(name));
}

/** What is kept of a try that succeeded. */
export interface WorkedWith {
  /** One sentence of what was learned from the tries before it; null where it was the first. */
  readonly learned: string | null;
  readonly instruction: string | null;
  /** JSON; null where it is too long. */
  readonly parameters: string | null;
}

/** @param before the tries of its task before it, of which those of the same action tell most */
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
 * What to do otherwise for the next request of the kind: no value of this one stands in it. What was delivered instead tells
 * more than which criteria were missed; of either the last.
 */
function sentenceOf(validations: readonly Try['validation'][]): string | undefined {
  const said = validations.flatMap(({ decidedBy, checks, issues, improvementSuggestions }) => {
    const [issue = ''] = issues;
    const unmet = checks.flatMap(({ criterion, met }) => (met === false ? [criterion] : []));
    if (unmet.some((criterion) => issue.startsWith(`${criterion}:`))) {
      return [{ isMissed: true, sentence: `See that it holds: ${unmet.join(', ')}` }];
    }
    // Of an action that failed by itself nothing is known but its own error.
    const sentence = isJudged(decidedBy) ? issue : improvementSuggestions[0];
    return sentence === undefined || sentence.startsWith(ACTION_FAILED) ? [] : [{ isMissed: false, sentence }];
  });
  return (said.findLast(({ isMissed }) => !isMissed) ?? said.at(-1))?.sentence;
}

function isJudged(by: Validation['decidedBy']): boolean {
  return by === CheckedBy.AGENT || by === CheckedBy.PERSON;
}
