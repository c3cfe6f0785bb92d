// Words, sentences, paragraphs and headings of a text.

/** Without the marks of Markdown. */
export function plain(text: string): string {
  return text.replace(/\*\*|__|`/g, '').trim();
}

export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’_-]*/gu)?.length ?? 0;
}

export function countSentences(text: string): number {
  return text.split(/(?<![.!?…])[.!?…]+(?=\s|$)/u).filter((part) => /\p{L}/u.test(part)).length;
}

/** Blocks of text between blank lines; headings are none. */
export function countParagraphs(text: string): number {
  return text.split(/\n[^\S\n]*\n/).filter((block) => /\p{L}/u.test(block) && !/^\s*#{1,6}\s[^\n]*$/.test(block.trim()))
    .length;
}

/** Headings in Markdown, in bold, numbered, in HTML, or a short line of its own that ends in no full stop. */
export function headings(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const bare = line
      .replace(/<\/?h[1-6][^>]{0,100}>/gi, '')
      .replace(/^[\s#*_\d.)]+/, '')
      .replace(/(?<![\s*_:#])[\s*_:#]+$/, '');
    return bare === '' || bare.length > 100 || /[.!?,;]$/.test(bare) ? [] : [bare];
  });
}
