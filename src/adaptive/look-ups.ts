// Requests whose words name a type of data that they do not ask for: "Where is the JSON file?", "Which table is free at 8?",
// "Print the report".

const THING =
  '(?:tables?|lists?|json|csv|documents?|reports?|files?|pages?|chapters?|columns?|spreadsheets?|slides?|contracts?|letters?)';
const FORM =
  /\b(?:as|in|into|using|with) (?:an? |the |valid )?(?:\p{L}+ )?(?:lists?|tables?|json|csv|bullets?|bullet points|columns)\b|[.?!:;] ?\p{L}/u;
const QUESTION = new RegExp(`^(?:where|whose|when|who(?! (?:are|were)\\b)|which ${THING})\\b`);
const ONE_WORD = /\b(?:yes or no|yes\/no|true or false|ja oder nein|oui ou non)\b/;

/** True for a question about a thing, and for one that is to be answered by yes or no. */
export function isLookUp(asked: string): boolean {
  if (ONE_WORD.test(asked) && !/\b(?:json|csv|table|questions|statements)\b/.test(asked)) return true;
  return QUESTION.test(asked) && !FORM.test(asked);
}

const DONE_TO = new RegExp(
  `^(?:please |can you |could you |would you |i (?:want|need) you to )?(?:(?:print|open|attach|download|forward|share|close|archive|move|copy|unzip|zip|upload|delete) (?:out )?(?:the|my|this|that|these|those|our|all|last|attached) [^.:]{0,60}?\\b(?:reports?|documents?|files?|invoices?|letters?|tables?|spreadsheets?|presentations?|slides|contracts?|pdfs?|photos?|pictures?|tickets?|pages?)|(?:upload|open|attach|download|print|delete|move|copy|unzip) [\\w/-]{1,80}\\.\\w{2,5})(?![\\w.])`,
);

/** True if something is to be done with a thing that exists already. */
export function isDoneToThing(asked: string): boolean {
  return DONE_TO.test(asked);
}
