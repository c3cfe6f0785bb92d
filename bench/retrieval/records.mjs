// Reads the user's documents, questions and judgements. Pure: returns records or problems for given texts.
import { z } from 'zod';

/** Lists the invalid lines. */
export class InputError extends Error {
  /** @param problems `{ file, line, rule }`; `line` is counted from 1, or null for problems of a whole file */
  constructor(problems) {
    super(problems.map(({ file, line, rule }) => `${file}${line === null ? '' : `:${line}`}: ${rule}`).join('\n'));
    this.name = 'InputError';
    this.problems = problems;
  }
}

// The limits are those of the service (src/entities/document.ts, src/search/search.inputs.ts).
const id = z
  .string()
  .min(1)
  .max(512)
  .refine((value) => value.trim() !== '' && !/\p{Cc}/u.test(value), 'must not be blank or have control characters');
const text = (max) =>
  z
    .string()
    .max(max)
    .refine((value) => value.trim() !== '', 'must not be blank');

const DOCUMENT = z
  .strictObject({
    id,
    title: z.string().max(1_000).optional(),
    text: text(50_000),
    session: id.optional(),
    position: z.int().min(0).max(1_000_000_000).optional(),
    mentions: z.array(id).max(200).optional(),
  })
  .refine(({ session, position }) => position === undefined || session !== undefined, {
    message: 'needs a session',
    path: ['position'],
  });
const QUERY = z.strictObject({ id, text: text(10_000) });
const GRADE = /^\d{1,2}$/;

/**
 * @param files `{ documents, queries, judgements }`, each `{ name, text }`
 * @returns `{ documents, queries }` in the order of their lines, and `grades` by question and document
 * @throws InputError that lists all invalid lines
 */
export function readSet(files) {
  const problems = [];
  const documents = readLines(files.documents, DOCUMENT, problems);
  const queries = readLines(files.queries, QUERY, problems);
  const grades = readJudgements(files.judgements, documents, queries, problems);
  for (const [file, count] of [
    [files.documents, documents.size],
    [files.queries, queries.size],
    [files.judgements, grades.size],
  ]) {
    const isNamed = problems.some(({ file: name }) => name === file.name);
    if (count === 0 && !isNamed) problems.push({ file: file.name, line: null, rule: 'has no record' });
  }
  const isRelevant = [...grades.values()].some((graded) => [...graded.values()].some((grade) => grade > 0));
  if (problems.length === 0 && !isRelevant) {
    problems.push({ file: files.judgements.name, line: null, rule: 'has no grade above 0' });
  }
  if (problems.length > 0) throw new InputError(problems);
  return { documents: [...documents.values()], queries: [...queries.values()], grades };
}

/**
 * Reads JSON lines.
 *
 * @param problems receives the invalid lines
 * @returns records by id, in the order of their lines
 */
export function readLines({ name: file, text: content }, schema, problems) {
  const records = new Map();
  const lines = new Map();
  for (const [line, json] of linesOf(content)) {
    const value = parsed(json);
    if (value === undefined) {
      problems.push({ file, line, rule: 'is not JSON' });
      continue;
    }
    const { success, data, error } = schema.safeParse(value);
    if (!success) {
      const rules = error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
      problems.push({ file, line, rule: rules.join('; ') });
    } else if (records.has(data.id)) {
      problems.push({
        file,
        line,
        rule: `id: ${JSON.stringify(data.id)} stands already in line ${lines.get(data.id)}`,
      });
    } else {
      records.set(data.id, data);
      lines.set(data.id, line);
    }
  }
  return records;
}

/** TREC qrels: question, an unused column, document, grade. */
function readJudgements({ name: file, text: content }, documents, queries, problems) {
  const grades = new Map();
  for (const [line, row] of linesOf(content)) {
    // If columns are separated by tabs, ids may contain spaces.
    const fields = row.trim().split(row.trim().includes('\t') ? /\t+/ : /\s+/);
    const [query, , document, grade] = fields;
    const rule =
      fields.length !== 4
        ? `has ${fields.length} columns, not 4: question, 0, document, grade`
        : !queries.has(query)
          ? `there is no question ${JSON.stringify(query)}`
          : !documents.has(document)
            ? `there is no document ${JSON.stringify(document)}`
            : !GRADE.test(grade)
              ? 'the grade must be a whole number from 0 to 99'
              : grades.get(query)?.has(document)
                ? 'this question and document are judged already'
                : undefined;
    if (rule) problems.push({ file, line, rule });
    else grades.set(query, (grades.get(query) ?? new Map()).set(document, Number(grade)));
  }
  return grades;
}

/** The lines that are not blank, with their numbers. */
function linesOf(content) {
  return content
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line, i) => [i + 1, line])
    .filter(([, line]) => line.trim() !== '');
}

function parsed(json) {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
