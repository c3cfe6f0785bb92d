const PARAMETERS = /^:params \{.*\};$/m;

/**
 * A statement of cypher/explore with other parameters, as Neo4j Browser takes it in its editor.
 *
 * @param text the file, with its line `:params {…};`
 */
export function withParameters(text: string, parameters: Readonly<Record<string, string>>): string {
  const map = Object.entries(parameters).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  // A function, so that a `$` in a value stands for itself.
  return text.replace(PARAMETERS, () => `:params {${map.join(', ')}};`);
}

/** Opens Neo4j Browser with a statement in its editor, without running it; undefined where `browser` is no address of http. */
export function browserLink(browser: string, statement: string): string | undefined {
  if (!URL.canParse(browser)) return undefined;
  const url = new URL(browser);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  url.searchParams.set('cmd', 'edit');
  url.searchParams.set('arg', statement);
  return url.href;
}
