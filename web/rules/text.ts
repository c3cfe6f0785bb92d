/** The text of knowledge usually begins with its title, which is removed here, unless nothing else remains. */
export function withoutTitle(text: string, title: string): string {
  return (text.startsWith(title) ? text.slice(title.length).trim() : text) || text;
}
