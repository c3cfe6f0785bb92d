import { expect, it } from 'vitest';
import { callerFrom } from '../../src/common/caller.js';
import type { ThrowAwayNeo4j } from '../setup/throw-away-neo4j.js';
import { type Searching, searching } from './support.js';

export function analyzerTests(database: () => ThrowAwayNeo4j): void {
  const started = (analyzer: string): Promise<Searching> =>
    searching({ ...database().connection, FULLTEXT_ANALYZER: analyzer });

  const found = async (service: Searching, namespace: string, query: string) =>
    (await service.search.search(callerFrom({ namespace }), { query, first: 5 })).hits.map(({ id }) => id);

  it('changes at the next start, for all replicas, and keeps what is stored', async () => {
    const english = await started('english');
    await english.save('own', [{ id: 'haus', title: 'viele', text: 'alte Häuser' }]);
    await english.save('other', [{ id: 'fremd', title: 'ein', text: 'altes Haus' }]);
    expect(await found(english, 'own', 'Haus')).toEqual([]);
    await english.close();

    const replicas = await Promise.all([started('german'), started('german')]);
    for (const german of replicas) expect(await found(german, 'own', 'Haus')).toEqual(['haus']);
    const indexes = "SHOW FULLTEXT INDEXES YIELD name, state WHERE name STARTS WITH 'knowledge' RETURN name, state";
    expect(await replicas[0].run(indexes)).toEqual([{ name: 'knowledge_text', state: 'ONLINE' }]);
    await Promise.all(replicas.map((replica) => replica.close()));
  }, 120_000);

  it.each(['klingon', 'keyword'])('refuses %j and names those it may be', async (analyzer) => {
    await expect(started(analyzer)).rejects.toThrow(
      new RegExp(`FULLTEXT_ANALYZER="${analyzer}": must be one of .*english.*german`),
    );
  });
}
