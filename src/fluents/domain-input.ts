import { BadUserInputError, type FieldProblem } from '../common/errors.js';
import { isRecord } from '../common/json.js';
import type { SkippedRecord } from '../common/skipped-record.js';
import { eachInTurns } from '../common/turns.js';
import { indicatorOf, nameProblem } from '../rtec/fluent-names.js';
import { RULE_LIMITS, type VocabularyInput } from './fluents.inputs.js';
import type { Vocabulary } from './fluents.model.js';

// Validates JSON that callers send about a domain.

/** The lists of a vocabulary whose entries are of the form name/arity. */
const VOCABULARY_LISTS = ['inputEvents', 'inputFluents', 'backgroundPredicates'] as const;

/** An activity with its declared dependencies. */
export interface DeclaredNeeds {
  readonly name: string;
  readonly needs: readonly string[];
}

/**
 * Reads a dictionary of dependencies: `{ "rendezVous": ["gap", …], … }`. Invalid entries are skipped and reported.
 *
 * @throws BadUserInputError when it is not an object
 */
export function readGraph(graph: unknown): { entries: DeclaredNeeds[]; skipped: SkippedRecord[] } {
  const skipped: SkippedRecord[] = [];
  const skip = (index: number, id: string | null, field: string | null, reason: string) => {
    skipped.push({ index, id: id?.slice(0, RULE_LIMITS.name) ?? null, field, section: null, reason });
  };
  const entries = Object.entries(asObject(graph, 'graph')).flatMap(([name, needs], index): DeclaredNeeds[] => {
    const wrong = nameProblem(name);
    if (wrong !== undefined) skip(index, name, null, wrong);
    else if (!Array.isArray(needs)) skip(index, name, null, 'what it needs is no list');
    else {
      const good = needs.filter((needed: unknown, place): needed is string => {
        const problem = typeof needed === 'string' ? nameProblem(needed) : 'it is no name';
        if (problem !== undefined) skip(index, name, String(place), problem);
        return problem === undefined;
      });
      return [{ name, needs: [...new Set(good)] }];
    }
    return [];
  });
  return { entries, skipped };
}

/**
 * Reads texts by name.
 *
 * @throws BadUserInputError naming each invalid entry
 */
export function readTexts(texts: unknown, path: string): { name: string; text: string }[] {
  const wrong: FieldProblem[] = [];
  const read = Object.entries(asObject(texts, path)).flatMap(([name, text]) => {
    const at = `${path}.${name.slice(0, RULE_LIMITS.name)}`;
    const problem = nameProblem(name);
    if (problem !== undefined) wrong.push({ path: at, rule: 'name', message: `${at}: ${problem}` });
    else if (typeof text !== 'string') wrong.push({ path: at, rule: 'isString', message: `${at} must be a string` });
    else if (text.length > RULE_LIMITS.description) {
      const message = `${at} must be at most ${RULE_LIMITS.description} characters long`;
      wrong.push({ path: at, rule: 'maxLength', message });
    } else return [{ name, text }];
    return [];
  });
  if (wrong.length > 0) throw new BadUserInputError(wrong);
  return read;
}

/**
 * Reads the given lists of a vocabulary, each sorted and without duplicates, and its descriptions.
 *
 * @throws BadUserInputError naming each entry that is not of the form name/arity
 */
export async function readVocabulary(input: VocabularyInput, path: string): Promise<Partial<Vocabulary>> {
  const wrong: FieldProblem[] = [];
  const lists: Partial<Record<(typeof VOCABULARY_LISTS)[number], string[]>> = {};
  for (const list of VOCABULARY_LISTS) {
    const given = input[list];
    if (given === undefined) continue;
    await eachInTurns(given, (label, index) => {
      if (indicatorOf(label)) return;
      const at = `${path}.${list}.${index}`;
      wrong.push({ path: at, rule: 'indicator', message: `${at} must be name/arity, such as gap_start/1` });
    });
    lists[list] = [...new Set(given)].sort();
  }
  if (wrong.length > 0) throw new BadUserInputError(wrong);
  if (input.descriptions === undefined) return lists;
  const descriptions = readTexts(input.descriptions, `${path}.descriptions`);
  return { ...lists, descriptions: Object.fromEntries(descriptions.map(({ name, text }) => [name, text])) };
}

function asObject(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  throw BadUserInputError.of(path, 'isObject', `${path} must be an object`);
}
