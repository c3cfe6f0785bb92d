// Finds data in a request that its result must contain: those given for conversion, extraction or mapping.

interface Given {
  /** The request as written. */
  readonly given: string;
  /** In English. */
  readonly text: string;
  /** The part in lower case before the data. */
  readonly head: string;
}

const CONVERTED =
  /^(?:please |can you |could you )?(?:convert|turn|transform|put|change|format|make (?:me )?(?:an? )?(?:bullet(?:ed)? |numbered |bullet point )?(?:list|table|csv)|remove (?:the )?duplicates|deduplicate|show)\b|\b(?:tab|comma)[- ]separated\b/;
/** Words of given data that do not appear in a table or in JSON made of these data. */
const NO_DATA =
  /^(?:and|or|has|have|is|are|the|an?|of|in|with|und|oder|hat|ist|et|ou|est|year|years|old|n|true|false|null)$/;
const MOST_KEPT = 20;

/** "JSON that maps dog, cat and bird to their German names": the words before "to". */
const MAPPED =
  /(?<!\p{L})(?:mapping|maps?|mapped|associating|associates?|associe|associant|zuordne[nt])(?!\p{L})(?: (?:the|les|die|of))?(?: (?:words|names|countries|cities|mots|noms|pays|wörter))? ((?:[\p{L}-]+, ){1,10}[\p{L}-]+,? (?:and|et|und) [\p{L}-]+|[\p{L}-]+ (?:and|et|und) [\p{L}-]+) (?:to|à|with)(?!\p{L})/iu;
/** "Extract date, place and price as JSON: …" */
const EXTRACTED =
  /^(?:please |can you |could you )?extract (?:the )?((?:[\p{L}_-]+, ){0,8}[\p{L}_-]+,? (?:and )(?:the )?[\p{L}_-]+) (?:from (?:this|the) (?:text|sentence|mail|note) )?(?:as|in|into|to) (?:an? )?(?:valid )?json(?: from (?:this|the) (?:text|sentence|mail|note))?(?: object)?[^\p{L}]/iu;
/** "The 8 times table", unless the form of a table is asked for. */
export const TIMES_TABLE =
  /^(?!.*\b(?:as|in|into) (?:an? )?(?:\p{L}+ )?table\b|.*\btable form\b|.*\bcolumns?\b)[^:]*?(?:\b(\d{1,2}) times tables?\b|\b(?:multiplication|times) tables? (?:of|for) (?:the )?(\d{1,2})\b|\btable (?:de|of) multiplication (?:de|du|of) (\d{1,2})\b|\beinmaleins (?:der|mit|von|of|with) (\d{1,2})\b|\b(\d{1,2})er[- ](?:einmaleins|reihe)\b)/u;
/** Maximum characters of a text from which data are extracted. */
const LONGEST_TEXT = 400;

/** Criteria that the data of a request are in its result. */
export function keptOf({ given, text, head }: Given, dataType: string): string[] {
  // Every object of JSON Schema and GeoJSON has a type.
  if (/\b(?:json schema|geojson)\b/i.test(head)) return ['parts: type'];
  const times = TIMES_TABLE.exec(text.toLowerCase())
    ?.slice(1)
    .find((found) => found !== undefined);
  if (times !== undefined) return productsOf(Number(times), text);
  if (dataType === 'json') {
    const keys = keysOf(given);
    if (keys.length > 0) return [`with the keys ${keys.join(', ')}`];
    const extracted = EXTRACTED.exec(text);
    if (extracted) return extractedOf(extracted[1] ?? '', given);
    const mapped = MAPPED.exec(given)?.[1];
    if (mapped !== undefined) return keeps(mapped.split(/, (?:and )?| (?:and|et|und) /i));
  }
  const colon = given.search(/:(?: |$)/);
  const end = colon >= 8 ? colon : given.search(/ [[{<|]/);
  const start = end >= 8 ? end + 1 : /\byaml\b/.test(head) ? head.length : -1;
  if (start < 0) return dataType === 'json' ? keeps(namedIn(given)) : [];
  const material = given.slice(start).replace(/\\n/g, ' ');
  const entries = dataType === 'table' || colon < 0 ? undefined : givenEntries(head, material);
  if (entries) return [`exactly these: ${entries.map((entry) => `"${entry}"`).join(', ')}`];
  if (!CONVERTED.test(head) && !(dataType === 'json' && colon >= 8 && areFields(material))) return [];
  const words = (some: string) => some.match(/[\p{L}\p{N}](?:[\p{L}\p{N}@._-]*[\p{L}\p{N}])?/gu) ?? [];
  const parts = material.split(/[,;] |;| and | und | et /);
  const isWhole = parts.length >= 2 && !SELECTED.test(head) && parts.every((part) => /\p{L}.*\d|\d.*\p{L}/u.test(part));
  return isWhole && !/[{}[\]|]/.test(material) ? keepsEntries(parts.map(words)) : keeps(words(material));
}

/** "Like this: {"city": "Rome"}", "answer as JSON {"prime": true/false}". */
const TEMPLATE =
  /(?:\blike this|\b(?:this|the following) (?:form|format|structure|shape)|^[^:{[]{0,80}\b(?:answer|reply|respond)\b[^:{[]{0,30}\bjson):? ?([[{].{1,400}[\]}])[ .]*$/iu;
/** "With a single key "ok"". */
const ONE_KEY =
  /\b(?:with|of) (?:an? |the |only |just )?(?:single |one |only )?(?:key|field|property) ["“]([\p{L}_][\p{L}\p{N}_]{0,40})["”]/iu;

/** The keys that a request shows in a template, or names in quotes. */
function keysOf(given: string): readonly string[] {
  const template = TEMPLATE.exec(given)?.[1];
  const one = ONE_KEY.exec(given)?.[1];
  if (template === undefined) return one === undefined ? [] : [one];
  return [
    ...new Set([...template.matchAll(/["']?([\p{L}_][\p{L}\p{N}_]{0,40})["']? ?:/gu)].map(([, key = '']) => key)),
  ];
}

/** Words by which a conversion may leave out given entries, or may change their words. */
const SELECTED =
  /(?<!\p{L})(?:without|only|except|remove|duplicates|deduplicate|drop|filter|where|which|who|whose|that are|over|under|above|below|than|first|top|last|total|sum|count|group\p{L}*|merge|german|french|english|spanish|italian|translat\p{L}*)(?!\p{L})/u;

/** `keeps "Ann 12", "Bob 9"`: entries of several words each, so that a missing entry can be told. */
function keepsEntries(entries: readonly (readonly string[])[]): string[] {
  const data = entries.map((words) => words.filter((word) => !NO_DATA.test(word.toLowerCase())));
  if (data.flat().length > MOST_KEPT || data.some((words) => words.length === 0)) return [];
  return [`keeps ${data.map((words) => `"${words.join(' ')}"`).join(', ')}`];
}

/** Words of a request that only puts given entries into another form. */
const PLAIN_FORM =
  /^(?:(?:please|can|could|you|convert|turn|transform|put|make|change|number|write|format|this|these|those|the|following|given|list|lists|names|words|items|entries|fruits|colou?rs|cities|countries|animals|strings?|to|into|in|as|of|from|with|for|me|it|them|an?|json|array|bullets?|bulleted|bullet|points?|numbered|comma|separated|text)[ ,.-]*)+$/;

/** The entries that a request gives for a list or an array; undefined if it asks for more than another form. */
function givenEntries(head: string, material: string): readonly string[] | undefined {
  if (!PLAIN_FORM.test(head) || !/\b(?:array|list|bullet|number (?:these|this|the))/.test(head)) return undefined;
  const entries = material
    .trim()
    .replace(/[.\s]+$/, '')
    .split(/, ?(?:and )?|,? and |; ?/)
    .map((entry) => entry.trim());
  const areWords = entries.every((entry) => /^\p{L}[\p{L}'’-]*(?: \p{L}[\p{L}'’-]*){0,2}$/u.test(entry));
  return areWords && entries.length >= 2 && entries.length <= MOST_KEPT ? entries : undefined;
}

/** Values that a request names: "for a project called demo, version 1.0.0". */
function namedIn(given: string): readonly string[] {
  const names = [
    ...given.matchAll(/(?<!\p{L})(?:called|named|namens|appelée?|nommée?) ["“„«]?([\p{L}\p{N}_-]{2,40})/giu),
  ];
  const versions = [...given.matchAll(/(?<!\p{L})version (\d+(?:\.\d+){1,2})/giu)];
  return [...names, ...versions].map(([, value = '']) => value);
}

function keeps(words: readonly string[]): string[] {
  const data = [...new Set(words)].filter((word) => !NO_DATA.test(word.toLowerCase()));
  if (data.length < 2 || data.length > MOST_KEPT) return [];
  return [`keeps ${data.map((word) => `"${word}"`).join(', ')}`];
}

/** True for names and values alone, such as "port 8080, host localhost". */
function areFields(material: string): boolean {
  const fields = material
    .replace(/[.\s]+$/, '')
    .split(/[,;] ?/)
    .map((field) => field.trim());
  return (
    fields.length >= 2 &&
    fields.every((field) => /^[\p{L}_][\p{L}\p{N}_-]*(?:[ =] ?[\p{L}\p{N}@._-]+){0,2}$/u.test(field))
  );
}

function extractedOf(names: string, given: string): string[] {
  const material = /["“„«]([^"“”„«»]{1,500})["”“»]/u.exec(given)?.[1] ?? given.slice(given.search(/:(?: |$)/) + 1);
  const keys = names.split(/, (?:and )?(?:the )?| and (?:the )?/i).filter((name) => name !== '');
  if (material.length > LONGEST_TEXT || material.includes('"') || material === given) return [];
  return [`parts: ${keys.join(', ')}`, `taken from "${material.trim()}"`];
}

/** Maximum number of values that are looked for in a text. */
const MOST_VALUES = 100;

/** True if JSON has values, and every one of them occurs in the text, whatever its case and punctuation. */
export function areTakenFrom(text: string, json: unknown): boolean {
  const bare = (some: string) => ` ${(some.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
  const material = bare(text);
  const values = valuesIn(json);
  return values.length > 0 && values.length <= MOST_VALUES && values.every((value) => material.includes(bare(value)));
}

/** Values of nested objects and lists, except true, false and null. */
function valuesIn(json: unknown, depth = 0): readonly string[] {
  if (typeof json === 'string' || typeof json === 'number') return [String(json)];
  if (depth > DEEPEST || typeof json !== 'object' || json === null) return [];
  return Object.values(json)
    .slice(0, MOST_VALUES)
    .flatMap((inner) => valuesIn(inner, depth + 1));
}

const DEEPEST = 6;

/** The multiples that a times table contains: up to the tenth, unless the request names the last. */
function productsOf(factor: number, text: string): string[] {
  const last = Number(/(?:up )?to (?:\d{1,2} ?[x×*] ?)?(\d{1,2})\b/.exec(text)?.[1] ?? 10);
  if (factor < 1 || last < 2 || last > MOST_KEPT) return [];
  // Every layout contains the products.
  return [`mentions ${Array.from({ length: last }, (_, at) => `"${factor * (at + 1)}"`).join(', ')}`];
}
