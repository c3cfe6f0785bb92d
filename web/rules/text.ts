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
