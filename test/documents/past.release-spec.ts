import { beforeEach, expect, it } from 'vitest';
import { june, type Knowledge, onDay, withKnowledge } from '../layers/support.js';
import { freshNamespace } from '../support/graph.js';

// Documents change on days of June.

let service: Knowledge;
withKnowledge((started) => ({ service } = started));

let namespace: string;
beforeEach(() => {
  namespace = freshNamespace();
});
const ask = <Data>(query: string, variables: object = {}) => service.data<Data>(namespace, query, variables);
const ingest = (day: number, content: string) =>
  onDay(service, day, async () => {
    const query =
      'mutation ($document: IngestDocumentInput!) { ingestDocument(document: $document) { document { id } } }';
    const { ingestDocument } = await ask<{ ingestDocument: { document: { id: string } } }>(query, {
      document: { source: 'pumps.md', content },
    });
    return ingestDocument.document.id;
  });
const found = async (asOf?: Date) => {
  const query = `query ($asOf: DateTime) {
    search(query: "pump seal oil", kinds: [PIECE], asOf: $asOf) { hits { knowledge { ... on Piece { content } } } } }`;
  const { search } = await ask<{ search: { hits: { knowledge: { content: string } }[] } }>(query, { asOf });
  return search.hits.map(({ knowledge }) => knowledge.content).sort();
};
const told = async (asOf?: Date) => {
  const query = 'query ($asOf: DateTime) { context(input: { query: "pump seal oil", asOf: $asOf }) { text } }';
  return (await ask<{ context: { text: string } }>(query, { asOf })).context.text;
};

it('a document is found as it stood at a time, also after it was closed', async () => {
  await ingest(1, '# Pumps\n\nThe pump runs all day.\n\n# Seals\n\nA seal lasts a year.\n');
  const id = await ingest(10, '# Pumps\n\nThe pump runs all night.\n\n# Oil\n\nThe oil is changed weekly.\n');
  const close = 'mutation ($id: ID!) { closeDocument(id: $id) }';
  await onDay(service, 20, () => ask(close, { id }));
  expect(await found()).toEqual([]);
  const first = ['A seal lasts a year.', 'The pump runs all day.'];
  const second = ['The oil is changed weekly.', 'The pump runs all night.'];
  expect(await found(june(5))).toEqual(first);
  expect(await found(june(15))).toEqual(second);
  expect(await found(june(25))).toEqual([]);
  expect(await told(june(5))).toContain('A seal lasts a year.');
  expect(await told(june(25))).not.toContain('seal lasts');
  await ingest(26, '# Pumps\n\nThe pump runs all night.\n\n# Oil\n\nThe oil is changed weekly.\n');
  expect(await found()).toEqual(second);
  expect(await found(june(25))).toEqual([]);
  expect(await found(june(15))).toEqual(second);
  expect(await found(june(5))).toEqual(first);
});
