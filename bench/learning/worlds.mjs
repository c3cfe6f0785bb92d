// Simulated worlds with a hidden truth. Each is `{ name, load(client), tasks(random, turn), … }` for a seed. The
// world decides the results of attempts; the service learns only what agents report.
import { readFileSync } from 'node:fs';
import { generator } from '../lib/data.mjs';
import { webWorld } from './web/world.mjs';

const sample = (name) => JSON.parse(readFileSync(new URL(`../../sample/${name}.json`, import.meta.url), 'utf8'));
const TRIES = 3;
/** The content of a lie or a mistake. */
const WRONG = 'Restart the application and give up.';

const pick = (random, list) => list[Math.floor(random() * list.length)];
/** Draws as requests occur in practice: a few entries often, most of them rarely. */
const recurring = (random, list) => list[Math.floor(list.length * random() ** 2)];

/**
 * The sample catalog of a GUI, with some outdated items: 30 % of the items fail in nine of ten attempts, 20 % in
 * every second one, the others in one of twenty. Agents can find out what works instead; it works in nine of ten
 * attempts, and agents may be wrong about it.
 */
function guiWorld(seed) {
  const truth = generator(11 * seed + 1);
  const items = sample('knowledge_catalog').map((item) => ({ ...item, kb_learnings: [], trust_score: 1 }));
  const fails = new Map(
    items.map(({ knowledge_id: id }) => {
      const drawn = truth();
      return [id, drawn < 0.3 ? 0.9 : drawn < 0.5 ? 0.5 : 0.05];
    }),
  );
  const tasks = sample('tasks')
    .map((task) => ({ text: task.task, grades: new Map(task.relevant.map((each) => [each.knowledge_id, each.grade])) }))
    .sort(() => truth() - 0.5);
  const works = ({ grades }, id, instead) => {
    const part = { 2: 1, 1: 0.4 }[grades.get(id)] ?? 0;
    return part * (instead === undefined ? 1 - fails.get(id) : instead === WRONG ? 0.02 : 0.9);
  };
  return {
    name: 'gui',
    tries: TRIES,
    load: (client) =>
      client.query('mutation ($items: [JSON!]!) { importCatalog(items: $items) { created } }', { items }),
    tasks: (random) => recurring(random, tasks),
    best: (task) =>
      1 -
      (1 - Math.max(...[...task.grades.keys()].map((id) => Math.max(works(task, id), works(task, id, 'known'))))) **
        TRIES,
    unaided: 0.1,
    fits: ({ grades }, { id }) => grades.has(id),
    works,
    misleads: true,
    instead: (id, wrong) => (wrong ? WRONG : `Use the way that works for ${id.replaceAll('_', ' ')} in this version.`),
    isGood: (id) => fails.get(id) < 0.5,
    kinds: ['ITEM'],
  };
}

const REQUESTS = [
  [
    'flaky test',
    'A test fails now and then in CI',
    [
      'retry with a fixed seed',
      'wait for the condition instead of a time',
      'run it alone first',
      'raise the time limit',
      'delete the test',
      'mock the clock',
    ],
  ],
  [
    'slow query',
    'A report of the database takes minutes',
    [
      'read the plan and add an index',
      'cache the result',
      'fetch fewer columns',
      'raise the memory of the server',
      'rewrite it as several queries',
      'ask for it at night',
    ],
  ],
  [
    'memory leak',
    'The worker grows until it is killed',
    [
      'compare two heap snapshots',
      'restart it every hour',
      'bound the cache',
      'stream the file',
      'turn the garbage collector up',
      'use a smaller batch',
    ],
  ],
  [
    'merge conflict',
    'A long branch does not merge',
    [
      'merge main in small steps',
      'rebase at once',
      'take theirs everywhere',
      'ask the other author',
      'split the branch',
      'rewrite from a diff',
    ],
  ],
  [
    'broken build',
    'The build fails on a new machine',
    [
      'pin the versions',
      'clear the caches',
      'copy the folder of a colleague',
      'read the first error',
      'reinstall the system',
      'build in a container',
    ],
  ],
  [
    'failing deploy',
    'A release does not become healthy',
    [
      'roll back and read the log',
      'deploy again',
      'raise the limits',
      'check the configuration',
      'skip the health check',
      'deploy one replica',
    ],
  ],
  [
    'bad import',
    'A file of customers is refused',
    [
      'check the encoding',
      'cut it into parts',
      'drop the wrong rows',
      'ask for another export',
      'edit it by hand',
      'quote every field',
    ],
  ],
  [
    'unclear ticket',
    'A wish of a user cannot be understood',
    ['ask for an example', 'guess and build', 'close it', 'show a sketch', 'read older tickets', 'ask support'],
  ],
];
const BAD = ['begin again from nothing', 'switch it off', 'blame the network', 'leave it as it is'];
const textOf = (kind, when) => `${when}. How do I mend the ${kind}?`;
const QUALITIES = [0.9, 0.7, 0.5, 0.3, 0.15, 0.05];

/** Recurring kinds of request, each with six recorded strategies of hidden quality. */
function strategyWorld(seed) {
  const truth = generator(13 * seed + 2);
  const strategies = REQUESTS.flatMap(([kind, when, approaches]) => {
    const qualities = [...QUALITIES].sort(() => truth() - 0.5);
    return approaches.map((approach, index) => ({ kind, when, approach, quality: qualities[index] }));
  });
  const ids = new Map();
  const planted = new Map();
  const byId = (id) => ids.get(id);
  const record = async (ask, strategy) => {
    const { recordMemory } = await ask('mutation ($input: MemoryInput!) { recordMemory(input: $input) { id } }', {
      input: {
        title: `${strategy.kind}: ${strategy.approach}`,
        description: strategy.when,
        content: `To mend a ${strategy.kind}: ${strategy.approach}.`,
        outcome: 'SUCCESS',
        scope: 'ORG',
      },
    });
    ids.set(recordMemory.id, strategy);
    return recordMemory.id;
  };
  return {
    name: 'strategies',
    tries: 2,
    async load(client) {
      for (const strategy of strategies) await record(client.query, strategy);
    },
    /** Once per liar and kind of request. */
    async plant(ask, { kind, when }, agent) {
      const key = `${agent} ${kind}`;
      if (!planted.has(key)) {
        const approach = `${pick(truth, BAD)}, as ${agent.replace('-', ' ')} does`;
        planted.set(key, await record(ask, { kind, when, approach, quality: 0.02, planted: true }));
      }
      return planted.get(key);
    },
    isPlanted: (id) => byId(id)?.planted === true,
    probes: REQUESTS.map(([kind, when]) => ({ kind, when, text: textOf(kind, when) })),
    tasks: (random) => {
      const [kind, when] = recurring(random, REQUESTS);
      return { kind, when, text: textOf(kind, when) };
    },
    best: () => 1 - (1 - QUALITIES[0]) * (1 - QUALITIES[1]),
    unaided: 0.15,
    fits: ({ kind }, { id }) => byId(id)?.kind === kind,
    works: ({ kind }, id) => (byId(id)?.kind === kind ? byId(id).quality : 0),
    isGood: (id) => (byId(id)?.quality ?? 0) > 0.4,
    kinds: ['MEMORY'],
  };
}

const SYSTEMS = ['Atlas', 'Borealis', 'Cinder', 'Delta', 'Ember', 'Fjord', 'Garnet', 'Harbor', 'Iris', 'Juniper'];
const FACTS = [
  ['staging address', (n) => `stage${n}.example.test`],
  ['owner', (n) => ['Amal', 'Bo', 'Chidi', 'Dara', 'Esra', 'Finn'][n % 6]],
  ['release day', (n) => ['Monday', 'Tuesday', 'Wednesday', 'Thursday'][n % 4]],
];

/** Facts, each of which changes a few times. Someone records the new fact, and no one removes the old one. */
function factWorld(seed, tasks) {
  const truth = generator(17 * seed + 3);
  const facts = SYSTEMS.flatMap((system) =>
    FACTS.map(([name, value]) => ({ system, name, value, from: Math.floor(truth() * 9) })),
  );
  const versions = new Map();
  const noteOf = (fact, version) => ({
    piece_id: `${fact.system}-${fact.name.replace(' ', '-')}-${version}`,
    title: `${fact.system}: ${fact.name}`,
    content: `The ${fact.name} of ${fact.system} is ${fact.value(fact.from + version)}.`,
  });
  const current = (fact, turn) =>
    Math.floor((3 * (turn + (fact.from * tasks) / 9)) / tasks) - Math.floor((3 * fact.from) / 9);
  const write = (client, fact, version) => {
    const note = noteOf(fact, version);
    versions.set(note.piece_id, { fact, version });
    return client.query('mutation ($document: JSON!) { loadKnowledge(document: $document) { created } }', {
      document: { pieces: [note] },
    });
  };
  return {
    name: 'facts',
    tries: 2,
    async load(client) {
      for (const fact of facts) await write(client, fact, 0);
    },
    async change(client, turn) {
      for (const fact of facts) {
        if (turn > 0 && current(fact, turn) !== current(fact, turn - 1)) await write(client, fact, current(fact, turn));
      }
    },
    tasks: (random, turn) => {
      const fact = pick(random, facts);
      return { fact, version: current(fact, turn), text: `What is the ${fact.name} of ${fact.system}?` };
    },
    best: () => 1,
    unaided: 0.1,
    fits: ({ fact }, { id }) => versions.get(id)?.fact === fact,
    works: ({ fact, version }, id) => (versions.get(id)?.fact === fact && versions.get(id).version === version ? 1 : 0),
    isGood: (id, turn) => versions.has(id) && versions.get(id).version === current(versions.get(id).fact, turn),
    kinds: ['PIECE'],
  };
}

export const WORLDS = { gui: guiWorld, strategies: strategyWorld, facts: factWorld, web: webWorld };
