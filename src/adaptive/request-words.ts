// Translates the German and French words of requests into English, because the rules read English only. Words that are
// not listed, such as names and topics, stay as they are.

type Words = Readonly<Record<string, string>>;

const ONES = 'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' ');
const UNS = 'zéro un deux trois quatre cinq six sept huit neuf dix onze douze'.split(' ');

/** Longer phrases first. A trailing * stands for any ending. */
const GERMAN: Words = {
  'kleinste gemeinsame vielfache': 'least common multiple', 'kleinstes gemeinsames vielfaches': 'least common multiple', 'größte gemeinsame teiler': 'greatest common divisor', 'größten gemeinsamen teiler': 'greatest common divisor',
  'hat eine': 'has a', 'hat ein': 'has a', 'extrahier*': 'extract', 'kgv': 'lcm', 'ggt': 'gcd', 'das quadrat von': 'square of', 'quadrat von': 'square of', 'trinkgeld auf': 'tip on', 'trinkgeld bei': 'tip on', 'mehrwertsteuer auf': 'vat on', 'binär': 'binary', 'als binärzahl': 'in binary', 'ins binärsystem': 'to binary',
  'kleiner oder gleich': 'at most', 'größer oder gleich': 'at least', 'kleiner gleich': 'at most', 'größer gleich': 'at least', 'größer als': 'greater than', 'kleiner als': 'less than',
  'mehr als': 'more than', 'weniger als': 'less than', 'multipliziert mit': 'times', 'geteilt durch': 'divided by', 'dividiert durch': 'divided by', 'mal': 'times', 'hoch': 'to the power of',
  'als prozentsatz': 'as a percentage', 'als prozent': 'as a percentage', 'in prozent': 'as a percentage', 'als dezimalzahl': 'as a decimal', 'die hälfte von': 'half of', 'hälfte von': 'half of',
  'mittelwert von': 'average of', 'mittelwert aus': 'average of', 'durchschnitt aus': 'average of', 'durchschnitt von': 'average of', 'mittelwert': 'average', 'summe aus': 'sum of', 'summe von': 'sum of',
  'summe der zahlen': 'sum of the numbers', 'produkt von': 'product of', 'produkt aus': 'product of', 'teiler von': 'divisors of', 'kubikzahlen': 'cube numbers', 'dreieckszahlen': 'triangular numbers',
  'geraden zahlen': 'even numbers', 'ungeraden zahlen': 'odd numbers', 'ganze zahlen': 'integers', 'ganzen zahlen': 'integers', 'natürliche zahlen': 'natural numbers', 'natürlichen zahlen': 'natural numbers',
  'negative zahlen': 'negative numbers', 'negativen zahlen': 'negative numbers', 'positive zahlen': 'positive numbers', 'positiven zahlen': 'positive numbers', 'zweistellige*': 'two-digit', 'dreistellige*': 'three-digit',
  'vom kleinsten zum größten': 'ascending', 'von der kleinsten zur größten': 'ascending', 'von klein nach groß': 'ascending', 'von groß nach klein': 'descending', 'vom größten zum kleinsten': 'descending',
  'aufsteigender reihenfolge': 'ascending order', 'absteigender reihenfolge': 'descending order', 'der größe nach': 'ascending', 'rückwärts': 'backwards', 'einschließlich': 'inclusive', 'inklusive': 'inclusive',
  'liter': 'liters', 'milliliter': 'milliliters', 'meter': 'meters', 'zentimeter': 'centimeters', 'millimeter': 'millimeters', 'in umgekehrter reihenfolge': 'reverse', 'kehre': 'reverse', 'größte': 'largest', 'kleinste': 'smallest',
  'beginnend mit': 'starting with', 'fibonaccizahlen': 'fibonacci numbers', 'fibonacci-zahlen': 'fibonacci numbers', 'gerundet auf': 'rounded to', 'nachkommastellen': 'decimals', 'nachkommastelle': 'decimal',
  'verschiedene': 'different', 'grad': 'degrees',
  'größter gemeinsamer teiler': 'greatest common divisor', 'regulärer ausdruck': 'regular expression',
  'in alphabetischer reihenfolge': 'in alphabetical order', 'in alphabetische reihenfolge': 'in alphabetical order', 'bring': 'put', 'diese': 'these', 'als tabelle': 'as a table', 'wie viele': 'how many',
  'nenne mir': 'list', 'gib mir': 'give me', 'ich brauche': 'i need', 'liste mir': 'list', 'schreib mir': 'write',
  'die quadratwurzel aus': 'square root of', 'quadratwurzel aus': 'square root of', 'mit den spalten': 'with the columns',
  'mit den schlüsseln': 'with the keys', 'mit dem schlüssel': 'with the key', 'teilbar durch': 'divisible by',
  'vielfache von': 'multiples of', 'die durchschnitt von': 'average of', 'den durchschnitt von': 'average of', 'die summe von': 'sum of',
  'nenn*': 'list', 'liste': 'list', 'zähl*': 'list', 'schreib*': 'write', 'erstell*': 'create', 'erzeug*': 'create', 'berechne': 'calculate',
  'sortier*': 'sort', 'übersetz*': 'translate', 'fasse': 'summarize', 'erklär*': 'explain', 'beschreib*': 'describe', 'implementier*': 'implement',
  'reparier*': 'fix', 'korrigier*': 'correct', 'behebe': 'fix', 'kommentier*': 'comment', 'schick*': 'send', 'sende': 'send', 'buch*': 'book',
  'bestell*': 'order', 'lösche': 'delete', 'mach': 'make', 'wandle': 'convert', 'vergleich*': 'compare', 'analysier*': 'analyze', 'erinner*': 'remind',
  'primzahl*': 'prime numbers', 'gerade zahlen': 'even numbers', 'ungerade zahlen': 'odd numbers', 'quadratzahlen': 'square numbers',
  'zahlen': 'numbers', 'durchschnitt': 'average', 'summe': 'sum', 'unter': 'below', 'über': 'over', 'zwischen': 'between', 'höchstens': 'at most',
  'maximal': 'at most', 'mindestens': 'at least', 'genau': 'exactly', 'etwa': 'about', 'ungefähr': 'about', 'ersten': 'first', 'alle': 'all', 'und': 'and',
  'wörter*': 'words', 'worte*': 'words', 'sätze*': 'sentences', 'satz': 'sentence', 'absätze*': 'paragraphs', 'zeichen': 'characters', 'zeilen': 'rows', 'spalten': 'columns',
  'stichpunkte*': 'bullet points', 'tabelle': 'table', 'aufsteigend': 'ascending', 'absteigend': 'descending', 'alphabetisch': 'alphabetically',
  'schlüssel*': 'keys', 'wochentage': 'weekdays', 'monate': 'months', 'planeten': 'planets', 'funktion': 'function', 'klasse': 'class', 'skript': 'script',
  'abfrage': 'query', 'code': 'code', 'bericht': 'report', 'brief': 'letter', 'gedicht': 'poem', 'geschichte': 'story', 'rechnung': 'invoice',
  'vielfachen von': 'multiples of', 'vielfache': 'multiples', 'potenzen von': 'powers of', 'lottozahlen': 'lottery numbers', 'zufallszahlen': 'random numbers',
  'hauptstädte': 'capitals', 'zutaten': 'ingredients', 'schritte': 'steps', 'tipps': 'tips', 'vorschläge': 'suggestions', 'fragen': 'questions', 'synonyme': 'synonyms',
  'einträge*': 'entries', 'elemente': 'elements', 'produkte': 'products', 'personen': 'persons', 'spalte': 'column', 'zeile': 'row', 'zufällig*': 'random', 'addier*': 'add',
  'wieviel*': 'how many', 'wie viel': 'how much', 'wie lautet': 'what is', 'was ist': 'what is', 'prozent': 'percent', 'sind': 'are', 'kilometer': 'kilometers', 'meilen': 'miles', 'stunden': 'hours',
  'minuten': 'minutes', 'sekunden': 'seconds', 'tagen': 'days', 'tage': 'days', 'tag': 'day', 'wochen': 'weeks', 'woche': 'week', 'gramm': 'grams', 'kilogramm': 'kilograms', 'zieh*': 'pick',
  'wähl*': 'pick', 'ordne': 'sort', 'entfern*': 'remove', 'duplikate': 'duplicates', 'ohne': 'without', 'speicher*': 'save', 'formulier*': 'rewrite', 'bitte': 'please', 'hier': 'here',
  'zusammen': '', 'von': 'of', 'mit': 'with', 'als': 'as', 'bis': 'to', 'eine': 'a', 'einen': 'a', 'ein': 'a', 'ins englische': 'into english', 'ins deutsche': 'into german',
  'ins französische': 'into french', 'auf': '', 'beispiele': 'examples', 'namen': 'names', 'ideen': 'ideas', 'gründe': 'reasons', 'wort-dokument': 'word document', 'word-dokument': 'word document',
}; // prettier-ignore

const FRENCH: Words = {
  'plus petit commun multiple': 'least common multiple', 'dans': 'in', 'extrais': 'extract', 'ppcm': 'lcm', 'pgcd': 'gcd', 'le carré de': 'square of', 'carré de': 'square of', 'le cube de': 'cube of', 'cube de': 'cube of', 'pourboire sur': 'tip on', 'tva sur': 'vat on', 'en binaire': 'in binary',
  "jusqu'à": 'up to', 'jusqu’à': 'up to',
  'inférieurs ou égaux à': 'at most', 'supérieurs ou égaux à': 'at least', 'inférieur ou égal à': 'at most', 'supérieur ou égal à': 'at least', 'plus grands que': 'greater than', 'plus petits que': 'less than',
  'plus de': 'more than', 'moins de': 'less than', 'multiplié par': 'times', 'divisé par': 'divided by', 'fois': 'times', 'au carré': 'squared', 'au cube': 'cubed', 'moins': 'minus', 'puissance': 'to the power of',
  'en pourcentage': 'as a percentage', 'pour cent': 'percent', 'pourcent': 'percent', 'la moitié de': 'half of', 'moyenne de': 'average of', 'somme de': 'sum of', 'somme des nombres': 'sum of the numbers',
  'le produit de': 'product of', 'produit de': 'product of', 'diviseurs de': 'divisors of', 'divisibles par': 'divisible by', 'divisible par': 'divisible by', 'nombres entiers': 'integers', 'entiers naturels': 'natural numbers',
  'entiers': 'integers', 'à la fois': 'both', 'nombres triangulaires': 'triangular numbers', 'cubes parfaits': 'perfect cubes', 'nombres négatifs': 'negative numbers', 'nombres positifs': 'positive numbers',
  'par ordre croissant': 'ascending', 'par ordre décroissant': 'descending', "dans l'ordre croissant": 'ascending', "dans l'ordre décroissant": 'descending', 'du plus petit au plus grand': 'ascending',
  'du plus grand au plus petit': 'descending', 'à rebours': 'backwards', 'inclus': 'inclusive', 'compris': 'inclusive', 'compte': 'count', 'litres': 'liters', 'millilitres': 'milliliters', 'centimètres': 'centimeters',
  'y a-t-il dans': 'are in', 'y a-t-il': 'are there', 'inverse': 'reverse', 'le plus grand': 'largest', 'le plus petit': 'smallest', 'arrondi à': 'rounded to', 'décimales': 'decimals', 'décimale': 'decimal',
  'différents': 'different', 'nombres de fibonacci': 'fibonacci numbers', 'inférieurs': 'less than', 'supérieurs': 'greater than', 'pairs': 'even', 'impairs': 'odd', 'degrés': 'degrees', 'convertir': 'convert',
  'plus grand commun diviseur': 'greatest common divisor', 'expression régulière': 'regular expression', 'nombres premiers': 'prime numbers',
  'nombre premier': 'prime number', 'nombres pairs': 'even numbers', 'nombres impairs': 'odd numbers', 'ordre alphabétique': 'alphabetical order',
  'racine carrée de': 'square root of', 'combien de': 'how many', 'donne-moi': 'give me', 'donne moi': 'give me', 'au maximum': 'at most', 'inférieurs à': 'below',
  'supérieurs à': 'above', 'au plus': 'at most', 'au moins': 'at least', "j'ai besoin d'": 'i need ', "d'environ": 'about', 'avec les colonnes': 'with the columns',
  'avec les clés': 'with the keys', 'avec la clé': 'with the key', 'multiples de': 'multiples of', 'la moyenne de': 'average of', 'la somme de': 'sum of',
  'sous forme de tableau': 'as a table', 'jours de la semaine': 'weekdays', 'en allemand': 'into german', 'en anglais': 'into english', 'en français': 'into french',
  'propose-moi': 'suggest', 'propose': 'suggest', 'suggère*': 'suggest', 'trouve': 'find', 'prénoms': 'names', 'donne': 'give me', 'cite': 'list', 'liste*': 'list', 'écris': 'write', 'rédige': 'write', 'crée': 'create', 'fais': 'make', 'calcule': 'calculate', 'trie': 'sort',
  'traduis': 'translate', 'résume': 'summarize', 'explique': 'explain', 'décris': 'describe', 'réécris': 'rewrite', 'corrige': 'correct', 'répare': 'fix', 'supprime': 'remove',
  'envoie': 'send', 'rappelle-moi': 'remind me', 'réserve': 'book', 'commande': 'order', 'fusionne': 'merge', 'compare': 'compare', 'analyse': 'analyze', 'convertis': 'convert',
  'nombres': 'numbers', 'moyenne': 'average', 'somme': 'sum', 'entre': 'between', 'exactement': 'exactly', 'environ': 'about', 'premiers': 'first', 'premières': 'first',
  'tous': 'all', 'toutes': 'all', 'et': 'and', 'mots': 'words', 'phrases': 'sentences', 'phrase': 'sentence', 'paragraphes': 'paragraphs', 'caractères': 'characters', 'lignes': 'rows',
  'colonnes': 'columns', 'tableau': 'table', 'croissant': 'ascending', 'décroissant': 'descending', 'clés': 'keys', 'mois': 'months', 'planètes': 'planets', 'fonction': 'function',
  'classe': 'class', 'script': 'script', 'requête': 'query', 'rapport': 'report', 'lettre': 'letter', 'poème': 'poem', 'histoire': 'story', 'facture': 'invoice', 'fichier': 'file',
  'puissances de': 'powers of', 'nombres carrés': 'square numbers', 'carrés parfaits': 'perfect squares', 'quel est': 'what is', 'quelle est': 'what is', 'combien font': 'how much is', 'combien': 'how many',
  'font': 'are', 'kilomètres': 'kilometers', 'heures': 'hours', 'jours': 'days', 'jour': 'day', 'semaines': 'weeks', 'semaine': 'week', 'secondes': 'seconds', 'grammes': 'grams', 'mètres': 'meters',
  'idées': 'ideas', 'noms': 'names', 'exemples': 'examples', 'ingrédients': 'ingredients', 'étapes': 'steps', 'conseils': 'tips', 'raisons': 'reasons', 'synonymes': 'synonyms',
  'nomme': 'list', 'énumère': 'list', 'classe par': 'sort by', 'ajoute': 'add', 'additionne': 'sum of', 'colonne': 'column', 'ligne': 'row', 'doublons': 'duplicates', 'enregistre': 'save', 'sans': 'without',
  'à': 'to', 'de': 'of', 'des': 'of', 'les': 'the', 'le': 'the', 'la': 'the', 'un': 'a', 'une': 'a', 'avec': 'with', 'ceci': 'this', 'ces': 'these', 'ce': 'this', 'description': 'description',
}; // prettier-ignore

type Language = 'en' | 'de' | 'fr';

const COMMON: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:the|of|and|to|is|are|a|an|in|for|that|with|on|my|you|i|it|was|from|at|me|what|who|please|all|this)\b/g,
  de: /(?<!\p{L})(?:der|die|das|und|ist|ein|eine|einen|zu|nicht|mit|auf|für|von|den|dem|in|ich|mir|mich|im|wie|was|nenne|liste|erstelle|alle|aus|dass|diesen|bitte|schreib\p{L}*|mach|als|zwischen|implementiere|tabelle|spalten)(?!\p{L})/gu,
  fr: /(?<!\p{L})(?:le|la|les|un|une|des|du|et|est|de|à|pour|pas|avec|je|vous|sur|dans|que|qui|en|au|aux|donne|moi|quel\p{L}*|tous|entre|ceci|mon|ma|calcule|corrige|crée|fais)(?!\p{L})|\b[ldj]['’]/gu,
};

/** Guesses the language by its most common words and by the words listed here; undefined if there is a tie. */
export function languageOf(text: string): Language | undefined {
  const small = text.slice(0, 2_000).toLowerCase();
  const counts = (['en', 'de', 'fr'] as const).map((language) => ({
    language,
    count: (small.match(COMMON[language])?.length ?? 0) + (language === 'en' ? 0 : ownWords(small, RULES[language])),
  }));
  const [first, second] = counts.toSorted((a, b) => b.count - a.count);
  return first && second && first.count > second.count ? first.language : undefined;
}

const RULES: Readonly<Record<'de' | 'fr', RegExp>> = { de: patternOf(GERMAN), fr: patternOf(FRENCH) };

/** Words that also occur in another of the three languages, or are names; they do not indicate a language. */
const SHARED = new Set(
  'code script description compare analyse analyze brief planeten minuten liste commande excuse et de la le les des un une a of at mit als text kilometer unter bis auf von et phrase phrases table rapport classe tag font secondes nombres'.split(
    ' ',
  ),
);

function ownWords(small: string, pattern: RegExp): number {
  const found = small.slice(0, 500).match(pattern) ?? [];
  return found.filter((word) => !SHARED.has(word) && !/^(?:list|name|ton|nenn|buch)\p{L}{0,2}$/u.test(word)).length;
}

/** Translates those words of a request that the rules know. Quoted text is not changed. */
export function inEnglish(text: string): string {
  const bare = text.replace(/["“„«][^"”“»]{1,500}["”“»]/gu, ' ');
  // Only the part before a colon is examined first: the material after it may be code or in another language.
  const head = bare.slice(0, bare.search(/:(?: |$)/) + 1);
  const language = (head.length >= 8 ? languageOf(head) : undefined) ?? languageOf(bare);
  if (language !== 'de' && language !== 'fr') return text;
  const words = language === 'de' ? GERMAN : FRENCH;
  const numbers = language === 'de' ? ONES : UNS;
  return reordered(text, language)
    .replace(/(?<![\d.,])(\d{1,3})\.(\d{3})(?![\d.,]*\d)/g, '$1$2')
    .replace(/(?<![\d.,])(\d{1,9}),(\d{1,2})(?![\d.,]*\d)/g, '$1.$2')
    .replace(/[„«]\s?([^"”“»]{1,500}?)\s?[“»”]/gu, '"$1"')
    .split(/("[^"]{1,500}")/)
    .map((part) => (part.startsWith('"') ? part : translated(part, RULES[language], words, numbers)))
    .join('')
    .replace(
      /(?<!\p{L})(\p{L}{3,20}?)(?:s|en|n)?(liste|tabelle)(?!\p{L})/giu,
      (_, of: string, form: string) => `${of} ${/^l/i.test(form) ? 'list' : 'table'}`,
    )
    .replace(/(\d+)(?:\.|er|ère|e|ème|eme) (prime) numbers?/gi, '$1th $2 number')
    .replace(/(?<!\p{L})of (-?\d+) to (-?\d+)/giu, 'from $1 to $2');
}

const STEPS = 'zweier dreier vierer fünfer sechser siebener achter neuner zehner'.split(' ');

/** Translates phrases around a number or a letter, whose words have another order in English. */
function reordered(text: string, language: 'de' | 'fr'): string {
  if (language === 'fr') {
    return (
      text
        // "Un tableau JSON" is an array.
        .replace(/(?<!\p{L})tableau (?:au format |en )?json(?!\p{L})/giu, 'JSON array')
        .replace(
          /(?<!\p{L})(?:qui commencent|commençant|commencent) par (?:la lettre )?["“«]?\s?(\p{L})\s?["”»]?(?![\p{L}'’])/giu,
          'starting with $1',
        )
        .replace(/(?<!\p{L})les (\d{1,4}) premiers? (nombres|entiers|multiples|carrés|cubes)/giu, 'les premiers $1 $2')
        .replace(/(?<!\p{L})(?:en allant |compter |par pas )?de (\d{1,4}) en \1(?!\d)/giu, 'in steps of $1')
    );
  }
  return text
    .replace(
      /(?<!\p{L})(?:die |deren name )?mit (?:dem buchstaben )?["„“]?(\p{L})["“”]? (?:beginnen|anfangen|beginnt|anfängt)(?!\p{L})/giu,
      'starting with $1',
    )
    .replace(
      /(?<!\p{L})(?:die )?(?:sowohl )?durch (\d+) (?:und|als auch)(?: durch)? (\d+) teilbar\p{L}{0,3}(?: sind)?(?!\p{L})/giu,
      'divisible by both $1 and $2',
    )
    .replace(
      /(?<!\p{L})(?:die )?durch (\d+) oder(?: durch)? (\d+) teilbar\p{L}{0,3}(?: sind)?(?!\p{L})/giu,
      'divisible by $1 or $2',
    )
    .replace(/(?<!\p{L})(?:die )?nicht durch (\d+) teilbar\p{L}{0,3}(?: sind)?(?!\p{L})/giu, 'not divisible by $1')
    .replace(
      /(?<!\p{L})durch (\d+) teilbare[nr]? ((?:ganzen? |natürlichen? )?zahlen)(?!\p{L})/giu,
      '$2 divisible by $1',
    )
    .replace(/(?<!\p{L})(?:die )?durch (\d+) teilbar\p{L}{0,3}(?: sind)?(?!\p{L})/giu, 'divisible by $1')
    .replace(/(?<!\d )(?<!\p{L})bis (?:zu |zur )?(?=\d)/giu, 'up to ')
    .replace(/(?<!\p{L})in (\d{1,4})er-?schritten(?!\p{L})/giu, 'in steps of $1')
    .replace(/(?<!\p{L})in (\p{L}+er)-?schritten(?!\p{L})/giu, (found, size: string) => {
      const at = STEPS.indexOf(size.toLowerCase());
      return at < 0 ? found : `in steps of ${at + 2}`;
    });
}

/** A single German or French word in English, as the rules read it; undefined if it is not listed. */
export function wordInEnglish(word: string): string | undefined {
  const small = word.trim().toLowerCase();
  return GERMAN[small] ?? FRENCH[small];
}

/** Verbs whose stem also begins nouns, such as "Zähler" and "Bestellung"; German nouns have a capital letter. */
const GERMAN_VERB =
  /^(?:nenn|zähl|schreib|erstell|erzeug|sortier|übersetz|erklär|beschreib|korrigier|kommentier|schick|buch|bestell|vergleich|erinner|wähl|speicher|formulier)/;

function isNoun(found: string, before: string): boolean {
  const isAtStart = /(?:^|[.!?:,–-])\s*$/.test(before);
  return !isAtStart && found !== found.toLowerCase() && GERMAN_VERB.test(found.toLowerCase());
}

function translated(text: string, pattern: RegExp, words: Words, numbers: readonly string[]): string {
  return text
    .replace(pattern, (found: string, ...more: unknown[]) => {
      const small = found.toLowerCase();
      if (words === GERMAN && isNoun(found, text.slice(0, Number(more.at(-2))))) return found;
      const known = words[small];
      if (known !== undefined) return known;
      const stem = Object.keys(words).find((word) => word.endsWith('*') && small.startsWith(word.slice(0, -1)));
      return stem === undefined ? found : (words[stem] ?? found);
    })
    .replace(new RegExp(`(?<!\\p{L})(?:${numbers.slice(2).join('|')})(?!\\p{L})`, 'giu'), (found) =>
      String(numbers.indexOf(found.toLowerCase())),
    );
}

function patternOf(words: Words): RegExp {
  const known = Object.keys(words)
    .toSorted((a, b) => b.length - a.length)
    .map((word) => (word.endsWith('*') ? `${word.slice(0, -1)}\\p{L}{0,6}` : word));
  return new RegExp(`(?<!\\p{L})(?:${known.join('|')})(?!\\p{L})`, 'giu');
}
