// Simulated worlds with a hidden truth. Each is `{ name, load(client), tasks(random, turn), … }` for a seed. The
// world decides the results of attempts; the service learns only what agents report.
import { readFileSync } from 'node:fs';
import { generator } from '../lib/data.mjs';
import { webWorld } from './web/world.mjs';

const sample = (name) => JSON.parse(readFileSync(new URL(`../../sample/${name}.json`, import.meta.url), 'utf8'));
const TRIES = 3;
/** The content of a lie or a mistake. */
const WRONG = 'Restart the application and give up.';

const IMPORT = 'mutation ($items: [JSON!]!) { importCatalog(items: $items) { created } }';
const RECORD = 'mutation ($input: MemoryInput!) { recordMemory(input: $input) { id } }';
const LOAD = 'mutation ($document: JSON!) { loadKnowledge(document: $document) { created } }';
const LEARN = `mutation ($intent: IntentInput!, $action: JSON!, $success: Boolean!) {
  learnStrategy(intent: $intent, action: $action, success: $success) { id }
}`;

const pick = (random, list) => list[Math.floor(random() * list.length)];
/** Draws as requests occur in practice: a few entries often, most of them rarely. */
const recurring = (random, list) => list[Math.floor(list.length * random() ** 2)];

/** What an agent believes to work instead of an item that failed. */
const insteadOf = (id, wrong) =>
  wrong ? WRONG : `Use the way that works for ${id.replaceAll('_', ' ')} in this version.`;
/** Probability that an item works with a learning, if the agent follows one. */
const withLearning = (quality, instead) => (instead === undefined ? quality : instead === WRONG ? 0.02 : 0.9);

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
    return part * withLearning(1 - fails.get(id), instead);
  };
  return {
    name: 'gui',
    tries: TRIES,
    load: (client) => client.query(IMPORT, { items }),
    tasks: (random) => recurring(random, tasks),
    best: (task) =>
      1 -
      (1 - Math.max(...[...task.grades.keys()].map((id) => Math.max(works(task, id), works(task, id, 'known'))))) **
        TRIES,
    unaided: 0.1,
    fits: ({ grades }, { id }) => grades.has(id),
    works,
    misleads: true,
    instead: insteadOf,
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
    const { recordMemory } = await ask(RECORD, {
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
    return client.query(LOAD, { document: { pieces: [note] } });
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

/** How often the four entries about one topic work: one is right, one half right, two are wrong. */
const CHANCES = [0.9, 0.5, 0.1, 0.1];

/**
 * Four kinds of knowledge in one search. A topic is a kind of request for one system; an item, a memory, a note and a
 * strategy that was tried once each recommend an approach to it, and which of them is right differs from topic to topic.
 * Texts about one kind of request have most words in common, so that an entry for another system, which never works,
 * can take the place of a suitable one if it is popular. Some topics are asked about much more often than others.
 */
function mixedWorld(seed) {
  const truth = generator(19 * seed + 4);
  const shuffled = (list) =>
    list
      .map((each) => [truth(), each])
      .sort(([a], [b]) => a - b)
      .map(([, each]) => each);
  const topics = shuffled(
    REQUESTS.flatMap(([kind, when, approaches]) =>
      SYSTEMS.map((system) => ({ kind, when, system, approaches: shuffled(approaches), chances: shuffled(CHANCES) })),
    ),
  ).map(({ kind, when, system, approaches, chances }) => {
    const key = `${kind} ${system}`.toLowerCase().replaceAll(' ', '_');
    const [item, memory, note, strategy] = chances.map((quality, i) => ({
      key,
      title: `${kind} of ${system}: ${approaches[i]}`,
      text: `${when}. To mend the ${kind} of ${system}: ${approaches[i]}.`,
      approach: approaches[i],
      quality,
    }));
    return { key, text: `How do I mend the ${kind} of ${system}?`, item, memory, note, strategy };
  });
  const entries = new Map();
  const works = ({ key }, id, instead) => {
    const entry = entries.get(id);
    return entry?.key === key ? withLearning(entry.quality, instead) : 0;
  };
  const attempt = async (ask, { key, text, approach }, success) => {
    const { learnStrategy } = await ask(LEARN, {
      intent: { dataType: key, expectedFormat: 'text', successCriteria: [text] },
      action: { method: 'agent', action: 'mend', approach },
      success,
    });
    return learnStrategy.id;
  };
  return {
    name: 'mixed',
    tries: 2,
    async load({ query }) {
      const items = topics.map(({ key, item }) => ({
        knowledge_id: key,
        description: item.text,
        ui_location: item.title,
        action_sequence: [item.approach],
        prerequisites: [],
        output_state: '',
        doc_citation: '',
      }));
      const pieces = topics.map(({ key, note }) => ({
        piece_id: `${key}_note`,
        title: note.title,
        content: note.text,
      }));
      await query(IMPORT, { items });
      await query(LOAD, { document: { pieces } });
      for (const { key, item, memory, note, strategy } of topics) {
        const input = {
          title: memory.title,
          description: memory.text,
          content: memory.text,
          outcome: 'SUCCESS',
          scope: 'ORG',
        };
        const { recordMemory } = await query(RECORD, { input });
        const strategyId = await attempt(query, strategy, truth() < strategy.quality);
        entries.set(key, item).set(`${key}_note`, note).set(recordMemory.id, memory).set(strategyId, strategy);
      }
    },
    probes: topics.filter((_, i) => i % 2 === 0),
    tasks: (random) => recurring(random, topics),
    best: ({ item, memory, note, strategy }) => {
      const chances = [withLearning(item.quality, 'known'), memory.quality, note.quality, strategy.quality];
      const [first, second] = chances.sort((a, b) => b - a);
      return 1 - (1 - first) * (1 - second);
    },
    unaided: 0.15,
    fits: ({ key }, { id }) => entries.get(id)?.key === key,
    works,
    attempt: (ask, id, success) => attempt(ask, entries.get(id), success),
    misleads: true,
    instead: insteadOf,
    isGood: (id) => entries.get(id).quality > 0.5,
  };
}

export const WORLDS = {
  gui: guiWorld,
  strategies: strategyWorld,
  facts: factWorld,
  mixed: mixedWorld,
  web: webWorld,
};
