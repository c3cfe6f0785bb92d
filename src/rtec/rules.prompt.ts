import { block as lines, comment, flat, line } from '../common/prompt-text.js';
import { FluentKind } from './event-description.js';
import type { Example } from './prompt-examples.js';
import type { RuleProblem } from './report.model.js';

/** A definition in a prompt. */
export interface PromptFluent {
  readonly label: string;
  readonly name: string;
  readonly rules: string;
  readonly description: string | null;
  /** True if the activity needs it directly. */
  readonly direct: boolean;
  /** True if a search found the definition, because no dependencies of the activity are known. */
  readonly proposed: boolean;
}

/** Names that generated rules may use beside the fluents of the domain. */
export interface PromptVocabulary {
  readonly inputEvents: readonly PromptName[];
  readonly inputFluents: readonly PromptName[];
  readonly backgroundPredicates: readonly PromptName[];
}

/** A name of the vocabulary with its explanation. */
export interface PromptName {
  /** name/arity */
  readonly label: string;
  readonly meaning: string | undefined;
}

// Introduction to RTEC, based on the seed's prompt and on the predicates that rules may use (Artikis et al., RTEC;
// docs/rtec.md).
const RTEC = `RTEC (Run-Time Event Calculus) computes from a stream of events the maximal intervals in which fluents have values. Rules are Prolog clauses. F=V is a fluent-value pair, T a time-point, I a list of maximal intervals.
- happensAt(E, T): event E happens at T.        - holdsAt(F=V, T): F has value V at T.
- holdsFor(F=V, I): F has value V during I.      - initially(F=V): F has value V at the start.
- happensAt(start(F=V), T), happensAt(end(F=V), T): an interval of F=V starts or ends at T.
A simple fluent is defined by what begins and ends it:
  initiatedAt(F=V, T) :- happensAt(E, T), conditions.
  terminatedAt(F=V, T) :- happensAt(E, T), conditions.
The first condition is a happensAt; further ones are happensAt, holdsAt, \\+ holdsAt, or background predicates, all at T.
A statically determined fluent is defined by intervals, in one clause a value:
  holdsFor(F=V, I) :- holdsFor(F1=V1, I1), holdsFor(F2=V2, I2), intersect_all([I1, I2], I).
with union_all(Lists, I), intersect_all(Lists, I), relative_complement_all(I0, Lists, I).
Every fluent in a rule says its value: F=true, never F alone. A statically determined fluent must not need itself, directly or through others. Variables begin with a capital letter, fluents and constants with a small one; every clause ends with a full stop.`;

const SAY = {
  simple: 'Worked examples of simple fluents:',
  determined: 'Worked examples of statically determined fluents:',
  given: 'Here are previously learned RTEC fluents you MUST use:',
  proposed: 'These RTEC fluents may help. They were found by search, not declared as needed; use those that fit:',
  reply: 'Answer with the rules alone, in one ```prolog block, without prose. Do not define again what is given above.',
};

/**
 * The system message: an introduction to RTEC, worked examples, then a block for each definition the activity depends on.
 *
 * @param fluents the definitions, each after its own dependencies
 */
export function systemPrompt(
  activity: string,
  fluents: readonly PromptFluent[],
  examples: readonly Example[] = [],
): string {
  const given = fluents.filter(({ proposed }) => !proposed);
  const proposed = fluents.filter((fluent) => fluent.proposed);
  return [
    `You are an RTEC expert. Generate rules for '${flat(activity)}'.`,
    RTEC,
    ...worked(SAY.simple, examples, FluentKind.SIMPLE),
    ...worked(SAY.determined, examples, FluentKind.STATICALLY_DETERMINED),
    ...(given.length > 0 ? [SAY.given, ...given.map(block)] : []),
    ...(proposed.length > 0 ? [SAY.proposed, ...proposed.map(block)] : []),
    SAY.reply,
  ].join('\n\n');
}

export function userPrompt(
  activity: string,
  description: string | null,
  vocabulary: PromptVocabulary,
  missing: readonly string[],
): string {
  const { inputEvents, inputFluents, backgroundPredicates } = vocabulary;
  return [
    `Generate rules for ${flat(activity)} using the fluents provided above.`,
    ...(description === null ? [] : [line('', `${flat(activity)}: ${description}`, { spaces: 'kept' })]),
    ...names('Input events (in happensAt):', inputEvents),
    ...names('Input fluents (in holdsAt or holdsFor):', inputFluents),
    ...names('Background predicates:', backgroundPredicates),
    ...(missing.length > 0
      ? [`Needed too, but not defined yet; use them by these names: ${missing.map(flat).join(', ')}`]
      : []),
  ].join('\n\n');
}

/**
 * The user message of a retry: the original one, the rules of the previous reply with line numbers, and their problems.
 *
 * @param rules the rules of the previous reply as they were parsed; '' if there were none
 * @param lost the reason why there was no usable reply
 */
export function correctionPrompt(user: string, rules: string, problems: readonly RuleProblem[], lost?: string): string {
  const told = problems.slice(0, MAX_TOLD).map(({ severity, kind, message, line: place }) => {
    return line(`- ${severity}${place === null ? '' : `, line ${place}`}: ${kind}: `, message);
  });
  const left = problems.length - told.length;
  const given = rules.trimEnd().slice(0, MAX_ECHO).split('\n');
  const numbered = given.map((one, index) => `${String(index + 1).padStart(3)} | ${one}`).join('\n');
  return [
    user,
    'The rules of your answer before, with the numbers of their lines:',
    lost === undefined ? (rules.trim() === '' ? '(nothing)' : lines(numbered)) : line('', lost, { spaces: 'kept' }),
    'These rules were checked and cannot be kept:',
    [...told, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n'),
    'Mend every error and every name that is not meant, and answer with all rules again, without line numbers.',
  ].join('\n\n');
}

/** Maximum number of problems in a prompt. */
const MAX_TOLD = 50;
/** Maximum number of characters of a previous reply that a retry repeats. */
const MAX_ECHO = 20_000;

/** The number of tokens available for definitions, and functions to count tokens. */
export interface PromptBudget {
  readonly tokens: number;
  readonly count: (text: string) => number | Promise<number>;
  /** True if the whole prompt with these definitions fits, including headings. */
  readonly fits: (chosen: readonly PromptFluent[]) => boolean | Promise<boolean>;
}

/**
 * Chooses the definitions that fit into the budget. Those nearer to the activity are preferred; the order is kept. The
 * tokens of each definition are counted once, because counting the whole prompt for each definition took minutes for
 * 2,600 definitions.
 *
 * @param fluents the definitions, each after its own dependencies
 * @param distances number of steps from the activity, by label; 1 for direct dependencies
 */
export async function cut(
  fluents: readonly PromptFluent[],
  distances: ReadonlyMap<string, number>,
  { tokens, count, fits }: PromptBudget,
): Promise<readonly PromptFluent[]> {
  if (await fits(fluents)) return fluents;
  const distance = ({ label, direct }: PromptFluent) => (direct ? 1 : (distances.get(label) ?? Infinity));
  const chosen = new Set<PromptFluent>();
  let left = tokens;
  for (const fluent of fluents.toSorted((a, b) => distance(a) - distance(b))) {
    const size = await count(`\n\n${block(fluent)}`);
    if (size > left) continue;
    chosen.add(fluent);
    left -= size;
  }
  const inOrder = () => fluents.filter((each) => chosen.has(each));
  // Headings, and tokens across the borders of blocks, are counted only here. Therefore some blocks may have to be
  // removed.
  for (const last of [...chosen].reverse()) {
    if (await fits(inOrder())) break;
    chosen.delete(last);
  }
  return inOrder();
}

function block({ name, description, rules }: PromptFluent): string {
  return [`=== Fluent: ${flat(name)} ===`, ...commented(description), lines(rules)].join('\n');
}

function commented(description: string | null): readonly string[] {
  return description === null ? [] : comment('%', description);
}

function worked(heading: string, examples: readonly Example[], kind: FluentKind): string[] {
  const same = examples.filter(({ fluentKind }) => fluentKind === kind);
  return same.length === 0 ? [] : [[heading, ...same.map(exampleBlock)].join('\n\n')];
}

function exampleBlock({ label, description, rules, isOwn }: Example): string {
  const title = `--- Example: ${flat(label)}${isOwn ? '' : ', of another domain: do not use its names'} ---`;
  return [title, ...commented(description), lines(rules)].join('\n');
}

function names(heading: string, given: readonly PromptName[]): string[] {
  if (given.length === 0) return [];
  const shown = given.map(({ label, meaning }) => line('- ', `${label}${meaning ? `: ${meaning}` : ''}`));
  return [[heading, ...shown].join('\n')];
}
