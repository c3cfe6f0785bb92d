import { cypherFileNames, readCypherFile } from './statement.js';

/** Names that statements use. */
export interface Names {
  readonly properties: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
  readonly labels: ReadonlySet<string>;
}

/** A variable or list element before the dot, but no parameter and no function. */
const READ = /(?<![$\w.])[a-zA-Z_]\w*(?:\[[^\]]*\])?\.([a-z]\w*)(?!\w*(?:\.\w+)*\()/g;
const PROJECTED = /[{,]\s*\.(\w+)/g;
const KEY = /[{,]\s*([a-z]\w*)\s*:/g;
/** In a pattern, or after a variable; several are joined by `|`, `:` or `&`. */
const LABELS_OR_TYPES = /(?<=[\w([]):(!?[A-Z]\w*(?:[|:&!]+[A-Z]\w*)*)/g;

/**
 * The names in statements: properties, types of relationships (in capitals) and labels. Keys of maps are among the
 * properties, since a map may become a node.
 */
export function namesIn(texts: readonly string[]): Names {
  const properties = new Set<string>();
  const types = new Set<string>();
  const labels = new Set<string>();
  for (const text of texts) {
    const code = text.replaceAll(/\/\/.*/g, '').replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, "''");
    for (const pattern of [READ, PROJECTED, KEY]) {
      for (const [, name = ''] of code.matchAll(pattern)) properties.add(name);
    }
    for (const [, found = ''] of code.matchAll(LABELS_OR_TYPES)) {
      for (const [name] of found.matchAll(/\w+/g)) (/[a-z]/.test(name) ? labels : types).add(name);
    }
  }
  return { properties, types, labels };
}

/** The names in all statements of the service. */
export function namesInStatements(): Names {
  return namesIn(cypherFileNames().map((name) => readCypherFile(name).text));
}
