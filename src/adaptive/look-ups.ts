// Requests whose words name a type of data that they do not ask for: "Where is the JSON file?", "Which table is free at 8?",
// "Print the report".

const THING =
  '(?:tables?|lists?|json|csv|documents?|reports?|files?|pages?|chapters?|columns?|spreadsheets?|slides?|contracts?|letters?)';
const FORM =
  /\b(?:as|in|into|using|with) (?:an? |the |valid )?(?:\p{L}+ )?(?:lists?|tables?|json|csv|bullets?|bullet points|columns)\b|[.?!:;] ?\p{L}/u;
const QUESTION = new RegExp(`^(?:where|whose|when|who(?! (?:are|were)\\b)|which ${THING})\\b`);
const ONE_WORD = /\b(?:yes or no|yes\/no|true or false|ja oder nein|oui ou non)\b/;

/** "Validate this JSON", "the keys of this JSON". */
const ABOUT_GIVEN =
  /^(?:please |can you )?(?:validate|check|verify|lint)\b(?!.*\b(?:return|as|in|into) (?:a )?(?:json|table|list|csv)\b)|\b(?:keys|values|fields|number|count|length|size) (?:of|in|from) (?:this|that|the (?:following|given)|my) (?:json|csv|table|list|array)\b/;

/** True for a question about a thing, and for one that is to be answered by yes or no. */
export function isLookUp(asked: string): boolean {
  if (ONE_WORD.test(asked) && !/\b(?:json|csv|table|questions|statements)\b/.test(asked)) return true;
  return ABOUT_GIVEN.test(asked) || (QUESTION.test(asked) && !FORM.test(asked));
}

const DONE_TO = new RegExp(
  `^(?:please |can you |could you |would you |i (?:want|need) you to )?(?:(?:print|open|attach|download|forward|share|close|archive|move|copy|unzip|zip|upload|delete) (?:out )?(?:the|my|this|that|these|those|our|all|last|attached) [^.:]{0,60}?\\b(?:reports?|documents?|files?|invoices?|letters?|tables?|spreadsheets?|presentations?|slides|contracts?|pdfs?|photos?|pictures?|tickets?|pages?)|(?:upload|open|attach|download|print|delete|move|copy|unzip) [\\w/-]{1,80}\\.\\w{2,5})(?![\\w.])`,
);

/** True if something is to be done with a thing that exists already. */
export function isDoneToThing(asked: string): boolean {
  return DONE_TO.test(asked);
}

const SOURCE =
  /^((?:please |can you |could you )?(?:convert|turn|transform|change|put|make|export)\b[^:]{0,40}?)\b(?:this|that|the|these|my|following|given|diese[ns]?|cette|ce) (?:following )?(?:json|csv|xml|yaml|html|markdown|excel|pdf)(?: (?:file|data|list|table|text))?(?=[^:]* (?:to|into|as|in|en|zu)\b)/;

/** A conversion without the format of its source: "turn this CSV into a table" asks for no CSV. */
export function withoutSource(asked: string): string {
  return asked.replace(SOURCE, '$1the data');
}
