import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/**
 * Reads from the source the columns that statements declare for their rows, because types do not exist at run time.
 *
 * @param files paths of `*.statements.ts`
 * @returns sorted keys of the type `Row`, by name of the statement
 */
export function rowColumns(files: readonly string[]): ReadonlyMap<string, string[]> {
  const settings = fileURLToPath(new URL('../../tsconfig.json', import.meta.url));
  const { compilerOptions } = ts.parseConfigFileTextToJson(settings, readFileSync(settings, 'utf8')).config as {
    compilerOptions: object;
  };
  const { options } = ts.convertCompilerOptionsFromJson(
    compilerOptions,
    fileURLToPath(new URL('../../', import.meta.url)),
  );
  const program = ts.createProgram(files, { ...options, noEmit: true, skipLibCheck: true });
  const checker = program.getTypeChecker();
  const columns = new Map<string, string[]>();
  const visit = (node: ts.Node): void => {
    const kind =
      ts.isCallExpression(node) && /^(read|write|repeatable|schema)Statement$/.exec(node.expression.getText());
    if (ts.isCallExpression(node) && kind) {
      const [name] = node.arguments;
      const [, row] = node.typeArguments ?? [];
      if (!name || !ts.isStringLiteral(name) || (!row && kind[1] !== 'schema'))
        throw new Error(`${node.getText()} names no statement or no row`);
      // A change of the schema returns no row.
      const properties = row ? checker.getPropertiesOfType(checker.getTypeFromTypeNode(row)) : [];
      columns.set(name.text, properties.map((property) => property.name).sort());
    }
    ts.forEachChild(node, visit);
  };
  for (const file of files) {
    const source = program.getSourceFile(file);
    if (!source) throw new Error(`TypeScript did not read ${file}`);
    visit(source);
  }
  return columns;
}
