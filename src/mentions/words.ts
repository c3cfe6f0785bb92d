import { COMMON_WORDS, isName, MAX_NAME_WORDS, normalizedName } from '../search/entity-names.js';

// Rules for single names: lists of words that are not names, and of words that join the parts of a name.

/** Maximum length of a word of a name. (The analyzer of the index cuts words at 255 characters.) */
const MAX_WORD_LENGTH = 64;

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean));

/** Nouns that are typical of headings and columns. A name cannot consist only of such nouns. */
const GENERIC = set(`
  abstract account action address age agenda agreement answer app appendix area army article artist association author
  award background band bank birth body book border brother building business capital category cause center centre
  century chapter character child children church city class client club code college color colour column comment
  committee community company computer conclusion contact content context copyright council country county court
  customer daughter data database date day days death default definition department description detail details
  direction director district document documentation edition email employee end error event example exercise fact
  family father feature field figure file film first friend function game garden goal government group guide head
  header heading help high history home hotel house hour hours human husband idea image index info information input
  instruction instructions intro introduction island issue item job key king kingdom label language last law level
  library life line link list local location man manager map market meeting member men message method minute mission
  model month months mother movie museum music name names nation nature new news next none note notes number object
  office old option order organization output overview owner page paragraph parent park part party people period person
  phone picture piece place plan player point president price problem process product profile program project
  property province purpose queen question reason record reference references region report request requirement
  result results review river road role room row rule sample school science season second section sequence series
  service session setting settings side sister site size society solution son song source south north east west
  stage standard start state states station status step steps story street student studio style subject summary
  support system table tag task teacher team term test text theater theatre theory thing third time times tip tips
  title today todo tomorrow tool topic town train type unit university update user value version video view
  village vote war warning water way website week weeks wife woman women word words work world year years yesterday
  zone null true false undefined
  ceo cto cfo coo vp asap btw diy dvd faq fixme fyi http https html imo imho important json lol omg pdf rip rsvp tba tbd url xml wtf
  monday tuesday wednesday thursday friday saturday sunday
  january february march april june july august september october november december
  jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat
  christmas easter halloween thanksgiving mom dad mum mommy daddy mama papa grandma grandpa
`);

/** Words that are capitalised at the beginning of a sentence, and not part of a name that may follow. */
const STARTERS = set(`
  a an the i im ive ill id my me we us he she it its they them you our your his her their this that these those there
  here at as by in on of off if is it was were be been am are do does did has had have will would shall should can could
  may might must not no nor yes yeah yep yup nope ok okay oh ah aw aww hey hi hello bye goodbye wow well sure thanks thank
  please dear sorry congrats congratulations great good nice cool awesome amazing glad happy sounds looks like love let
  lets also although after afterwards again ago along already although always among and another any anyway around
  away back because before behind below beneath beside besides between beyond both but come despite due during each
  either else even ever every except few finally firstly following for formerly from further furthermore given go going
  hence how however indeed initially instead into just later latter least less lately many maybe meanwhile more
  moreover most much near nearly neither never nevertheless next nonetheless none nothing now often once one only or
  originally other others otherwise out over per perhaps presently previously quite rather really recently regarding
  respectively right see several similarly since so some someone something sometimes soon still subsequently such
  take than then thereafter therefore though through throughout thus till to together too toward towards two three four
  five six seven eight nine ten under unlike until up upon use used usually very via what whatever when whenever where
  whereas wherever whether which while who whoever whom whose why with within without yet yesterday today tomorrow
  tonight currently eventually additionally accordingly likewise specifically generally typically notably unfortunately
  fortunately luckily hopefully interestingly actually basically honestly obviously apparently allegedly reportedly
  according based born located released written directed produced starring featuring known named called considered
  established founded first second third last former set note tip warning ask tell make keep try run open click press
  select choose check get give put send call start stop add remove delete save copy
`);

/** Forms of address before a name. */
const HONORIFICS = set(`
  mr mrs ms miss mx dr doctor prof professor sir madam president senator governor mayor congressman congresswoman
  chancellor ambassador reverend rev hon sgt sergeant lt lieutenant capt col gen
`);

/** Abbreviations whose full stop does not end a sentence. */
const ABBREVIATIONS = set(`
  mr mrs ms dr prof st sr jr mt ft gen col capt lt sgt rev hon pres gov sen rep vs no vol inc ltd corp co bros dept univ
  approx ca cf eg ie etc al fig figs ed eds est feat
`);

/** Words in lower case allowed between the words of one name. */
const PARTICLES = set(`
  of van von der den de la le las los du da das do dos del della delle di al bin ibn el zu zum zur ten ter af av
`);

/** Words in lower case allowed in a heading. */
const HEADING = set('and or nor but a an the to in on for with at by from as of is vs via per');

const ENGLISH = set(
  'the and of is are was were a an to in it that for with you i he she we they this not but at by from as',
);
const GERMAN = set(
  'der die das und ist sind war nicht ein eine einen einem einer mit auf für von dem den des im zu zum zur sich auch wird werden bei aus nach oder wie dass es er sie wir',
);

/** True if texts can be linked by this normalised name. */
export function isLinkable(name: string): boolean {
  const words = name.split(' ');
  return (
    words.length <= MAX_NAME_WORDS &&
    isName(name) &&
    words.every((word) => word.length <= MAX_WORD_LENGTH) &&
    words.some((word) => !isPlain(word))
  );
}

/** True for a word that is not a name, even in combination with other such words. */
function isPlain(word: string): boolean {
  return (
    /^\p{N}+$/u.test(word) || [...word].length < 2 || GENERIC.has(word) || STARTERS.has(word) || COMMON_WORDS.has(word)
  );
}

/** The word by which a linkable name is looked up: its longest key word, or the first of several longest ones. */
export function keyOf(name: string): string {
  return name
    .split(' ')
    .filter(isKey)
    .reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}

/** True if names can be looked up by the word. */
export function isKey(word: string): boolean {
  return isIndexed(word) && !isPlain(word);
}

/** True for words that are indexed; longer ones cannot be part of a name. */
export function isIndexed(word: string): boolean {
  return word.length <= MAX_WORD_LENGTH;
}

export function isStarter(word: string): boolean {
  return STARTERS.has(word) || COMMON_WORDS.has(word);
}

export function joinsHeading(word: string): boolean {
  return HEADING.has(word) || PARTICLES.has(word);
}

export function isHonorific(word: string): boolean {
  return HONORIFICS.has(word);
}

export function isAbbreviation(word: string): boolean {
  return ABBREVIATIONS.has(word);
}

/** True if these lower-case words may stand between two capitalised words of one name. */
export function areParticles(words: readonly string[]): boolean {
  return words.every((word) => PARTICLES.has(word));
}

/** True if there are more common German words than common English ones. */
export function looksGerman(words: readonly string[]): boolean {
  const german = words.filter((word) => GERMAN.has(word)).length;
  return german > 0 && german > words.filter((word) => ENGLISH.has(word)).length;
}

/** The name in a title, without brackets at the end of the title. Null if texts cannot be linked by it. */
export function titleName(title: string): string | null {
  const bare = normalizedName(title.replace(/\s*[([][^()[\]]*[)\]]\s*$/u, ''));
  const name = bare === '' ? normalizedName(title) : bare;
  return isLinkable(name) ? name : null;
}

/** Names by which texts are linked to an entity: its name, and the name in its id if the id has the form `name:…`. */
export function namesOfEntity({
  id,
  name,
}: {
  readonly id: string;
  readonly name: string | null | undefined;
}): string[] {
  return [...(name ? [name] : []), ...(id.startsWith(OWN_ID) ? [id.slice(OWN_ID.length)] : [])];
}

/** Prefix of the ids of entities created from a name alone. */
export const OWN_ID = 'name:';
