// Words, sentences, paragraphs and headings of a text, and what surrounds it.

/** The text without Markdown marks. */
export function plain(text: string): string {
  return text.replace(/\*\*|__|`/g, '').trim();
}

export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’_-]*/gu)?.length ?? 0;
}

export function countSentences(text: string): number {
  return text.split(/(?<![.!?…])[.!?…]+(?=\s|$)/u).filter((part) => /\p{L}/u.test(part)).length;
}

/** Number of blocks of text between blank lines, without headings. */
export function countParagraphs(text: string): number {
  return text.split(/\n[^\S\n]*\n/).filter((block) => /\p{L}/u.test(block) && !/^\s*#{1,6}\s[^\n]*$/.test(block.trim()))
    .length;
}

/** Headings: in Markdown, bold, numbered or HTML, or any line of up to 100 characters without final punctuation. */
export function headings(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const bare = line
      .replace(/<\/?h[1-6][^>]{0,100}>/gi, '')
      .replace(/^[\s#*_\d.)]+/, '')
      .replace(/(?<![\s*_:#])[\s*_:#]+$/, '');
    return bare === '' || bare.length > 100 || /[.!?,;]$/.test(bare) ? [] : [bare];
  });
}

const INTRODUCTION =
  /^(?:(?:sure|of course|certainly|absolutely|okay|ok|great|gladly|here (?:is|are|you go)|here['’]s)(?!\p{L})[^\n]{0,200}|[^\n]{1,120}:)$/iu;
const REMARK =
  /^(?:\(?\d{1,5} (?:words|characters)\)?|(?:let me know|feel free|i hope|hope this|would you like|if you (?:need|want|like)|do you want|enjoy|good luck|note:|anything else)(?!\p{L})[^\n]{0,200})$/iu;
const LABEL =
  /^\s{0,9}(?:\*\*|__)?(?:the )?(?:final |correct |full )?(?:answer|result|solution|output|list|table|json|csv)(?:\*\*|__)?\s?:(?:\*\*|__)?\s{1,9}(?=\S)/iu;

/**
 * Removes "Answer:", and an introductory sentence and a closing remark that are separated from the text by blank lines.
 */
export function withoutRemarks(text: string): string {
  const blocks = text
    .replace(LABEL, '')
    .split(/\n[^\S\n]*\n/)
    .filter((block) => !/^[\s-]*$/.test(block));
  // The remark first: an introduction before nothing but a remark contains the text itself.
  if (blocks.length > 1 && REMARK.test((blocks.at(-1) ?? '').trim())) blocks.pop();
  if (blocks.length > 1 && INTRODUCTION.test((blocks[0] ?? '').trim())) blocks.shift();
  return blocks.join('\n\n').trim();
}
