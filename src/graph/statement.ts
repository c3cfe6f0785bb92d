import { readdirSync, readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of all Cypher statements; the relative path is the same from `src` and from `dist`. */
const CYPHER_FOLDER = fileURLToPath(new URL('../../cypher/', import.meta.url));

/**
 * What a statement does: `read` may go to any member of a cluster; `write` changes data; `schema` creates an index or
 * constraint only if it is absent, or drops it only if it is present, so that it may be repeated.
 */
export type StatementMode = 'read' | 'write' | 'schema';

/**
 * What follows if the answer of a write's commit is lost. A `SAFE` statement is run again: with the same parameters it gives
 * the same answer and changes nothing more. A `MARKED` one is run again only if it was not committed, which a commit mark
 * shows.
 */
export type Repeat = 'SAFE' | 'MARKED';

/** A named Cypher file with the types of its parameters and of its rows. */
export interface Statement<Parameters extends object, Row extends object> {
  /** Path below its folder without the extension; also the name in logs and metrics. */
  readonly name: string;
  readonly mode: StatementMode;
  /** Only of writes; absent means `MARKED`. */
  readonly repeat?: Repeat;
  /**
   * The text sent to the driver: the file without its `:params` line, comment lines and indentation, which would add to
   * every call. It is constant, so that the plan cache recognizes it.
   */
  readonly text: string;
  /** Never set. It only carries the type of the parameters. */
  readonly parameters?: Parameters;
  /** Never set. It only carries the type of a row. A test compares its keys with the columns that the file returns. */
  readonly row?: Row;
}

/** Declared statements, by folder and name. */
const declared = new Set<string>();

/**
 * Declares a statement that changes nothing; it runs in a read transaction, which a cluster may send to a follower.
 *
 * @param name path under the folder without the extension
 * @param folder with a slash at its end; `cypher/` of the service unless a kind of knowledge brings its own
 */
export function readStatement<Parameters extends object, Row extends object>(
  name: string,
  folder = CYPHER_FOLDER,
): Statement<Parameters, Row> {
  return declare<Parameters, Row>(name, 'read', folder);
}

/**
 * Declares a statement that may change the graph and is not repeated once it is committed; see {@link Repeat} and
 * {@link readStatement}.
 */
export function writeStatement<Parameters extends object, Row extends object>(
  name: string,
  folder = CYPHER_FOLDER,
): Statement<Parameters, Row> {
  return declare<Parameters, Row>(name, 'write', folder, 'MARKED');
}

/**
 * Declares a statement that may change the graph and is safe to repeat: a repetition with the same parameters gives the
 * same answer and changes nothing, even if others wrote in between. Run by itself, it usually sets no commit mark. See
 * {@link Repeat} and {@link readStatement}.
 */
export function repeatableStatement<Parameters extends object, Row extends object>(
  name: string,
  folder = CYPHER_FOLDER,
): Statement<Parameters, Row> {
  return declare<Parameters, Row>(name, 'write', folder, 'SAFE');
}

/**
 * Declares a statement that changes the schema; it may be repeated, and the database refuses it in a transaction that
 * writes data. See {@link readStatement}.
 */
export function schemaStatement<Parameters extends object>(
  name: string,
  folder = CYPHER_FOLDER,
): Statement<Parameters, object> {
  return declare<Parameters, object>(name, 'schema', folder);
}

/** A parsed Cypher file: the map after `:params` (as written, empty if there is none) and the statement. */
export interface CypherFile {
  readonly parameters: string;
  readonly text: string;
}

const PARAMS_LINE = /^:params (\{.*\});\s*$/m;

/** @param name path under the folder without the extension */
export function readCypherFile(name: string, folder = CYPHER_FOLDER): CypherFile {
  const content = readFileSync(`${folder}${name}.cypher`, 'utf8');
  return {
    parameters: PARAMS_LINE.exec(content)?.[1] ?? '{}',
    text: content.replace(PARAMS_LINE, '').trim().replace(/;$/, ''),
  };
}

/** Names of all Cypher files, sorted: `items/find-item`, `schema/001-…`. */
export function cypherFileNames(): string[] {
  return readdirSync(CYPHER_FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.cypher'))
    .map((entry) =>
      relative(CYPHER_FOLDER, `${entry.parentPath}/${entry.name}`).split(sep).join('/').slice(0, -'.cypher'.length),
    )
    .sort();
}

function declare<Parameters extends object, Row extends object>(
  name: string,
  mode: StatementMode,
  folder: string,
  repeat?: Repeat,
): Statement<Parameters, Row> {
  const path = folder + name;
  if (declared.has(path)) throw new Error(`Cypher statement ${name} is declared twice`);
  declared.add(path);
  return {
    name,
    mode,
    ...(repeat && { repeat }),
    text: sentText(name, folder),
  };
}

/** The text of a Cypher file as it is sent to the driver; see {@link Statement.text}. */
export function sentText(name: string, folder = CYPHER_FOLDER): string {
  return readCypherFile(name, folder)
    .text.replace(/^\s*(?:\/\/.*\n)?/gm, '')
    .trim();
}
