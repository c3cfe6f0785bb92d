// Parses the subset of TOML used in rule files of gitleaks: tables, arrays of tables, both kinds of strings, numbers,
// and lists of strings.

/**
 * @param {string} text
 * @returns {{ allowlist?: Record<string, any>, rules?: Record<string, any>[] }}
 * @throws Error if the file uses any other syntax
 */
export function readToml(text) {
  let at = 0;
  const root = {};
  let table = root;
  const fail = (what) => {
    throw new Error(`line ${text.slice(0, at).split('\n').length}: ${what}`);
  };
  const skip = () => {
    at += /^(?:\s|#[^\n]*)*/.exec(text.slice(at, at + 100_000))[0].length;
  };
  const value = () => {
    skip();
    if (text.startsWith("'''", at)) return until("'''", 3);
    if (text[at] === "'") return until("'", 1);
    if (text[at] === '"') {
      const [all] = /^"(?:[^"\\]|\\.)*"/.exec(text.slice(at)) ?? fail('a string does not end');
      at += all.length;
      return JSON.parse(all);
    }
    if (text[at] === '[') {
      at++;
      const list = [];
      for (skip(); text[at] !== ']'; skip()) {
        list.push(value());
        skip();
        if (text[at] === ',') at++;
      }
      at++;
      return list;
    }
    const [number] = /^[\d.]+/.exec(text.slice(at, at + 50)) ?? fail('neither a string, a list nor a number');
    at += number.length;
    return Number(number);
  };
  const until = (end, length) => {
    const from = at + length;
    const to = text.indexOf(end, from);
    if (to < 0) fail('a string does not end');
    at = to + length;
    return text.slice(from, to);
  };
  for (skip(); at < text.length; skip()) {
    const head = /^(\[\[?)([\w.]+)\]\]?/.exec(text.slice(at, at + 200));
    if (head) {
      at += head[0].length;
      const names = head[2].split('.');
      const last = names.pop();
      const parent = names.reduce((inner, name) => [inner[name]].flat().at(-1), root);
      table = {};
      if (head[1] === '[[') (parent[last] ??= []).push(table);
      else parent[last] = table;
      continue;
    }
    const [all, name] = /^(\w+)\s*=/.exec(text.slice(at, at + 200)) ?? fail('neither a table nor a key');
    at += all.length;
    table[name] = value();
  }
  return root;
}
