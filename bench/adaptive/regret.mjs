// Simulated worlds in which each action succeeds for each kind of request with a hidden probability, and rules that
// choose actions.
import { trustOf } from '../../dist/adaptive/trust.js';
import { likeness, normalObjective, rankActions, relevanceOf, withoutNumbers } from '../../dist/adaptive/scores.js';
import { termsOf } from '../../dist/search/lucene.js';
import { matchOf, tellingWords } from '../../dist/search/match.js';
import { formOf, WordFinder } from '../../dist/search/word-forms.js';

const TASKS = 500;
const ACTIONS = 4;
const NEWEST = 50;
const HALF_LIFE_DAYS = 180;
const EXPLORATION = 0.1;
/** Ten tasks a day. */
const TASK_MS = 8_640_000;
const START = Date.UTC(2026, 0, 1);
const STOPWORDS = new Set([
  'a',
  'an',
  'and',
  'as',
  'at',
  'be',
  'by',
  'for',
  'in',
  'into',
  'is',
  'of',
  'on',
  'the',
  'to',
  'with',
]);

/** The requests for the 20 kinds: two or three phrasings each, about one of several things. */
const KINDS = [
  [['Translate the {} into Polish', 'Please put the {} into Polish', 'Polish version of the {}'], ['menu', 'contract', 'invitation', 'manual']],
  [['Write a poem about {}', 'Compose a short poem on {}'], ['the sea', 'autumn', 'an old friend', 'night trains']],
  [['Summarise the report on {}', 'Give me a summary of the {} report'], ['sales', 'safety', 'energy', 'staff turnover']],
  [['Draft an email to {}', 'Write an email that invites {}'], ['the landlord', 'our supplier', 'the team', 'a new client']],
  [['Calculate the first {} prime numbers', 'Which are the first {} primes'], ['10', '25', '50', '1000']],
  [['Convert {} into euros', 'How much is {} in euros'], ['40 dollars', '900 yen', '12 pounds', '300 francs']],
  [['Share price of {} today', 'What is the share price of {} now'], ['Siemens', 'Toyota', 'Nestle', 'Apple']],
  [['Average temperature in {} in July', 'How warm is {} on average in July'], ['Oslo', 'Rome', 'Cairo', 'Lima']],
  [['List the capitals of {}', 'Name all capitals of {}'], ['Europe', 'Africa', 'South America', 'Asia']],
  [['List flights from Zurich to {}', 'Find flights to {} from Zurich'], ['London', 'Porto', 'Athens', 'Dublin']],
  [['Ingredients for {}', 'List what I need to cook {}'], ['ramen', 'lasagne', 'a curry', 'pancakes']],
  [['List open invoices of {}', 'Which invoices of {} are unpaid'], ['March', 'April', 'client Weber', 'last year']],
  [['Write a function that sorts {}', 'Implement sorting of {}'], ['dates', 'names', 'versions', 'matrices']],
  [['Fix the failing test in {}', 'Repair the broken test of {}'], ['parser.ts', 'login.py', 'cart.js', 'sync.go']],
  [['SQL query for {}', 'Write the SQL statement that finds {}'], ['late orders', 'duplicate users', 'top products', 'empty carts']],
  [['Bash script that backs up {}', 'Script a nightly backup of {}'], ['photos', 'the database', 'home folders', 'mail']],
  [['Table of employees by {}', 'Show the employees in a table by {}'], ['department', 'age', 'office', 'role']],
  [['Compare phones by {} in a table', 'Table that compares phones by {}'], ['price', 'weight', 'battery', 'camera']],
  [['Timetable of trains to {}', 'When do trains leave for {}, as a table'], ['Bern', 'Milan', 'Basel', 'Geneva']],
  [['Budget table for {}', 'Plan the budget of {} in a table'], ['a wedding', 'the kitchen', 'a trip', 'the club']],
]; // prettier-ignore

function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** @param types number of data types shared by the kinds; 20 gives each kind its own */
export function worldOf(seed, types) {
  const random = randomOf(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const quality = KINDS.map(() => Array.from({ length: ACTIONS }, () => 0.1 + 0.85 * random()));
  const tasks = Array.from({ length: TASKS }, () => {
    const kind = Math.floor(random() * KINDS.length);
    const [ways, things] = KINDS[kind];
    return {
      kind,
      type: Math.floor((kind * types) / KINDS.length),
      objective: pick(ways).replace('{}', pick(things)),
      // The same random numbers for every rule, so that the rules can be compared.
      draws: Array.from({ length: ACTIONS }, random),
    };
  });
  return { seed, quality, tasks };
}

/** The regret of each task: the success probability of the best action minus that of the chosen one. */
export function regretOf({ seed, quality, tasks }, rule) {
  const random = randomOf(seed + 1_000);
  const ledgers = new Map();
  return tasks.map((task, at) => {
    const { kind, type, draws } = task;
    if (!ledgers.has(type)) {
      ledgers.set(
        type,
        Array.from({ length: ACTIONS }, () => []),
      );
    }
    const ledger = ledgers.get(type);
    const chosen = rule(ledger, task, { at, random });
    ledger[chosen].push({ objective: task.objective, success: draws[chosen] < quality[kind][chosen], at });
    return Math.max(...quality[kind]) - quality[kind][chosen];
  });
}

const successesOf = (entries) => entries.filter(({ success }) => success).length;

export const RULES = {
  random: (ledger, _, { random }) => Math.floor(random() * ledger.length),
  trust: (ledger) => {
    const trusts = ledger.map((entries) => trustOf({ attempts: entries.length, successes: successesOf(entries) }));
    return trusts.indexOf(Math.max(...trusts));
  },
  formula: (ledger, task, { at }) => byScore(ledger, task, at, false),
  service: (ledger, task, { at }) => byScore(ledger, task, at, true),
};

/** @param asLike whether attempts for similar requests weigh more than others */
function byScore(ledger, { objective }, at, asLike) {
  const objectives = [...new Set(ledger.flatMap((entries) => entries.slice(-NEWEST).map((one) => one.objective)))];
  const matches = likeness(matchesOf(objective, objectives));
  const matchBy = new Map(objectives.map((one, place) => [one, matches[place]]));
  const candidates = ledger.map((entries, action) => {
    const tried = entries
      .slice(-NEWEST)
      .toReversed()
      .map(({ objective: known, success }) => {
        const isEqual = normalObjective(known) === normalObjective(objective);
        return { match: isEqual ? 1 : matchBy.get(known), isEqual, success };
      });
    const last = entries.at(-1);
    const standing = last && {
      attempts: entries.length,
      successes: successesOf(entries),
      lastTried: timeOf(last.at),
      relevance: relevanceOf(Math.max(...tried.map(({ match }) => match)), true),
      tried: asLike ? tried : tried.map((one) => ({ ...one, match: 0 })),
    };
    return { name: { method: 'm', action: `a${action}`, approach: 'deliver' }, fit: 0, place: action, standing };
  });
  const scoring = { now: timeOf(at), exploration: EXPLORATION, halfLifeDays: HALF_LIFE_DAYS };
  return rankActions(candidates, scoring)[0].place;
}

const timeOf = (at) => new Date(START + at * TASK_MS);

const known = new Map();

/** Similarity by words, as in the service, but with all words equally rare. */
function matchesOf(question, texts) {
  const terms = termsOf(withoutNumbers(question));
  const words = tellingWords(terms, STOPWORDS, 'porter');
  const finder = new WordFinder(
    words.map((word) => formOf(word, 'porter')),
    'porter',
  );
  const measure = { words: words.map((word) => ({ word, idf: 1 })), finder, epoch: null };
  return texts.map((text) => {
    const key = `${question}\u0000${text}`;
    if (!known.has(key)) known.set(key, matchOf(measure, text, { cosine: null, floor: null }).match);
    return known.get(key);
  });
}
