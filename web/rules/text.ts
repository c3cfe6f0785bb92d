/** Where a title ends: punctuation and white space up to the next text, at least one white space. */
const AFTER_TITLE = /^[.:;,]?\s+/;

/**
 * The text of knowledge usually begins with its title, which is removed here with the full stop or colon after it, unless
 * nothing else remains.
 */
export function withoutTitle(text: string, title: string): string {
  if (!text.startsWith(title)) return text;
  const rest = text.slice(title.length);
  return (AFTER_TITLE.test(rest) && rest.replace(AFTER_TITLE, '').trim()) || text;
}

/** Characters of a text that stand for a missing title. */
const LONGEST = 80;

/** The title, or the beginning of the text of what has none, such as a message. Never empty, because links show it. */
export function shownTitle(title: string, text: string): string {
  if (title.trim() !== '') return title;
  const words = text.replaceAll(/\s+/g, ' ').trim();
  if (words === '') return '(without a title)';
  return shortened(words, LONGEST);
}

/** The beginning of a text that is longer than `most` characters. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).trimEnd()} …` : text;
}

/** What parts the title of a document and its headings in the title of a piece. */
const HEADING = ' › ';

/** The heading of a section, as a question about a document; undefined if no title has one. */
export function sectionIn(titles: readonly string[]): string | undefined {
  const sections = titles.flatMap((title) => title.split(HEADING).slice(1).at(-1)?.trim() ?? []);
  return sections.find((section) => section.includes(' ')) ?? sections[0] ?? titles[0];
}
