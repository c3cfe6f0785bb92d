import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('.', import.meta.url));
/** Minimum share of exported services and types that have a docstring. */
const MIN_SHARE = 0.8;
/**
 * Decorators of classes for which a docstring could only repeat the name. Their content is described in the schema,
 * field by field.
 */
const WIRING = new Set(['ArgsType', 'Resolver', 'Module', 'Controller']);
/** Words that add nothing to a name. */
const FILLERS = new Set('a an the of for to and or in on by with is are that this all its it one each'.split(' '));

interface Exported {
  readonly place: string;
  readonly name: string;
  /** Undefined if there is none. */
  readonly doc: string | undefined;
}

function exportedIn(file: string): Exported[] {
  const text = readFileSync(join(SRC, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((statement): Exported[] => {
    if (!isType(statement) || !statement.name || !isExported(statement)) return [];
    const name = statement.name.text;
    const decorators = decoratorsOf(statement, source);
    if (decorators.some((each) => WIRING.has(/^@(\w+)/.exec(each)?.[1] ?? ''))) return [];
    const registered = new RegExp(`registerEnumType\\(${name},[^;]*`).exec(text)?.[0] ?? '';
    const doc = docstringOf(statement) ?? [...decorators, registered].map(descriptionIn).find(Boolean);
    return [{ place: `${file}: ${name}`, name, doc }];
  });
}

function isType(node: ts.Node) {
  return (
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node)
  );
}

function isExported(node: ts.HasModifiers): boolean {
  return ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function docstringOf(node: ts.Node): string | undefined {
  const [doc] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const comment = ts.getTextOfJSDocComment(doc?.comment)?.trim();
  return comment === '' ? undefined : comment;
}

function decoratorsOf(node: ts.Node, source: ts.SourceFile): string[] {
  const decorators = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : [];
  return decorators.map((each) => each.getText(source));
}

/** Returns the description of a GraphQL type in the schema, which serves as its docstring. */
function descriptionIn(declaration: string): string | undefined {
  return /description:\s*(?:\w+\s*\+\s*)?['"`]([^'"`]+)/.exec(declaration)?.[1];
}

/** True if every word of the docstring also occurs in the name, apart from fillers and endings. */
function repeats(name: string, doc: string): boolean {
  const stem = (word: string) => word.toLowerCase().replace(/(?:ies|es|s|ed|ing|y)$/, '');
  const words = (said: string) => said.match(/[A-Za-z]+/g) ?? [];
  const known = new Set(words(name.replace(/([a-z0-9])([A-Z])/g, '$1 $2')).map(stem));
  return words(doc).every((word) => FILLERS.has(word.toLowerCase()) || known.has(stem(word)));
}

const all = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .toSorted()
  .flatMap(exportedIn);

it('at least 80 % of the exported services and types say what they are', () => {
  const silent = all.filter(({ doc }) => doc === undefined);
  const share = 1 - silent.length / all.length;
  const list = silent.map(({ place }) => place).join('\n');
  expect(all.length).toBeGreaterThan(500);
  expect(share, `${all.length - silent.length} of ${all.length}; without a docstring:\n${list}`).toBeGreaterThanOrEqual(
    MIN_SHARE,
  );
});

it('no docstring repeats a name', () => {
  expect(all.filter(({ name, doc }) => doc !== undefined && repeats(name, doc)).map(({ place }) => place)).toEqual([]);
});

it.each([
  ['FluentReport', 'The report of a fluent.', true],
  ['MemoriesService', 'Memory service', true],
  ['MemoriesService', 'Memories, their signals and their archive.', false],
])('tells whether the docstring of %s repeats it: "%s"', (name, doc, expected) => {
  expect(repeats(name, doc)).toBe(expected);
});
