import { it } from 'vitest';
import { withOwnDatabase } from '../setup/own-database.js';
import { connectedGraph } from '../support/graph.js';
import { fuzzImports } from './foreign-support.js';

// Jobs of other services would read what these imports bring.
withOwnDatabase((own) => {
  it('2,000 changed exports are refused, or write nothing outside of their namespaces', async () => {
    const graph = await connectedGraph(own().connection);
    try {
      await fuzzImports(graph, 2_000, 2);
    } finally {
      await graph.onApplicationShutdown();
    }
  }, 900_000);
});
