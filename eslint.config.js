import eslint from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import ts from 'typescript';
import tseslint from 'typescript-eslint';

/** Packages that one folder alone may import, so that all others go through what it offers. */
const driver = {
  name: 'neo4j-driver',
  message: 'Only src/graph talks to the driver; run a statement with GraphService.',
};
const openai = {
  name: 'openai',
  message: 'Only src/llm and src/embedding talk to models; use LlmClient or Embedder.',
};

/** Whether each possible value of a key is written in the code: literals, numbers, members of an enum, symbols. */
const isWritten = (type) =>
  type.isUnion()
    ? type.types.every(isWritten)
    : (type.flags &
        (ts.TypeFlags.StringLiteral |
          ts.TypeFlags.NumberLike |
          ts.TypeFlags.EnumLike |
          ts.TypeFlags.BooleanLike |
          ts.TypeFlags.ESSymbolLike |
          ts.TypeFlags.Undefined |
          ts.TypeFlags.Never)) !==
      0;

/** Whether an expression makes an object that inherits from Object: `{…}` or Object.fromEntries(…), with casts or not. */
const isLiteralObject = (node) => {
  if (!node) return false;
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)) {
    return isLiteralObject(node.expression);
  }
  if (ts.isCallExpression(node)) return node.expression.getText() === 'Object.fromEntries';
  return ts.isObjectLiteralExpression(node);
};

const MAX_LINES = 500;
/** ESLint's own max-lines counts the same, but cannot say what to do. */
const house = {
  rules: {
    'long-file': {
      meta: { type: 'suggestion', schema: [] },
      create: (context) => ({
        Program(node) {
          const { lines, text } = context.sourceCode;
          const count = lines.length - (text.endsWith('\n') ? 1 : 0);
          if (count <= MAX_LINES) return;
          context.report({
            node,
            message: `${count} lines, and ${MAX_LINES} are the limit: part the file by what it holds, so that each part is found by its name (a service by what it serves, pure rules in a file of their own), not by its length.`,
          });
        },
      }),
    },
    'foreign-key': {
      meta: { type: 'problem', schema: [] },
      create: (context) => {
        const { program, getTypeAtLocation, esTreeNodeToTSNodeMap } = context.sourceCode.parserServices;
        const checker = program.getTypeChecker();
        const isForeign = (key) => {
          if (key.type === 'Literal' || key.type === 'TemplateLiteral' || key.type === 'PrivateIdentifier')
            return false;
          // A cast to a written type hides where the key came from.
          const type = getTypeAtLocation(key.type === 'TSAsExpression' ? key.expression : key);
          return !isWritten(checker.getBaseConstraintOfType(type) ?? type);
        };
        const isLiteral = (object) => {
          let symbol = checker.getSymbolAtLocation(esTreeNodeToTSNodeMap.get(object));
          if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
          const declared = symbol?.valueDeclaration;
          return declared && ts.isVariableDeclaration(declared) && isLiteralObject(declared.initializer);
        };
        const report = (node) =>
          context.report({
            node,
            message:
              'In an object literal a key from outside also finds `constructor` and all that objects inherit: look it up in a Map, or with ownValue (src/common/json.ts).',
          });
        return {
          MemberExpression(node) {
            const { parent } = node;
            const isSet = parent.type === 'AssignmentExpression' && parent.left === node && parent.operator === '=';
            if (node.computed && !isSet && isForeign(node.property) && isLiteral(node.object)) report(node);
          },
          'BinaryExpression[operator="in"]'(node) {
            if (isForeign(node.left) && isLiteral(node.right)) report(node);
          },
        };
      },
    },
  },
};

export default defineConfig(
  globalIgnores(['dist/', 'clients/typescript/dist/', 'coverage/', '.data/', 'node_modules/', 'test/data/']),
  eslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Leaves classes with decorators alone: Nest reads their imports at run time.
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' }],
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true, boolean: true } }],
      // Numbers in messages read as they are.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Modules and models of Nest are classes with decorators and little else.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // environment['NAME']: tsconfig asks for brackets where an index signature answers.
      '@typescript-eslint/dot-notation': 'off',
      // The type of a row or an argument is written at the call: run<Parameters, Row>, getRequest<FastifyRequest>.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // Hooks of Fastify and Mercurius are async by their contract, whether they wait for something or not.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // Models are classes for Nest's sake; rows of the database and literals are given where they are expected.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-deprecated': [
        'error',
        // The low-level server of MCP, which takes JSON schemas as they are.
        { allow: [{ from: 'package', package: '@modelcontextprotocol/sdk', name: 'Server' }] },
      ],
      // An unhandled case in a caller's data is met with a default, also where the types say it cannot be.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
      'no-restricted-imports': ['error', { paths: [driver, openai] }],
    },
  },
  {
    files: ['src/**/*.ts', 'web/**/*.{ts,tsx}', 'bench/**/*.mjs', 'scripts/**/*.mjs'],
    plugins: { house },
    rules: { 'house/long-file': 'error' },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    plugins: { house },
    rules: { 'house/foreign-key': 'error' },
  },
  {
    files: ['src/graph/**/*.ts', 'src/managed/**/*.ts', 'bench/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: [openai] }] },
  },
  {
    files: ['src/**/*.ts'],
    // callers-cypher.task.ts runs what a caller wrote (docs/decisions/0009-callers-cypher.md).
    ignores: [
      'src/graph/graph.service.ts',
      'src/graph/write-transaction.ts',
      'src/graph/callers-cypher.task.ts',
      '**/*.spec.ts',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.property.name=/^(session|beginTransaction|executeRead|executeWrite|executeQuery)$/]',
          message:
            'Statements are files, declared in *.statements.ts and run by GraphService: no other text reaches the database (docs/decisions/0002-statements-as-files.md).',
        },
      ],
    },
  },
  {
    files: ['src/llm/**/*.ts', 'src/embedding/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: [driver] }] },
  },
  {
    files: ['test/**/*.ts', '**/*.spec.ts'],
    rules: {
      // Answers of the service are looked at as they come.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
      'no-restricted-imports': 'off',
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'URL',
          'Buffer',
          'setTimeout',
          'clearTimeout',
          'setInterval',
          'clearInterval',
          'fetch',
          'AbortController',
          'AbortSignal',
          'performance',
          'structuredClone',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['bench/learning/web/app/*.js'],
    languageOptions: { globals: { document: 'readonly', window: 'readonly' } },
  },
);
