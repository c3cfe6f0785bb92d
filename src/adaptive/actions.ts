import { line } from '../common/prompt-text.js';
import type { ReadIntent } from './intent.js';

// What may be tried next. An action is (method, action, approach); its parameters are written anew each time.

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

/** How often an action was tried for a kind of request, and how often it succeeded. */
export interface Tries {
  readonly successes: number;
  readonly attempts: number;
}

/** Names that go into ids: no blanks, no slashes. */
export const NAME_PATTERN = /^[\p{L}\p{N}_.:-]{1,64}$/u;

export function keyOf({ method, action, approach }: ActionName): string {
  return `${method}.${action}/${approach}`;
}

/** For people: `ai.process (deliver with lessons)`. */
export function actionTitle({ method, action, approach }: ActionName): string {
  return `${method}.${action} (${approach.replaceAll('_', ' ')})`;
}

/** The kind of request that strategies are kept by. */
export function patternOf(dataType: string): string {
  return `${dataType}_request`;
}

/**
 * How far an action is trusted: (successes + 1) / (attempts + 2), the mean of a uniform prior after what was seen, so
 * that 1 of 1 (0.67) does not outrank 95 of 100 (0.94). What was never tried has 0.5.
 */
export function trustOf({ successes, attempts }: Tries): number {
  return (successes + 1) / (attempts + 2);
}

/** Never without code where data is wanted: nobody is asked for code but who wants it. */
function approachesFor(dataType: string): readonly string[] {
  switch (dataType) {
    case 'code':
      return ['write_code', 'deliver_with_lessons'];
    case 'document':
      return ['create_document', 'deliver', 'deliver_with_lessons'];
    case 'analysis':
      return ['analyse', 'deliver_with_lessons'];
    default:
      return ['deliver', 'deliver_with_lessons'];
  }
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

/**
 * Everything that can be tried, best first: by trust, then by how well the words of the method fit the type of data, then
 * as the methods were given.
 *
 * @param records by key of the action, of this kind of request
 * @param failed keys that failed in this task; they are not proposed again
 */
export function candidates(
  dataType: string,
  methods: readonly Method[],
  records: ReadonlyMap<string, Tries>,
  failed: ReadonlySet<string>,
): ActionName[] {
  const pairs = methods.flatMap(({ method, description, actions }) =>
    actions.map((one) => {
      const words = `${method} ${one.name} ${description ?? ''} ${one.description ?? ''}`.replace(/[_.-]/g, ' ');
      const fits = new Set(words.toLowerCase().match(WORDS_OF_TYPE[dataType] ?? OF_DATA) ?? []).size;
      // An approach that an agent named itself and succeeded with is tried again.
      const prefix = `${method}.${one.name}/`;
      const own = [...records]
        .filter(([key, record]) => key.startsWith(prefix) && record.successes > 0)
        .map(([key]) => key.slice(prefix.length));
      return { method, action: one.name, fits, approaches: [...new Set([...approachesFor(dataType), ...own])] };
    }),
  );
  return pairs
    .flatMap(({ method, action, fits, approaches }, place) =>
      approaches.map((approach, order) => {
        const name = { method, action, approach };
        return { name, fits, place, order, trust: trustOf(records.get(keyOf(name)) ?? { successes: 0, attempts: 0 }) };
      }),
    )
    .filter(({ name }) => !failed.has(keyOf(name)))
    .sort((a, b) => b.trust - a.trust || b.fits - a.fits || a.place - b.place || a.order - b.order)
    .map(({ name }) => name);
}

// ───────────────────────────── parameters ─────────────────────────────

const WANTED: Readonly<Record<string, string>> = {
  deliver: 'Deliver what is asked for itself, as data or text: no code that would make it, no description of how to get it.',
  deliver_with_lessons: 'Deliver what is asked for itself, as data or text: no code that would make it, no description of how to get it.',
  write_code: 'Write the code that is asked for.',
  create_document: 'Create the finished document that is asked for.',
  analyse: 'Analyse what is asked for and deliver the insights, not a plan of how to analyse.',
}; // prettier-ignore

/** What a model that carries the action out is told. */
export function instructionFor(
  approach: string,
  objective: string,
  { dataType, expectedFormat, successCriteria }: ReadIntent,
  lessons: readonly string[],
): string {
  return [
    WANTED[approach] ?? `Do what is asked for in this way: ${approach.replaceAll('_', ' ')}.`,
    line('Asked for: ', objective, { spaces: 'kept' }),
    `Type: ${dataType}. Format: ${expectedFormat}.`,
    ...(successCriteria.length > 0 ? ['It has to be:', ...listed(successCriteria)] : []),
    ...(lessons.length > 0 ? ['Earlier attempts failed. Avoid what was wrong with them:', ...listed(lessons)] : []),
  ].join('\n');
}

function listed(texts: readonly string[]): string[] {
  return texts.map((text) => line('- ', text, { spaces: 'kept' }));
}

const PROMPT_NAMES = /prompt|instruction|question|query|request|task|objective|message|input|text/i;

/**
 * Puts the instruction where the action takes it: into the property of its JSON schema that is called like a prompt,
 * else into its first required text. Without a schema `ai` takes `aiPrompt`, others `prompt`; an action whose schema has
 * no text gets nothing.
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
  const name =
    texts.find((text) => /prompt/i.test(text)) ??
    texts.find((text) => PROMPT_NAMES.test(text)) ??
    texts.find((text) => Array.isArray(required) && required.includes(text));
  return name === undefined ? {} : { [name]: instruction };
}

// ───────────────────────────── what callers name ─────────────────────────────

/**
 * Reads an action as callers write it: `{ method, action, approach? }`, or `"ai.process"`, to which `: own words` may be
 * added as approach.
 *
 * @param approach taken where none is given
 * @returns undefined when it is none, or a name has other characters than letters, digits and _ . : -
 */
export function readAction(given: unknown, approach: string): ActionName | undefined {
  const parts = typeof given === 'string' ? fromText(given) : given;
  if (typeof parts !== 'object' || parts === null) return undefined;
  const { method, action, approach: own } = parts as Record<string, unknown>;
  const named = own === undefined || own === null || own === '' ? approach : own;
  if (typeof method !== 'string' || typeof action !== 'string' || typeof named !== 'string') return undefined;
  const name = { method, action, approach: named.trim().toLowerCase().replace(/\s+/g, '_') };
  return Object.values(name).every((part) => NAME_PATTERN.test(part)) ? name : undefined;
}

function fromText(text: string): Record<string, string> | undefined {
  const match = /^\s*([^\s.]{1,64})\.([^\s:]{1,64})(?::?\s+(?:with\s+)?(\S[^\n]{0,80}))?\s*$/.exec(text);
  return match ? { method: match[1] ?? '', action: match[2] ?? '', approach: match[3] ?? '' } : undefined;
}
