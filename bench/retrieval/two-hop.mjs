// Generates the two-hop set: an encyclopaedia of an invented country, and questions that need two of its articles, of
// which only the first is named. The links between articles are not given. Pure: the same bytes in every run.
import { chooser, dataOf, sentence } from './words.mjs';

const SEED = 1_701;
const COUNTS = { person: 180, town: 90, institution: 60, work: 144, river: 14, region: 12 };
const QUESTIONS = 200;
/** Number of questions that name both articles. */
const COMPARISONS = 16;
/** Share of the questions written without capitals and punctuation. */
const LOWER_CASE = 0.15;
/** Number of facts per article besides those that a question asks for, and of sentences without relevant facts. */
const FACTS = [2, 4];
const FILLERS = [1, 3];

const { names, titles, words, kinds, jobs, values, questions, comparisons, ...texts } = dataOf('two-hop');

/** @returns `{ documents, queries, grades }` */
export function twoHopSet() {
  const choose = chooser(SEED);
  const world = makeWorld(choose);
  const asked = choose.shuffled([...hops(choose, world), ...compared(choose, world)]);
  const all = choose.shuffled(Object.values(world).flat());
  const ids = new Map(all.map((entity, i) => [entity, `article-${String(i + 1).padStart(3, '0')}`]));
  const queries = asked.map(({ text }, i) => ({
    id: `hop-${String(i + 1).padStart(3, '0')}`,
    text: choose.chance(LOWER_CASE) ? text.toLowerCase().replace(/[?]/g, '') : text,
  }));
  return {
    documents: all.map((entity) => ({
      id: ids.get(entity),
      title: entity.title,
      text: article(choose, world, entity),
    })),
    queries,
    grades: new Map(queries.map(({ id }, i) => [id, new Map(asked[i].needs.map((entity) => [ids.get(entity), 1]))])),
  };
}

// ───────────────────────────── the country ─────────────────────────────

function makeWorld(choose) {
  const taken = new Set();
  const of = (type, name, facts, title = name) => ({ type, name, title, facts, needed: new Set() });
  const fresh = (make) => {
    for (;;) {
      const name = make();
      if (!taken.has(name) && taken.add(name)) return name;
    }
  };
  const many = (type, make) => Array.from({ length: COUNTS[type] }, (_, i) => make(i));
  const family = () => choose.pick(names.families.split(' '));

  const region = many('region', (i) =>
    of('region', names.regions[i], {
      people: choose.pick(names.people),
      crop: choose.pick(values.crop),
      dish: choose.pick(values.dish),
    }),
  );
  const river = many('river', (i) =>
    of('river', names.rivers[i], {
      source: choose.pick(region),
      length: choose.between(40, 700),
      fish: choose.pick(values.fish),
    }),
  );
  const town = many('town', () =>
    of(
      'town',
      fresh(() => townName(choose, taken)),
      {
        region: choose.pick(region),
        river: choose.pick(river),
        population: `${choose.between(2, 90)},${choose.between(100, 999)}`,
        founded: choose.between(980, 1790),
        industry: choose.pick(values.industry),
        landmark: choose.pick(values.landmark),
      },
    ),
  );
  for (const each of region) each.facts.capital = choose.pick(town);

  const person = many('person', (i) => personOf(choose, of, fresh, town, family, names.mononyms[i]));
  const institution = many('institution', () =>
    of(
      'institution',
      fresh(() => institutionName(choose, town, region, family)),
      {
        town: choose.pick(town),
        founder: choose.pick(person),
        head: choose.pick(person),
        founded: choose.between(1650, 1900),
        motto: choose.pick(values.motto),
        building: choose.pick(values.building),
        holding: choose.pick(values.holding),
      },
    ),
  );
  for (const each of town) each.facts.mayor = choose.pick(person);
  const work = many('work', () => workOf(choose, of, fresh, person, town, institution, family));

  const single = choose.shuffled(person);
  for (let i = 0; i + 1 < single.length * 0.7; i += 2) {
    single[i].facts.spouse = single[i + 1];
    single[i + 1].facts.spouse = single[i];
  }
  for (const each of person) {
    each.facts.school = choose.pick(institution);
    each.facts.employer = choose.pick(institution.filter((other) => other !== each.facts.school));
    each.facts.teacher = choose.pick(person.filter((other) => other !== each));
  }
  return { person, town, institution, work, river, region };
}

function personOf(choose, of, fresh, towns, family, mononym) {
  const isWoman = choose.chance(0.45);
  const first = choose.pick((isWoman ? names.women : names.men).split(' '));
  const initials = () => `${choose.pick('ABCDEFGHJKLMPRSTW')}. ${choose.pick('ABCDEFGHJKLMPRSTW')}.`;
  const name =
    mononym ??
    fresh(() => `${choose.chance(0.08) ? initials() : choose.chance(0.08) ? `${first} van der` : first} ${family()}`);
  const born = choose.between(1850, 1930);
  return of('person', name, {
    isWoman,
    first,
    family: mononym ?? name.split(' ').at(-1),
    born,
    died: born + choose.between(38, 84),
    people: choose.pick(names.people),
    job: choose.pick(jobs),
    birthTown: choose.pick(towns),
    trade: choose.pick(values.trade),
    award: choose.pick(values.award),
    illness: choose.pick(values.illness),
    hobby: choose.pick(values.hobby),
    // Stated together with the values above.
    habit: true,
    death: true,
  });
}

function townName(choose, taken) {
  const base = () => choose.pick(names.towns.split(' ')) + choose.pick(names.endings.split(' '));
  const known = [...taken].filter((name) => /^\p{Lu}\p{Ll}+$/u.test(name));
  switch (choose.below(10)) {
    case 0:
      return `Saint ${choose.pick(names.saints)}`;
    case 1:
      return `${base()}-on-${choose.pick(names.rivers).split(' ').at(-1)}`;
    // Named like another town, or like a family.
    case 2:
      return `${choose.pick(['Upper', 'New', 'Port', 'Market'])} ${known.length > 0 ? choose.pick(known) : base()}`;
    case 3:
      return choose.pick(names.families.split(' '));
    default:
      return base();
  }
}

function institutionName(choose, towns, regions, family) {
  const { name: town } = choose.pick(towns);
  const region = choose.pick(regions);
  return choose.pick([
    `University of ${town}`,
    `${town} Conservatory`,
    `${town} School of Mines`,
    `${town} Observatory`,
    `${family()} Institute`,
    `${family()} Library`,
    `${family()} Foundation`,
    `Royal Academy of ${written(region)}`,
    `${region.name} Society of Letters`,
  ]);
}

function workOf(choose, of, fresh, people, towns, institutions, family) {
  const kind = choose.pick(Object.keys(kinds));
  const { noun, job, what, titles: own } = kinds[kind];
  const creator = choose.pick(people.filter(({ facts }) => facts.work === undefined || facts.job === job));
  // A person has one profession, that of the first work.
  creator.facts.job = job;
  const slots = () => ({
    Adjective: choose.pick(words.adjectives),
    Noun: choose.pick(words.nouns),
    Other: choose.pick(words.others),
    Season: choose.pick(words.seasons),
    Number: choose.pick(words.numbers),
    Town: choose.pick(towns).name,
    Family: family(),
    First: creator.facts.first,
  });
  const name = fresh(() => choose.write(own ?? titles, slots()));
  const isSeen = ['bridge', 'statue', 'painting'].includes(kind);
  const isStory = ['novel', 'poems', 'opera', 'film'].includes(kind);
  const facts = {
    kind,
    what: choose.pick(what),
    creator,
    year: Math.min(creator.facts.born + choose.between(24, 60), creator.facts.died),
    place: isSeen ? choose.pick(towns) : undefined,
    setting: isStory ? choose.pick(towns) : undefined,
    theme: isStory ? choose.pick(values.theme) : undefined,
    dedicatee: choose.pick(people.filter((other) => other !== creator)),
    dedication: true,
    reception: true,
    home: kind === 'bridge' ? undefined : choose.pick(institutions),
    award: choose.pick(values.award),
  };
  const made = of('work', name, facts, name.includes(' ') ? name : `${name} (${noun})`);
  creator.facts.work ??= made;
  return made;
}

// ───────────────────────────── questions ─────────────────────────────

/** Questions that name one article, whose text leads to the other. */
function hops(choose, world) {
  const asked = [];
  const seen = new Set();
  while (asked.length < QUESTIONS - COMPARISONS) {
    const { first, via, then, ask } = choose.pick(questions);
    const one = choose.pick(world[first]);
    const other = one.facts[via];
    const key = [one.title, via, then].join('\n');
    if (other === undefined || other === one || other.facts[then] === undefined || seen.has(key)) continue;
    seen.add(key);
    one.needed.add(via);
    other.needed.add(then);
    const { makers, made } = kinds[one.facts.kind] ?? { makers: [''], made: [''] };
    const slots = { [first]: called(one), maker: choose.pick(makers), made: choose.pick(made) };
    asked.push({ text: sentence(choose.write(ask, slots)), needs: [one, other] });
  }
  return asked;
}

function compared(choose, world) {
  return Array.from({ length: COMPARISONS }, () => {
    const type = choose.pick(Object.keys(comparisons));
    const [one, other] = choose.some(world[type], 2);
    // The first sentence of a person's or work's article states the years.
    if (type === 'town') for (const entity of [one, other]) entity.needed.add('population');
    return {
      text: sentence(choose.write(comparisons[type], { one: called(one), other: called(other) })),
      needs: [one, other],
    };
  });
}

/** If the name of a work is a single word, its type is added to distinguish it from the ordinary word. */
function called(entity) {
  const { type, name, facts } = entity;
  return type === 'work' && !name.includes(' ') ? `the ${kinds[facts.kind].noun} ${name}` : written(entity);
}

// ───────────────────────────── articles ─────────────────────────────

/** A first sentence, then facts and other sentences in random order. */
function article(choose, world, entity) {
  const { lead, filler, ...facts } = texts[entity.type];
  // Facts that every first sentence states.
  const needed = [...entity.needed].filter((fact) => !['region', 'town', 'creator'].includes(fact));
  for (const fact of needed) if (!facts[fact]) throw new Error(`${entity.type} has no text for ${fact}`);
  const others = Object.keys(facts).filter((fact) => !needed.includes(fact) && entity.facts[fact] !== undefined);
  const told = [...needed, ...choose.some(others, choose.between(...FACTS))];
  const slots = () => slotsOf(choose, world, entity);
  const write = (templates) => sentence(choose.write(templates, slots()));
  const asides = choose.some(filler, choose.between(...FILLERS));
  return [write(lead), ...choose.shuffled([...told.map((fact) => facts[fact]), ...asides]).map(write)].join(' ');
}

/** The form in running text: the Karst Coast, the University of Kelby, Kelby. */
function written({ type, name }) {
  const hasArticle =
    type === 'institution' ||
    type === 'river' ||
    (type === 'region' && / (Marches|Coast|Hills|Parishes|Plain|Reach|Shore|Isles|Valley)$/.test(name));
  return hasArticle ? `the ${name}` : name;
}

function slotsOf(choose, { person, town, work, institution }, entity) {
  const other = (all) => written(choose.pick(all.filter((each) => each !== entity)));
  const { facts } = entity;
  const named = Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [key, typeof value === 'object' ? written(value) : value]),
  );
  const slots = {
    year: choose.between(1840, 1990),
    ...named,
    name: written(entity),
    otherPerson: other(person),
    otherTown: other(town),
    otherWork: other(work),
    otherInstitution: other(institution),
  };
  for (const key of ['industry', 'landmark', 'fish', 'illness']) {
    if (slots[key]) slots[`${key}Upper`] = sentence(slots[key]);
  }
  if (slots.people) slots.aPeople = withArticle(slots.people);
  if (slots.aPeople) slots.aPeopleUpper = sentence(slots.aPeople);
  if (slots.what)
    Object.assign(slots, { nWhat: /^[aeiou]/.test(slots.what) ? 'n' : '', n: /^18/.test(slots.year) ? 'n' : '' });
  return entity.type === 'person' ? { ...slots, ...pronouns(choose, facts) } : slots;
}

function withArticle(word) {
  return `${/^[AEIOU]/.test(word) ? 'an' : 'a'} ${word}`;
}

function pronouns(choose, { isWoman, family, born }) {
  const [he, his, him] = isWoman ? ['she', 'her', 'her'] : ['he', 'his', 'him'];
  return {
    he,
    his,
    him,
    He: choose.chance(0.25) ? family : sentence(he),
    His: sentence(his),
    year20: born + choose.between(17, 22),
    year30: born + choose.between(24, 34),
    year50: born + choose.between(36, 60),
  };
}
