const PARAMETERS = /^:params \{.*\};$/m;

/**
 * Replaces the parameters in a statement of cypher/explore, in the form that Neo4j Browser accepts in its editor.
 *
 * @param text content of the file, including its line `:params {…};`
 */
export function withParameters(text: string, parameters: Readonly<Record<string, string | number>>): string {
  const map = Object.entries(parameters).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  // A replacement function is used because `$` in a replacement string has a special meaning.
  return text.replace(PARAMETERS, () => `:params {${map.join(', ')}};`);
}

/**
 * URL that opens Neo4j Browser with a statement in its editor, without running it; undefined if `browser` is not an
 * HTTP URL.
 */
export function browserLink(browser: string, statement: string): string | undefined {
  if (!URL.canParse(browser)) return undefined;
  const url = new URL(browser);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  url.searchParams.set('cmd', 'edit');
  url.searchParams.set('arg', statement);
  return url.href;
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * The URL, unless it names the machine of the service by a loopback address while the page was opened from another
 * machine.
 *
 * @param pageHost host name under which the page was opened
 */
export function reachableFrom(pageHost: string, browser: string | null): string | undefined {
  if (browser === null || !URL.canParse(browser)) return undefined;
  return LOOPBACK.test(new URL(browser).hostname) && !LOOPBACK.test(pageHost) ? undefined : browser;
}
