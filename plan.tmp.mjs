import neo4j from 'neo4j-driver';
import { readCypherFile } from './dist/graph/statement.js';
import { withDatabase } from './bench/lib/database.mjs';
import { startServiceProcess } from './bench/lib/service-process.mjs';
await withDatabase(async (database) => {
  const service = await startServiceProcess({
    NEO4J_URI: database.uri,
    NEO4J_USER: database.user,
    NEO4J_PASSWORD: database.password,
    EMBEDDER: 'none',
    HOST: '127.0.0.1',
  });
  await service.stop();
  const driver = neo4j.driver(database.uri, neo4j.auth.basic(database.user, database.password), {
    disableLosslessIntegers: true,
  });
  for (const name of ['search/find-by-graph', 'search/find-by-text', 'search/count-knowledge']) {
    const file = readCypherFile(name);
    const { records } = await driver.executeQuery(`RETURN ${file.parameters} AS p`);
    const p = records[0].get('p');
    await driver.executeQuery('CALL db.clearQueryCaches()');
    for (const namespace of [
      '',
      '',
      'a',
      'b',
      'default',
      'demo',
      'a-long-namespace',
      'a-longer-namespace-x',
      'x'.repeat(60),
    ]) {
      const t = performance.now();
      await driver.executeQuery(
        file.text,
        {
          ...p,
          ...(p.model
            ? {
                model: null,
                slot: null,
                vector: null,
                vectorIndex: null,
                vectorProperty: null,
                modelProperty: null,
                fetch: 0,
              }
            : {}),
          namespace,
        },
        { routing: 'READ' },
      );
      console.log(name, namespace.length, (performance.now() - t).toFixed(0));
    }
  }
  await driver.close();
});
