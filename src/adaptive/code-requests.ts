// Decides whether a request asks for code to be written or changed.

const LANGUAGE =
  '(?:python|javascript|typescript|java|kotlin|c\\+\\+|c#|golang|rust|ruby|php|swift|scala|bash|shell|powershell|sql|node(?:\\.?js)?|cypher|haskell|prolog|css|html|react|pandas|vba)';
const PROGRAM =
  '(?:code|functions?|scripts?|programs?|class(?:es)?|snippets?|components?|regex|regular expressions?|(?:sql |cypher )?quer(?:y|ies)|unit tests?|algorithms?|methods?|modules?|hooks?|endpoints?|one[ -]liners?|macros?|type hints?)';
const MAKE =
  '(?:write|create|implement|generate|develop|build|code|program|give me|show me|provide|refactor|fix|add|make|need|want)';
const LEAD = '^(?:please |can you |could you |would you |i (?:want|need) you to )?';
const CHANGE =
  '(?:fix|repair|correct|mend|debug|refactor|optimi[sz]e|improve|speed up|rewrite|convert|migrate|port|rename|simplify|comment|add|remove|change|resolve|make|close|solve|clean up)';

const ASKED: readonly RegExp[] = [
  new RegExp(`\\b${MAKE}\\b[^.;!?:]{0,40}\\b${LANGUAGE}?\\b[^.;!?:]{0,40}\\b${PROGRAM}\\b`),
  new RegExp(`\\b${PROGRAM}\\b[^.;!?]{0,30}\\bin ${LANGUAGE}(?![\\w+#])`),
  new RegExp(`${LEAD}(?:implement|refactor|debug)\\b`),
  new RegExp(`\\b${LANGUAGE}[ -](?:[\\w-]{1,20} ){0,2}?${PROGRAM}\\b`),
  new RegExp(`${LEAD}(?:an? )?${LANGUAGE} (?:code )?(?:to|that|for|form)\\b|^${LANGUAGE} ?[:–-] `),
  /\b(?:reverse|sort|bubble sort|quicksort|parse|loop|recursion|write|print)\b[^.;!?]{0,40}\bin (?:python|javascript|typescript|java|kotlin|rust|ruby|php|swift|go|c)\b/,
  /\b(?:dockerfile|makefile|crontab|cron line|github actions?|(?:excel|spreadsheet|sheets) formula|stylesheet|(?:shell|bash) (?:one[ -]liner|command)|unit tests?|regex|regular expression)\b/,
  /\b(?:fix|repair|mend)\b[^.;!?]{0,30}\btests?\b|\bfailing tests?\b|\bmerge conflict\b/,
];

/** "Curl command that posts JSON": what the command is about is not what is asked for. */
const OF_SHELL = new RegExp(
  `${LEAD}(?:(?:give|show|tell) me |write |what is )?(?:an? |the )?(?:curl|git|docker|kubectl|ffmpeg|npm|linux|unix|terminal|shell|bash|powershell|ssh|grep|sed|awk|jq) (?:command|one[ -]liner)\\b(?!s)`,
);
/** "SQL to create a table users". */
const CREATES_TABLE = /\b(?:sql|ddl)\b[^.;!?:]{0,40}\b(?:tables?|database)\b|\bcreate table (?:statement|script)\b/;

/** Matches text in a request that looks like code. */
const FRAGMENT =
  /=>|[;{}]\s*$|\b(?:const|let|var|def|return|import|public|static)\s+[\w{*]|\bselect\b.{1,200}\bfrom\b|\b[a-z_][\w.]*\([^)]{0,200}\)|<\/?(?:ul|li|div|p|a|span|table|h\d)\b[^>]{0,100}>|[.#]\w+ \{|<{7}|\bprint ["']/i;
const OF_DATA = /\b(?:json|csv|tsv|xml|yaml|tables?|lists?|spreadsheet)\b/;
/** Requests for an explanation or a review of code; they do not ask for code. */
const ABOUT_CODE = /^(?:what|who|when|where|why|explain|describe|summari[sz]e|translate|review|analy[sz]e|compare)\b/;

/**
 * @param asked the request in lower case, without quoted text
 * @param head the part of `asked` before the material to work on
 * @param text the request as written
 */
export function codeIsAsked(asked: string, head: string, text: string): boolean {
  if (/\bwhat is\b|^how (?:many|much|fast)\b/.test(head)) return false;
  const whole = ABOUT_CODE.test(head) ? '' : head;
  if ((OF_SHELL.test(whole) && OF_DATA.test(whole)) || CREATES_TABLE.test(whole)) return true;
  if (ASKED.some((pattern) => pattern.test(whole)) && !/\btables?\b/.test(head)) return true;
  const changes = new RegExp(`\\b${CHANGE}\\b`).test(asked) && !ABOUT_CODE.test(head) && !OF_DATA.test(head);
  return changes && holdsCode(text);
}

/** True if a request contains code and a verb that may ask to change it, even in a question. */
export function codeMayBeAsked(asked: string, text: string): boolean {
  return new RegExp(`\\b${CHANGE}\\b`).test(asked) && holdsCode(text);
}

/** True if a request names a programming language or contains code. */
export function namesCode(prompt: string): boolean {
  return new RegExp(`(?<!\\p{L})${LANGUAGE}(?![\\p{L}#+])`, 'iu').test(prompt) || holdsCode(prompt);
}

/** True if a part of the request itself looks like code. */
function holdsCode(text: string): boolean {
  return FRAGMENT.test(text.replace(/"[^"]{1,40}"(?=\s|$)/g, '"…"'));
}
