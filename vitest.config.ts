import { defineConfig } from 'vitest/config';
import { builtSources } from './test/setup/built-sources.js';

export default defineConfig({
  // `npm test` has just built them, and says so.
  plugins: process.env.TEST_BUILT_SOURCES ? [builtSources(import.meta.dirname)] : [],
  resolve: {
    // Vite would take graphql's ES modules while Nest and Mercurius load its CommonJS: two classes of each type.
    alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }],
  },
  test: {
    // `npm run test:release` has what is rarely worth its time ('release') and what needs the machine alone ('measured').
    include: process.env.TEST_KIND
      ? [`{test,bench}/**/*.${process.env.TEST_KIND}-spec.{ts,mjs}`]
      : ['{src,bench,web}/**/*.spec.{ts,mjs}', 'test/**/*.graph-spec.ts', 'test/**/*.e2e-spec.ts'],
    globalSetup: ['test/setup/global-setup.ts'],
    setupFiles: ['test/setup/before-each-file.ts'],
    // The files of a worker share its modules: importing Nest, GraphQL and the rest anew for each took a quarter of the
    // time. What that asks of a test stands in CONTRIBUTING.md.
    isolate: false,
    server: { deps: { external: [/\/dist\//] } },
    // Threads that the service starts import its sources, which Node.js does not read by itself.
    execArgv: ['--import', new URL('./test/setup/typescript-in-threads.mjs', import.meta.url).href],
    // Waiting for the database is most of what they do; more workers than that only slow Neo4j down.
    maxWorkers: 2,
    // Tests before a release can take five times as long on a busy machine.
    testTimeout: process.env.TEST_KIND ? 300_000 : 60_000,
    // A hook may start a database of its own (test/setup/throw-away-neo4j.ts), or install packages.
    hookTimeout: process.env.TEST_KIND ? 300_000 : 120_000,
    // What is to be so in the end may take longer on a busy machine than the second that Vitest waits by itself.
    expect: { poll: { timeout: 10_000 } },
    restoreMocks: true,
  },
});
