// Words whose symbols tell them apart: C++ and C#, .NET, --force, +5, node@22. The index splits texts at symbols, so each such
// word of a text is also a facet, by which a question with the same word finds it.

/** Words by blanks and by marks that are never part of one. */
const WORD = /[^\s,;:!?"'“”‘’„«»()[\]{}<>|`]+/gu;
const END = /[.\-–—/\\*]+$/u;
const SYMBOL = /[+#@$%&=~^]|^[.\-−]+[\p{L}\p{N}]/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** Longer words are addresses and data. */
const MAX_LENGTH = 32;
/** Maximum number of such words of one text. */
const MAX_WORDS = 64;

/** Tokens of the words of a text that contain a symbol, each once, in their order; at most 64. */
export function symbolTokens(text: string): string[] {
  const tokens = new Set<string>();
  for (const [run] of text.matchAll(WORD)) {
    if (run.length > MAX_LENGTH) continue;
    const word = run.replace(END, '');
    if (!SYMBOL.test(word) || !LETTER_OR_DIGIT.test(word)) continue;
    tokens.add(`s${Buffer.from(word.toLowerCase()).toString('hex')}0`);
    if (tokens.size === MAX_WORDS) break;
  }
  return [...tokens];
}
