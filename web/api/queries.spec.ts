import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  buildSchema,
  getNamedType,
  GraphQLEnumType,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLOutputType,
  isAbstractType,
  isCompositeType,
  Kind,
  parse,
  type SelectionSetNode,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import * as homeQueries from './home-queries.js';
import * as nodeQueries from './node-queries.js';
import * as queries from './queries.js';
import * as recordQueries from './record-queries.js';
import * as reviewQueries from './review-queries.js';

const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));
const FILES = ['queries.ts', 'home-queries.ts', 'node-queries.ts', 'record-queries.ts', 'review-queries.ts'].map(
  (name) => fileURLToPath(new URL(name, import.meta.url)),
);

/** Compiles the types of all operations. */
const program = ts.createProgram(FILES, {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  types: [],
  noEmit: true,
});
const checker = program.getTypeChecker();
const declared = new Map(
  FILES.flatMap((file) => checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)!)!)).map(
    (symbol) => [symbol.name, symbol],
  ),
);

/** Writes a TypeScript type as text: `{ a: string | null; b?: [number] }`, unions of texts as `"A" | "B"`. */
function written(type: ts.Type): string {
  if (type.isUnion()) {
    const parts = type.types.filter((part) => !(part.flags & ts.TypeFlags.Undefined));
    const isBoolean = parts.some((part) => part.flags & ts.TypeFlags.BooleanLiteral);
    const others = parts.filter((part) => !(part.flags & (ts.TypeFlags.BooleanLiteral | ts.TypeFlags.Null)));
    const names = [...others.map(written), ...(isBoolean ? ['boolean'] : [])].sort();
    return names.join(' | ') + (parts.some((part) => part.flags & ts.TypeFlags.Null) ? ' | null' : '');
  }
  if (checker.isArrayType(type)) return `[${written(checker.getTypeArguments(type as ts.TypeReference)[0]!)}]`;
  if (type.flags & ts.TypeFlags.Object) {
    const fields = type.getProperties().map((field) => {
      const isOptional = field.flags & ts.SymbolFlags.Optional;
      return `${field.name}${isOptional ? '?' : ''}: ${written(checker.getTypeOfSymbol(field))}`;
    });
    return `{ ${fields.sort().join('; ')} }`;
  }
  return checker.typeToString(type);
}

const SCALARS: Readonly<Record<string, string>> = {
  String: 'string',
  ID: 'string',
  DateTime: 'string',
  Int: 'number',
  Float: 'number',
  Boolean: 'boolean',
  JSON: 'unknown',
};

/**
 * Writes the type that an operation selects in the same form. Enums are written as texts, since the page shows them
 * unchanged.
 */
function selected(type: GraphQLOutputType, set: SelectionSetNode | undefined): string {
  if (type instanceof GraphQLNonNull) return nonNull(type.ofType as GraphQLOutputType, set);
  const inner = nonNull(type, set);
  return inner === 'unknown' ? inner : `${inner} | null`;
}

function nonNull(type: GraphQLOutputType, set: SelectionSetNode | undefined): string {
  if (type instanceof GraphQLList) return `[${selected(type.ofType, set)}]`;
  if (isCompositeType(type)) return `{ ${fieldsOf(type.name, set!, false).sort().join('; ')} }`;
  const named = getNamedType(type);
  if (named.name === 'KnowledgeKind') return KINDS;
  return named instanceof GraphQLEnumType ? 'string' : (SCALARS[named.name] ?? named.name);
}

/** The values are sorted, as in {@link written}. */
const KINDS = ['FLUENT', 'ITEM', 'MEMORY', 'MESSAGE', 'PIECE', 'STRATEGY'].map((name) => `"${name}"`).join(' | ');

function fieldsOf(typeName: string, set: SelectionSetNode, isOptional: boolean): string[] {
  const type = schema.getType(typeName)!;
  return set.selections.flatMap((selection) => {
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      return fieldsOf(selection.typeCondition!.name.value, selection.selectionSet, isAbstractType(type));
    }
    if (selection.kind !== Kind.FIELD || !('getFields' in type)) throw new Error('Only fields and inline fragments');
    const field = type.getFields()[selection.name.value]!;
    const name = selection.alias?.value ?? selection.name.value;
    return [`${name}${isOptional ? '?' : ''}: ${selected(field.type as GraphQLOutputType, selection.selectionSet)}`];
  });
}

const operations = Object.entries({
  ...queries,
  ...homeQueries,
  ...nodeQueries,
  ...recordQueries,
  ...reviewQueries,
}).map(([name, { text }]) => [name, text] as const);

describe('the operations of the page', () => {
  it.each(operations)('%s is one of the API, and its type is what it selects', (name, text) => {
    const document = parse(text);
    expect(validate(schema, document)).toEqual([]);
    const [operation] = document.definitions;
    if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('One operation each');
    const root = schema.getRootType(operation.operation)!;

    const type = checker.getTypeOfSymbol(declared.get(name)!);
    const [data, variables] = type.aliasTypeArguments ?? checker.getTypeArguments(type as ts.TypeReference);
    expect(written(data!)).toBe(`{ ${fieldsOf(root.name, operation.selectionSet, false).sort().join('; ')} }`);

    // The variables that are sent must be those that the operation declares, with the same ones optional.
    const given = variables!.getProperties().map((field) => field.name);
    const taken = (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
    expect(given.sort()).toEqual(taken.sort());
  });

  it('uses nothing that is deprecated', () => {
    const info = new TypeInfo(schema);
    const deprecated: string[] = [];
    for (const [, text] of operations) {
      visit(
        parse(text),
        visitWithTypeInfo(info, {
          Field: ({ name }) => {
            if (info.getFieldDef()?.deprecationReason) deprecated.push(name.value);
          },
        }),
      );
    }
    expect(deprecated).toEqual([]);
  });
});
