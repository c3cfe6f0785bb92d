import { namesCode } from './code-requests.js';
import type { Content } from './content.js';
import { countWords } from './words.js';

// Recognises texts that tell what an agent has done elsewhere, in a file or in a project, instead of showing it. Whether it
// was done, no rule can tell, so that such a text is neither a result nor the wrong kind of content.

/** Maximum words of such a text. */
const LONGEST = 80;
const FILE_NAME = /(?<![\w/.-])[\w-]{1,60}(?:\.[\w-]{1,20}){1,2}(?![\w-])/g;
const DONE =
  /^(?:done|fixed|resolved|solved|updated|upgraded|changed|renamed|removed|added|replaced|moved|merged|created|saved|stored|exported|written|wrote|uploaded|mended|repaired|closed|all \d* ?tests|the (?:bug|test|tests|error|problem|handler|cause)|(?:i|we)(?:['’]ve| have)? (?:\w+ed|wrote|made|put|found)|it (?:was|is)|erledigt|behoben|gespeichert|geändert|ich habe|c['’]est fait|corrigé|enregistré|j['’]ai)(?!\p{L})/iu;

function isReport({ text, type }: Content): boolean {
  const said = text.trim();
  return (type === 'text' || type === 'numbers') && countWords(said) <= LONGEST && !said.includes('```');
}

/** True if the request names a file and the text says that it was written. */
export function tellsOfFile(content: Content, objective: string): boolean {
  if (!isReport(content) || !DONE.test(content.text.trim())) return false;
  const told = content.text.match(FILE_NAME) ?? [];
  return told.some((name) => /\.\p{L}/u.test(name) && objective.includes(name));
}

/** True if a change of code is asked for that the request does not contain, and the text says that it was made. */
export function tellsOfChange(content: Content, objective: string): boolean {
  const isOfProject = !namesCode(objective) || FILE_IN_PROJECT.test(objective);
  return isOfProject && isReport(content) && DONE.test(content.text.trim());
}

const FILE_IN_PROJECT =
  /(?:\bin|of) [\w/-]{1,80}\.(?:[jt]sx?|py|rb|go|rs|java|kt|php|cs?|cpp|h|css|html|vue|sql|sh|ya?ml|json|md)\b/i;
