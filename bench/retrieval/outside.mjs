// Reads public sets from outside the repository (`--from FOLDER`): conversations or documents, and questions that need
// several of them. A folder has either d.jsonl and q.jsonl, or the files of one of the two repositories that are known
// here. Their data are not part of this repository.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { BUDGETS, FOUND_DEPTH } from './metrics.mjs';
import { InputError, readLines } from './records.mjs';

const DOCUMENT = z.object({
  id: z.string().min(1),
  session: z.string().min(1).nullish(),
  position: z.int().min(0).nullish(),
  role: z.string().min(1).nullish(),
  title: z.string().nullish(),
  text: z.string().min(1),
});
const QUERY = z.object({
  id: z.string().min(1),
  text: z.string().min(1),
  type: z.string(),
  gold: z.array(z.string()).min(1),
  stale: z.array(z.string()).default([]),
});
/** τ² bench has the documents and tasks of a bank below this folder. */
const BANK = 'data/tau2/domains/banking_knowledge';
/** Tasks of the bank instruct a simulated customer at length; the question is the beginning, in characters. */
const MAX_INSTRUCTIONS = 1_500;

/**
 * Reads a set from a folder, as a set for `answersTo`. The texts of sessions are loaded as messages, others as pieces.
 * All of them are relevant in the same degree.
 *
 * @returns besides what `builtInSet` returns: `kinds` to search; `depth`, the number of results; `budgets`, tokens of
 *   the contexts; `stale` by question, the documents that a relevant one amends; `lacks`, since a service may refuse
 *   documents that look like secrets
 * @throws InputError if the folder has no such files, or invalid ones
 */
export function outsideSet(folder) {
  const { documents, queries } = rowsOf(folder);
  const known = new Set(documents.map(({ id }) => id));
  for (const { id, gold, stale } of queries) {
    const unknown = [...gold, ...stale].find((each) => !known.has(each));
    if (unknown !== undefined) fail(folder, `${id} needs ${unknown}, which is no document`);
  }
  return {
    name: basename(resolve(folder)),
    documents: documents.map(({ id, text, title, session, role }) =>
      session ? { id, text, session, role, profile: 'message' } : { id, text, title, profile: 'factual' },
    ),
    queries: queries.map(({ id, text }) => ({ id, text })),
    grades: new Map(queries.map(({ id, gold }) => [id, new Map(gold.map((each) => [each, 1]))])),
    groups: [{ name: 'all', ids: queries.map(({ id }) => id) }],
    kinds: [...new Set(documents.map(({ session }) => (session ? 'MESSAGE' : 'PIECE')))],
    depth: FOUND_DEPTH,
    budgets: BUDGETS,
    lacks: true,
    stale: new Map(queries.map(({ id, stale }) => [id, new Set(stale)])),
  };
}

/** @returns `{ documents, queries }`, the rows of d.jsonl and q.jsonl; messages of a session in their order */
export function rowsOf(folder) {
  const has = (name) => existsSync(join(folder, name));
  if (has('d.jsonl') && has('q.jsonl')) return linesOf(folder);
  if (has('gen/decoy_conversations.json')) return conversationsOf(folder);
  if (has(BANK)) return rowsOf(join(folder, BANK));
  if (has('documents') && has('tasks.json')) return bankOf(folder);
  return fail(folder, 'has neither d.jsonl and q.jsonl nor the files of a known repository');
}

function linesOf(folder) {
  const problems = [];
  const read = (name, schema) => {
    const file = join(folder, name);
    return [...readLines({ name: file, text: readFileSync(file, 'utf8') }, schema, problems).values()];
  };
  const rows = { documents: read('d.jsonl', DOCUMENT), queries: read('q.jsonl', QUERY) };
  if (problems.length > 0) throw new InputError(problems);
  return rows;
}

/**
 * SDE bench: bug reports whose repair depends on a decision in a recorded talk, among talks about other things. If a
 * task has several talks, the last one amends those before it.
 */
function conversationsOf(folder) {
  const tasks = readdirSync(folder)
    .map((name) => `${name}/tasks/main/task.json`)
    .filter((name) => existsSync(join(folder, name)))
    .sort()
    .map((name) => json(folder, name))
    .filter(({ conversations }) => conversations?.length > 0);
  const documents = [];
  const add = (session, turns) => {
    const rows = turns.map(({ role, text }, position) => ({
      id: `${session}:${position}`,
      session,
      position,
      role,
      text,
    }));
    documents.push(...rows);
    return rows.map(({ id }) => id);
  };
  let count = 0;
  const queries = tasks.map(({ task_id: id, bug_report: text, source: type, conversations }) => {
    const talks = Array.isArray(conversations[0]) ? conversations : [conversations];
    const ids = talks.map((turns) => add(`talk${count++}`, turns));
    return { id, text, type, gold: ids.at(-1), stale: ids.slice(0, -1).flat() };
  });
  json(folder, 'gen/decoy_conversations.json').forEach(({ turns }, i) => add(`decoy${i}`, turns));
  return { documents, queries };
}

/** The bank of τ² bench: its documents, and tasks that need some of them. */
function bankOf(folder) {
  const documents = readdirSync(join(folder, 'documents'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => json(folder, `documents/${name}`))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, title, content }) => ({ id, session: null, position: 0, role: null, text: content, title }));
  const queries = json(folder, 'tasks.json')
    .filter(({ required_documents: needed }) => needed?.length > 0)
    .map(({ id, user_scenario: { instructions }, required_documents: gold }) => ({
      id,
      text: [...instructions].slice(0, MAX_INSTRUCTIONS).join(''),
      type: 'task',
      gold,
    }));
  return { documents, queries };
}

function json(folder, name) {
  const file = join(folder, name);
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return fail(file, `cannot be read: ${error.message}`);
  }
}

function fail(file, rule) {
  throw new InputError([{ file, line: null, rule }]);
}
