import { BadUserInputError } from '../common/errors.js';
import { isRecord, ownValue } from '../common/json.js';
import { line } from '../common/prompt-text.js';
import type { ReadIntent } from '../criteria/intent.js';
import type { MethodInput } from './adaptive.inputs.js';
import type { Tries } from './trust.js';

// Actions that can be tried. An action is (method, action, approach); its parameters are written for each try.

export interface ActionName {
  readonly method: string;
  readonly action: string;
  /** deliver, deliver_with_lessons, write_code, create_document, analyse, or the agent's own word. */
  readonly approach: string;
}

export interface Method {
  readonly method: string;
  readonly description?: string | undefined;
  readonly actions: readonly {
    readonly name: string;
    readonly description?: string | undefined;
    /** JSON schema of the parameters. */
    readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  }[];
}

/** Valid names. They become part of ids, so blanks and slashes are excluded. */
const NAME_PATTERN = /^[\p{L}\p{N}_.:-]{1,64}$/u;

export function keyOf({ method, action, approach }: ActionName): string {
  return `${method}.${action}/${approach}`;
}

/** Title of an action for people: `ai.process (deliver with lessons)`. */
export function actionTitle({ method, action, approach }: ActionName): string {
  return `${method}.${action} (${approach.replaceAll('_', ' ')})`;
}

/** The kind of request by which strategies are stored. */
export function patternOf(dataType: string): string {
  return `${dataType}_request`;
}

/** Approaches to try for a type of data; write_code only if the request asks for code. */
function approachesFor(dataType: string): readonly string[] {
  switch (dataType) {
    case 'code':
      return ['write_code'];
    case 'document':
      return ['create_document', 'deliver'];
    case 'analysis':
      return ['analyse'];
    default:
      return ['deliver'];
  }
}

/** The approach `deliver` once there are lessons to tell. Both are one action, with one record. */
const WITH_LESSONS = 'deliver_with_lessons';

/** The action under which attempts are recorded, ranked and counted. */
export function recordedAs<Name extends ActionName>(name: Name): Name {
  return name.approach === WITH_LESSONS ? { ...name, approach: 'deliver' } : name;
}

/** The action as it is carried out if there are lessons to tell. */
export function withLessons(name: ActionName): ActionName {
  return name.approach === 'deliver' ? { ...name, approach: WITH_LESSONS } : name;
}

export function strategyIdOf(dataType: string, name: ActionName): string {
  return `${patternOf(dataType)}/${keyOf(recordedAs(name))}`;
}

export function defaultApproach(dataType: string): string {
  return approachesFor(dataType)[0] ?? 'deliver';
}

const WORDS_OF_TYPE: Readonly<Record<string, RegExp>> = {
  document: /\b(?:documents?|docx?|word|pdf|excel|xlsx?|sheets?|powerpoint|pptx?|reports?|render)\b/gi,
  code: /\b(?:code|coding|programs?|scripts?|develop)\b/gi,
  analysis: /\b(?:analy[sz]e|analysis|insights?|evaluate|statistics)\b/gi,
};
const OF_DATA = /\b(?:ai|llm|process|generate|answer|deliver|data|calculate|compute)\b/gi;

/** Score that puts the default approach of a type of data before all others; larger than any fit by words. */
const FITS_BY_APPROACH = 1_000;

/** An action that can be tried, without its record. */
export interface Possible {
  readonly name: ActionName;
  /** Score of how well the action's approach and the words of its method suit the type of data. */
  readonly fit: number;
  /** Position of the action among those of all methods. */
  readonly place: number;
}

/**
 * All actions that can be tried for a type of data, in the order of the methods.
 *
 * @param known strategies of this kind of request; an agent's own approaches that succeeded are offered again
 */
export function possibleActions(
  dataType: string,
  methods: readonly Method[],
  known: readonly (ActionName & Pick<Tries, 'successes'>)[],
): Possible[] {
  const pairs = methods.flatMap(({ method, description, actions }) =>
    actions.map((one) => ({ method, action: one.name, said: `${description ?? ''} ${one.description ?? ''}` })),
  );
  const all = pairs.flatMap(({ method, action, said }, place) => {
    const words = `${method} ${action} ${said}`.replace(/[_.-]/g, ' ').toLowerCase();
    const fits = new Set(words.match(ownValue(WORDS_OF_TYPE, dataType) ?? OF_DATA) ?? []).size;
    const own = known.filter((one) => one.method === method && one.action === action && one.successes > 0);
    const approaches = new Set([...approachesFor(dataType), ...own.map(({ approach }) => approach)]);
    return [...approaches].map((approach, order) => ({
      name: { method, action, approach },
      fit: fits + (order === 0 ? FITS_BY_APPROACH : 0),
      place,
    }));
  });
  // If an action is given twice, its first position counts.
  return [...new Map(all.toReversed().map((one) => [keyOf(one.name), one])).values()].toReversed();
}

// ───────────────────────────── parameters ─────────────────────────────

const WANTED: Readonly<Record<string, string>> = {
  deliver: 'Deliver what is asked for itself, as data or text: no code that would make it, no description of how to get it.',
  deliver_with_lessons: 'Deliver what is asked for itself, as data or text: no code that would make it, no description of how to get it.',
  write_code: 'Write the code that is asked for.',
  create_document: 'Create the finished document that is asked for.',
  analyse: 'Analyse what is asked for and deliver the insights, not a plan of how to analyse.',
}; // prettier-ignore

/** Advice from earlier attempts, for an instruction. */
export interface Told {
  /** Problems of earlier attempts. */
  readonly lessons: readonly string[];
  /** Sentences learned from earlier successes with such requests. */
  readonly learned: readonly string[];
}

/** The instruction for the model that carries out the action. */
export function instructionFor(
  approach: string,
  objective: string,
  { dataType, expectedFormat, criteria }: ReadIntent,
  { lessons, learned }: Told,
): string {
  return [
    ownValue(WANTED, approach) ?? `Do what is asked for in this way: ${approach.replaceAll('_', ' ')}.`,
    line('Asked for: ', objective, { spaces: 'kept' }),
    `Type: ${dataType}. Format: ${expectedFormat}.`,
    ...(criteria.length > 0 ? ['It has to be:', ...listed(criteria.map(({ text }) => text))] : []),
    ...(lessons.length > 0 ? ['Earlier attempts failed. Avoid what was wrong with them:', ...listed(lessons)] : []),
    ...(learned.length > 0 ? ['Learned from such requests before:', ...listed(learned)] : []),
  ].join('\n');
}

function listed(texts: readonly string[]): string[] {
  return texts.map((text) => line('- ', text, { spaces: 'kept' }));
}

const PROMPT_NAMES = /prompt|instruction|question|query|request|task|objective|message|input|text/i;

/**
 * Puts the instruction into the parameter that the action expects. If the action has a JSON schema, that is the text
 * property named like a prompt, otherwise the first required text property; if there is neither, the action gets no
 * parameters. Without a schema it is `aiPrompt` for the method `ai`, and `prompt` for other methods.
 */
export function parametersFor(
  method: string,
  schema: Readonly<Record<string, unknown>> | undefined,
  instruction: string,
): Record<string, unknown> {
  const properties = schema?.['properties'];
  if (typeof properties !== 'object' || properties === null) {
    return { [method === 'ai' ? 'aiPrompt' : 'prompt']: instruction };
  }
  const required: unknown = schema?.['required'];
  const texts = Object.entries(properties as Record<string, unknown>)
    .filter(([, property]) => (property as { type?: unknown } | null)?.type === 'string')
    .map(([name]) => name);
  const name = promptName(texts) ?? texts.find((text) => Array.isArray(required) && required.includes(text));
  return name === undefined ? {} : { [name]: instruction };
}

function promptName(names: readonly string[]): string | undefined {
  return names.find((name) => /prompt/i.test(name)) ?? names.find((name) => PROMPT_NAMES.test(name));
}

/** The instruction contained in parameters; null if there is none. */
export function instructionIn(parameters: Readonly<Record<string, unknown>>): string | null {
  const texts = Object.keys(parameters).filter((name) => typeof parameters[name] === 'string');
  const name = promptName(texts) ?? texts[0];
  return name === undefined ? null : String(parameters[name]);
}

// ───────────────────────────── what callers name ─────────────────────────────

/**
 * Reads an action as callers write it: `{ method, action, approach? }`, or `"ai.process"`, to which `: own words` may
 * be added as approach.
 *
 * @param approach default approach
 * @throws BadUserInputError when it is malformed, or a name has other characters than letters, digits and _ . : -
 */
export function readAction(given: unknown, approach: string): ActionName {
  const { method, action, approach: own } = typeof given === 'string' ? partsOf(given) : isRecord(given) ? given : {};
  const named = own === undefined || own === null || own === '' ? approach : own;
  if (isName(method) && isName(action) && typeof named === 'string') {
    const word = named.trim().toLowerCase().replace(/\s+/g, '_');
    if (isName(word)) return { method, action, approach: word };
  }
  throw BadUserInputError.of(
    'action',
    'isAction',
    'action must be { method, action, approach } or "method.action", of letters, digits and _ . : -',
  );
}

function partsOf(text: string): Record<string, string | undefined> {
  const match = /^\s*([^\s.]{1,64})\.([^\s:]{1,64})(?::?\s+(?:with\s+)?(\S[^\n]{0,80}))?\s*$/.exec(text) ?? [];
  return { method: match[1], action: match[2], approach: match[3] };
}

function isName(given: unknown): given is string {
  return typeof given === 'string' && NAME_PATTERN.test(given);
}

/**
 * Methods in stored form. `action` is stored as `name`, as in earlier releases and request hashes.
 *
 * @throws BadUserInputError when a method or action has other characters than letters, digits and _ . : -
 */
export function storedMethods(methods: readonly MethodInput[]): Method[] {
  const wrong = methods.flatMap(({ method, actions }, at) => [
    ...(isName(method) ? [] : [`methods.${at}.method`]),
    ...actions.flatMap(({ action }, index) => (isName(action) ? [] : [`methods.${at}.actions.${index}.action`])),
  ]);
  if (wrong.length > 0) {
    throw new BadUserInputError(
      wrong.map((path) => ({ path, rule: 'matches', message: `${path} must be of letters, digits and _ . : -` })),
    );
  }
  return methods.map(({ actions, ...method }) => ({
    ...method,
    actions: actions.map(({ action, ...rest }) => ({ name: action, ...rest })),
  }));
}
