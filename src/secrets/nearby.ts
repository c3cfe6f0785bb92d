import { isPlaceholder } from './placeholders.js';
import { isRandom, UUID } from './random.js';
import type { Span } from './span.js';

// Finds random values next to a word such as `key` or `token`, whatever stands between them: "here is the API key for
// staging, <value>".

const WORD = /(?:pass(?:wor[dt]|wd|phrase|code)|pwd|secret|token|(?:api[ _-]?)?key|credentials?|bearer)(?![a-z0-9])/gi;
/** Number of characters after the word in which the value begins: the rest of the line, or a line of its own after it. */
const REACH = 80;
/** A name of code, such as `Ed448PrivateKey`. */
const NAMING = /^_?[A-Za-z][\w.]*(?:Key|Token|Secret|Password|_key|_token)(?![a-z])/;
const RUN = /(?<![A-Za-z0-9+/_=.~@-])[A-Za-z0-9+/_=.~-]{16,512}(?!@)/g;
/** Words before a value that say that it is public. */
const PUBLIC =
  /(?:checksum|sha-?\d{1,3}|md5|fingerprint|digest|integrity|commit)\b[^\n]*$|(?:sha-?\d*|md5|hash|digest|checksum|commit|integrity|etag|fingerprint|public|publishable|\bids?|_id|uuid|version|request|revision|\bref|\brev|trace|serial|address|cursor|page|cache|class|pod|image|order|node|job|test|file|path|url)[\w "'`:=-]{0,12}$/i;

export function findNearby(text: string): Span[] {
  const found: Span[] = [];
  let examined = 0;
  for (const { index, 0: word } of text.matchAll(WORD)) {
    const head = text.charAt(index - 1);
    // Letters of an id or of base64 may happen to be such a word.
    if (/[A-Za-z0-9]/.test(head) && !(/[a-z]/.test(head) && /[A-Z]/.test(word.charAt(0)))) continue;
    const from = Math.max(examined, index + word.length);
    const window = text.slice(from, from + REACH + 512);
    const end = endOf(window);
    RUN.lastIndex = 0;
    for (let match = RUN.exec(window); match && match.index <= Math.min(end, REACH); match = RUN.exec(window)) {
      const value = match[0]
        .replace(/^[A-Za-z_-]{0,32}=(?=[^=])/, '')
        .replace(/[.=-]+$/, (marks) => marks.replace(/[.-]/g, ''));
      const at = from + match.index + match[0].indexOf(value);
      const before = text.slice(Math.max(0, at - 48), at);
      if (
        !isRandom(value) ||
        UUID.test(value) ||
        NAMING.test(value) ||
        PUBLIC.test(before) ||
        isPlaceholder(value) ||
        isWithinAddress(text, at)
      )
        continue;
      found.push({ from: at, to: at + value.length, rule: 'random value near a naming word' });
      examined = at + value.length;
      break;
    }
  }
  return found;
}

/** The end of the line; or of the next line with text, if that holds one word alone. */
function endOf(window: string): number {
  const end = window.indexOf('\n');
  if (end < 0) return window.length;
  const next = /^\n{1,2}[ \t>]{0,8}\S+[ \t]*(?:\n|$)/.exec(window.slice(end));
  return next ? end + next[0].length : end;
}

const isWithinAddress = (text: string, at: number) =>
  /(?:https?|wss?|arn):[^\s"'<>]*$|\bENC\[[^\]]*$/.test(text.slice(Math.max(0, at - 160), at));
