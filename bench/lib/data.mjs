// Generated data, which is the same on every machine and in every run.

/** Mulberry32, a small random generator that is good enough for made-up text. */
export function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const SYLLABLES = [
  'ba',
  'ce',
  'di',
  'fo',
  'gu',
  'ka',
  'le',
  'mi',
  'no',
  'pu',
  'ra',
  'se',
  'ti',
  'vo',
  'zu',
  'lam',
  'ner',
  'tok',
];
const TOPICS = 200;
const TOPIC_WORDS = 40;

function word(random) {
  const length = 2 + Math.floor(random() * 3);
  return Array.from({ length }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join('');
}

const vocabularyRandom = generator(7);
const common = Array.from({ length: 3_000 }, () => word(vocabularyRandom));
const topics = Array.from({ length: TOPICS }, () => Array.from({ length: TOPIC_WORDS }, () => word(vocabularyRandom)));

/** Words of a topic mixed with common words, whose frequencies fall as in a natural language. */
function sentence(random, topic, words) {
  return Array.from({ length: words }, () =>
    random() < 0.4
      ? topics[topic][Math.floor(random() * TOPIC_WORDS)]
      : common[Math.floor(common.length * random() ** 3)],
  ).join(' ');
}

/** Records of the catalog; every fourth requires the one before it. */
export function catalog(count, seed = 1) {
  const random = generator(seed);
  return Array.from({ length: count }, (_, i) => {
    const topic = Math.floor(random() * TOPICS);
    return {
      knowledge_id: `item_${String(i).padStart(6, '0')}`,
      description: sentence(random, topic, 24),
      ui_location: `Menu → ${sentence(random, topic, 2)}`,
      action_sequence: [
        `click_menu('${sentence(random, topic, 1)}')`,
        `select_option('${sentence(random, topic, 1)}')`,
      ],
      shortcut: i % 3 === 0 ? `Ctrl+${i % 26}` : null,
      prerequisites: i % 4 === 3 ? [`item_${String(i - 1).padStart(6, '0')}`] : [],
      output_state: `state_${i}`,
      doc_citation: `doc:${i}`,
      parameters: { limit: i },
      kb_learnings: [],
      trust_score: 1,
    };
  });
}

export function queries(count, seed) {
  const random = generator(seed);
  return Array.from({ length: count }, () => sentence(random, Math.floor(random() * TOPICS), 7));
}

/** Texts about topics, written like notes. */
export function sentences(count, seed) {
  const random = generator(seed);
  return Array.from({ length: count }, () => sentence(random, Math.floor(random() * TOPICS), 24));
}
