// Removes what a request says besides what it asks for: greetings, thanks, the number of an exercise, and sentences about
// the person who asks. Only phrases that cannot restrict the result are removed; in doubt, words stay, and what rules then
// do not read remains undecided. In English, German and French.

const NAME = "(?:\\p{L}[\\p{L}'’-]{1,20})";
/** At the beginning, repeatedly. */
const BEFORE: readonly RegExp[] = [
  /^(?:hi+|hello|hey+|heya|howdy|good (?:morning|afternoon|evening|day)|greetings|dear (?:assistant|ai|sir or madam|all|team)|hallo|hi zusammen|guten (?:tag|morgen|abend)|servus|moin|grüezi|grüß dich|bonjour|bonsoir|salut|coucou)(?: (?:there|again|everyone|all|zusammen|allerseits|à tous|tout le monde))?(?: ?[,.!]+ | ?[-–—:] | (?=(?:can|could|please|i|give|list|kannst|könntest|bitte|ich|peux|pouvez|pourriez|je)\b))/iu,
  /^(?:task|exercise|question|problem|q|item|nr\.?|no\.?|aufgabe|übung|frage|exercice|question|problème)(?: ?(?:no\.?|nr\.?|n°|number|nummer|numéro|#))? ?\d{1,3} ?[a-z]?\)? ?[).:–—-] /iu,
  /^(?:task|exercise|question|problem|aufgabe|übung|frage|exercice|problème) ?(?:\d{1,3} ?[a-z]?|[a-z])\) /iu,
  /^(?:a )?(?:quick|short|small|simple|stupid|dumb|kurze|kleine|petite|simple) (?:question|task|request|frage|bitte|aufgabe)(?: for you| an dich| pour toi)? ?[:,.–—-] /iu,
  /^(?:(?:can|could|would|will) you (?:please )?help me(?: out)?(?: with (?:this|that|something))?(?: please)?|i (?:need|could use) (?:your|some|a little) help(?: with (?:this|that|something))?|i have a (?:quick |short |small )?(?:question|request)(?: for you)?|sorry (?:to bother you|for the bother)|(?:kannst|könntest) du mir (?:bitte )?(?:kurz )?helfen|ich (?:brauche|benötige) (?:deine|ihre|eure|kurz) hilfe|ich habe (?:eine|mal eine) (?:kurze )?frage|(?:peux-tu|pouvez-vous|tu peux|vous pouvez) m['’]aider|j['’]ai (?:une|besoin d['’]une) (?:petite )?(?:question|aide)|j['’]ai besoin d['’]aide) ?[?.!:,]+ /iu,
  /^(?:please|pls|plz|bitte|s['’]il (?:te|vous) pla[iî]t|svp|stp) ?[,:] /iu,
  /^(?:so|ok|okay|well|now|also|alright|right|nun|alors|bon) ?, /iu,
  /^(?:i|we)(?: ?['’]d| would) (?:like|love)(?: (?:you )?to (?:have|see|get|know))? (?!to\b|you\b)|^(?:ich|wir) (?:hätten?|möchten?|würden?)(?: bitte)?(?: gerne?)? (?=(?:alle|die|das|den|eine?n?|\d{1,4}|zwei|drei|vier|fünf|sechs|zehn)\b)|^(?:je voudrais|j['’]aimerais|nous voudrions)(?: avoir)? (?=(?:tou(?:s|tes)|les|la|le|une?|des|\d{1,4})\b)/iu,
  // "For my homework, list …"; what the result is for does not change it.
  /^(?:for|für|pour) (?:my|our|an?|the|meine?n?|unsere?n?|eine?n?|die|den|das|mon|ma|mes|notre|un|une) (?:\p{L}[\p{L}'’-]{0,20} ){0,3}?(?:homework|class|course|school|lesson|exam|test|quiz|project|presentation|newsletter|website|blog|party|hausaufgaben?|unterricht|schule|klasse|prüfung|projekt|devoirs?|classe|cours|école|examen|projet|exposé)(?: ?, | (?=(?:i|we|please|could|can|ich|wir|je|nous) ))/iu,
];

const THANKS =
  "(?:many |vielen |besten |herzlichen |un grand )?(?:thanks|thank you|thx|ty|cheers|danke(?:schön)?|dank|merci)(?: (?:(?:a lot|so much|very much|in advance|a million|a bunch|again|everyone|for (?:your|the) help|for helping|schon mal|schonmal|sehr|schön|im voraus|für (?:die|deine|ihre) hilfe|beaucoup|bien|d['’]avance|par avance|infiniment|pour (?:votre|ton) aide) ?,? ?){1,3})?";
const PLEASE =
  "(?:(?:if you )?please|pls|plz|bitte(?: schön)?|s['’]il (?:te|vous) pla[iî]t|svp|stp|if (?:possible|you can|you could)|wenn (?:es |)möglich|si possible|for me|for us|für mich|pour moi)";
const RESULT = '(?:answer|result|results|output|antwort|ergebnis|ergebnisse|réponse|résultat|résultats)';
const ALONE = `(?:(?:(?:with )?(?:no|without(?: any)?|ohne(?: eine| jede| weitere)?|keine|sans|pas d['’]) ?(?:further |additional |long |weitere |lange )?(?:explanations?|comments?|commentary|introduction|intro|erklärung(?:en)?|kommentare?|einleitung|explications?|commentaires?)(?: (?:needed|required|necessary|nötig|nécessaire))?)|(?:just|only|nur|bloß|juste|seulement|rien que) (?:give me |tell me |send me |show me )?(?:the |das |die |la |le |les )?${RESULT}|(?:(?:please )?(?:answer|reply|respond) (?:only )?with (?:just |only |nothing but )?the ${RESULT}(?: only| alone)?|antworte nur mit (?:dem|der|den) ${RESULT}(?:n)?|réponds (?:seulement|uniquement) (?:avec|par) (?:la |le |les )?${RESULT}))`;
/** "How do you say thanks" asks for the word itself. */
const NOT_MENTIONED =
  '(?<!(?:^|[\\s,.;:])(?:an?|the|of|with|my|your|and|or|for|to|in|than|as|als|que|say|saying|says|mean|means|word|words|without|sagen|sagt|heißt|wort|für|auf|und|oder|dire|dit|mot|un|en|et|ou|pour))';
/** At the end, repeatedly. */
const AFTER: readonly RegExp[] = [
  // Smileys, and other pictures.
  /[\s,]*(?:[:;]-?[)D(P]|<3|xD|\p{Extended_Pictographic}\uFE0F?|\p{Emoji_Modifier})+$/u,
  new RegExp(`[,.;!?–—-] ?${THANKS}(?: ?, ?${NAME})?[ .!]*$`, 'iu'),
  new RegExp(`${NOT_MENTIONED} (?:thanks(?: a lot| in advance)?|thx|ty|danke|merci)[ .!]*$`, 'iu'),
  new RegExp(`(?:, ?|${NOT_MENTIONED} )${PLEASE}(?=[ .!?]*$)`, 'iu'),
  new RegExp(`(?:[,.;!?–—-] | \\(|(?<=[.!?)] ))${ALONE}(?:,? ${PLEASE})?(?:, ${ALONE})?\\)?[ .!]*$`, 'iu'),
  /[,.;!?–—-] (?:(?:it['’]s|it is|this is) (?:(?:very|quite|a bit|really) )?urgent|asap|es (?:ist|eilt)(?: sehr)?(?: dringend)?|c['’]est (?:très )?urgent|(?:i|we)(?: really|['’]d| would)? appreciate (?:it|your help|that)|i['’]d be (?:very )?grateful|(?:kind|best|warm) regards|(?:viele|liebe|beste|schöne|freundliche) grüße|cordialement|bien à vous)(?:,? \p{Lu}\p{L}{1,20})?[ .!]*$/iu,
];

/** A sentence about the person who asks, or about the occasion. */
const ABOUT_ASKER =
  /^(?:i(?:['’](?:m|ve|ll|d))?|we(?:['’](?:re|ve|ll))?|(?:my|our) \p{L}+(?: and (?:i|my \p{L}+))?|(?:this|that|it|these)(?: is|['’]s| are) (?:all )?(?:for|my|our|part of|about)|a (?:friend|colleague|customer|student)|ich|wir|(?:meine?|unsere?) \p{L}+|(?:das|es|dies) ist (?:für|mein|meine|unser)|ein (?:freund|kollege|kunde)|eine (?:freundin|kollegin|kundin)|je|nous|on|(?:mon|ma|mes|notre|nos) \p{L}+|c['’]est (?:pour|mon|ma)|une? (?:amie?|collègue|cliente?))(?!\p{L})|^j['’]/iu;
/**
 * Words in a sentence about the person who asks. With one of them the sentence may restrict the result, or be a request
 * itself, so it is not left out.
 */
const RESTRICTS =
  /(?<!\p{L})(?:want\w*|need\w*|lik(?:e|es|ed)|love\w*|hate\w*|dislike\w*|prefer\w*|wish\w*|ask(?:s|ing)?|request\w*|require\w*|must|should|shall|have to|has to|expect(?:s|ed)? (?:the|it|them|an?y?|to)|only|just|except|without|never|not|no|none|n['’]t|can['’]?t|cannot|don['’]?t|doesn['’]?t|won['’]?t|allerg\w*|vegan\w*|vegetarian\w*|avoid\w*|use[sd]?|using|call(?:s|ed)?|mean(?:s|t)?|defin\w*|counts|counted|consider\w*|assum\w*|suppos\w*|say(?:s|ing)?|said|tell|told|give|show|list\w*|tabl\w*|json|csv|xml|pdf|code|columns?|rows?|keys?|format\w*|letters?|words?|sentences?|lines?|order\w*|sort\w*|begin\w*|start(?:s|ed)? with|ends?|numbers?|prime\w*|even|odd|zero|negative|positive|round\w*|decimals?|digits?|multipl\w*|divi\w*|sum|average|first|last|brauch\w*|will|wollen|möchte\w*|mag|mögen|hasse\w*|soll\w*|muss|müssen|darf|dürfen|nur|ohne|außer|nicht|kein\w*|nie|zahl\w*|gerade\w*|ungerade\w*|liste\w*|tabelle\w*|wort|wörter|besoin|veux|voudrais|aime\w*|déteste\w*|dois|doit|doivent|faut|seulement|sans|sauf|pas|jamais|aucun\w*|nombres?|pair\w*|impair\w*|mots?|tableau\w*|qu['’](?:il|elle)s?)(?!\p{L})/iu;
/** "I need this for my class" asks for nothing in particular. */
const NEEDS_THIS =
  /(?<!\p{L})(?:need|want|use) (?:this|it|that|them|these) (?:for|in|by)(?!\p{L})|(?<!\p{L})brauche (?:das|es|sie|die) (?:für|bis)(?!\p{L})|(?<!\p{L})(?:j['’])?en ai besoin pour(?!\p{L})|(?<!\p{L})asked me (?:this|that)(?!\p{L})|(?<!\p{L})hat mich das(?: gestern| heute)? gefragt(?!\p{L})|(?<!\p{L})m['’]a demandé (?:ça|cela)(?!\p{L})|(?<=^this is |^it is |^it['’]s )(?:all )?for (?:my|our|a|the) /giu;
/** Maximum words of such a sentence. */
const LONGEST = 25;
/** Verbs with which a request begins after such a clause: "I play lotto tonight, give me six numbers". */
const REQUESTS =
  '(?:please|pls|can you|could you|would you|give|list|name|show|tell|write|suggest|find|calculate|compute|create|make|so (?:please )?(?:give|list|name|show|tell|write)|bitte|gib|nenn\\p{L}*|zeig\\p{L}*|schreib\\p{L}*|kannst du|könntest du|mach|erstell\\p{L}*|donne\\p{L}*|cite|propose\\p{L}*|écris|liste|peux-tu|pouvez-vous|fais)';
const CLAUSES = new RegExp(`(?:,|;| [-–—]| ?:) (?=(?:${REQUESTS}(?!\\p{L})|\\d{1,3} \\p{L}))`, 'giu');

/**
 * A request without courtesies.
 *
 * @param text with single blanks between words
 * @returns the whole text if nothing else would be left
 */
export function withoutCourtesies(text: string): string {
  const bare = withoutAsker(stripped(text));
  const rest = asInstruction(stripped(bare));
  return /\p{L}{2}|\d/u.test(rest) ? rest : text;
}

/** "Could you name …?" in German and French, whose verb stands elsewhere than in English. */
function asInstruction(text: string): string {
  return text
    .replace(
      /^(?:kannst|könntest|könnt|könntet|können|könnten) (?:du|ihr|sie) (?:mir |uns )?(?:bitte )?([^?!]{1,400}) (?:nennen|geben|sagen|auflisten|aufzählen|zeigen|aufschreiben)[?.! ]*$/iu,
      'nenne mir $1',
    )
    .replace(
      /^(?:peux-tu|pouvez-vous|pourriez-vous|pourrais-tu|tu peux|vous pouvez) (?:me |nous )?(?:donner|dire|citer|lister|montrer|trouver|proposer|indiquer|énumérer) /iu,
      'donne-moi ',
    )
    .replace(/^(can|could|would|will) u /i, '$1 you ');
}

function stripped(text: string): string {
  let rest = text;
  for (let round = 0; round < ROUNDS; round++) {
    const before = rest;
    for (const pattern of BEFORE) rest = kept(rest, rest.replace(pattern, ''));
    for (const pattern of AFTER) rest = kept(rest, withoutEnd(rest, pattern));
    rest = rest.trim();
    if (rest === before) return rest;
  }
  return rest;
}

/** Greetings, thanks, a remark and a smiley are rarely more. */
const ROUNDS = 5;
/** Characters at the end that are examined. */
const END = 200;

function withoutEnd(text: string, pattern: RegExp): string {
  const at = Math.max(0, text.length - END);
  const end = text.slice(at);
  const found = pattern.exec(end);
  if (!found) return text;
  // The sign before a sentence that is removed ends the sentence before it.
  const sign = /^[.!?]/.exec(found[0])?.[0] ?? '';
  return `${text.slice(0, at)}${end.slice(0, found.index)}${sign}${end.slice(found.index + found[0].length)}`;
}

/** Keeps a request of which nothing would be left, and one of which only its instruction would be: "Translate: Thanks!" */
function kept(before: string, after: string): string {
  return /\p{L}{2}|\d/u.test(after) && !/:\s*$/.test(after) ? after : before;
}

function withoutAsker(text: string): string {
  const sentences = sentencesOf(text);
  let [from, to] = [0, sentences.length];
  for (let round = 0; round < ROUNDS && to - from > 1; round++) {
    if (isAboutAsker(sentences[from] ?? '', sentences.slice(from + 1, to).join(' '))) from++;
    else if (isAboutAsker(sentences[to - 1] ?? '', sentences.slice(from, to - 1).join(' '))) to--;
    else break;
  }
  return withoutClause(sentences.slice(from, to).join(' '));
}

/** Removes a clause about the person who asks that a verb follows with which a request begins. */
function withoutClause(text: string): string {
  for (const found of text.slice(0, END).matchAll(CLAUSES)) {
    const rest = text.slice(found.index + found[0].length);
    if (isAboutAsker(text.slice(0, found.index), rest)) return rest;
  }
  return text;
}

/** Characters before a full stop that are compared with abbreviations; more than any of them has. */
const LONGEST_ABBREVIATION = 12;

/** Sentences outside of quotes; what follows a colon belongs to the sentence before it. */
function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (const { 0: sign, index } of text.matchAll(/["“”„«»]|: |[.!?]+(?=\s+\S)/gu)) {
    if (/^["“”„«»]$/.test(sign)) isQuoted = !isQuoted;
    else if (sign === ': ') break;
    else if (
      !isQuoted &&
      !/(?:^|[\s(])(?:\p{L}|e\.g|i\.e|z\.B|d\.h|bzw|ca|etc|vs|Mr|Mrs|Ms|Dr|Prof|No|Nr)$/u.test(
        text.slice(Math.max(start, index - LONGEST_ABBREVIATION), index),
      )
    ) {
      sentences.push(text.slice(start, index + sign.length).trim());
      start = index + sign.length;
    }
  }
  return [...sentences, text.slice(start).trim()].filter((sentence) => sentence !== '');
}

/** A statement all of whose numbers the request repeats: "A laptop costs 800 euros. How much is 19 % of 800?" */
const STATES =
  /^(?:an?|the|one|there (?:is|are)|today|yesterday|eine?|der|die|das|heute|gestern|une?|les?|la|il y a|aujourd['’]hui|hier) (?=\D{0,120}\d)/iu;

function isAboutAsker(sentence: string, rest: string): boolean {
  const said = sentence.replace(NEEDS_THIS, ' ');
  if (sentence.endsWith('?') || !(ABOUT_ASKER.test(sentence) || STATES.test(sentence))) return false;
  if (RESTRICTS.test(said)) return false;
  if (/["“”„«»:(){}[\]]/.test(sentence) || (sentence.match(/[\p{L}\d'’-]+/gu) ?? []).length > LONGEST) return false;
  // A number that the request itself repeats gives it no other meaning.
  const numbers = sentence.match(/\d+(?:[.,]\d+)*/g) ?? [];
  return numbers.every((number) => new RegExp(`(?<![\\d.,])${number.replace(/[.,]/g, '[.,]')}(?![\\d])`).test(rest));
}
