// The sets to measure: those of the repository, and the user's own.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { conversationSet } from './conversation.mjs';
import { procedureSet } from './procedure.mjs';
import { twoHopSet } from './two-hop.mjs';

const BUILT_IN = {
  'two-hop': () => halved('two-hop', 'factual', twoHopSet()),
  conversation: () => halved('conversation', 'episodic', conversationSet()),
  procedure: () => halved('procedure', 'procedural', procedureSet()),
  tasks: tasksOfSample,
};

/**
 * Loads a set of the repository.
 *
 * @returns `{ name, documents, queries, grades, groups }`: each document with the `profile` by which it is ranked;
 *   `grades` by question and document; `groups` of questions that are averaged together
 */
export function builtInSet(name) {
  return BUILT_IN[name]();
}

/**
 * Builds a set from the user's data, as returned by `readSet`. Questions without a relevant document are left out. If
 * documents of several profiles are relevant, there is one group per profile.
 */
export function ownSet({ documents, queries, grades }, as) {
  const profiled = documents.map((document) => ({
    ...document,
    profile: as ?? (document.session === undefined ? 'factual' : 'episodic'),
  }));
  const profileOf = new Map(profiled.map(({ id, profile }) => [id, profile]));
  const asked = queries.filter(({ id }) => [...(grades.get(id)?.values() ?? [])].some((grade) => grade > 0));
  const groups = new Map();
  for (const { id } of asked) {
    const relevant = [...grades.get(id)].filter(([, grade]) => grade > 0);
    const profiles = new Set(relevant.map(([document]) => profileOf.get(document)));
    const name = [...profiles].sort().join(' and ');
    groups.set(name, [...(groups.get(name) ?? []), id]);
  }
  return {
    name: 'own documents',
    documents: profiled,
    queries: asked,
    grades,
    groups: [...groups].map(([name, ids]) => ({ name, ids })),
    leftOut: queries.length - asked.length,
  };
}

/** Splits questions into two equal halves by a hash of their ids: one to choose weights, one to report results. */
export function halvesOf(queries) {
  const hash = ({ id }) => createHash('sha256').update(id).digest('hex');
  const shuffled = queries.map((query) => [hash(query), query.id]).sort(([a], [b]) => (a < b ? -1 : 1));
  const ids = shuffled.map(([, id]) => id);
  const half = ids.length / 2;
  return [
    { name: 'tune', ids: ids.slice(0, half) },
    { name: 'report', ids: ids.slice(half) },
  ];
}

function halved(name, profile, { documents, queries, grades }) {
  return {
    name,
    documents: documents.map((document) => ({ ...document, profile })),
    queries,
    grades,
    groups: halvesOf(queries),
  };
}

/** The public tasks of sample/, which are too few to be split. */
function tasksOfSample() {
  const sample = (name) =>
    JSON.parse(readFileSync(fileURLToPath(new URL(`../../sample/${name}.json`, import.meta.url)), 'utf8'));
  const tasks = sample('tasks');
  return {
    name: 'tasks',
    documents: sample('knowledge_catalog').map((item) => ({ id: item.knowledge_id, item, profile: 'catalog' })),
    queries: tasks.map(({ task_id: id, task: text }) => ({ id, text })),
    grades: new Map(
      tasks.map(({ task_id: id, relevant }) => [
        id,
        new Map(relevant.map(({ knowledge_id: item, grade }) => [item, grade])),
      ]),
    ),
    groups: [{ name: 'all', ids: tasks.map(({ task_id: id }) => id) }],
  };
}
