import { expect, it } from 'vitest';
import { cypherFileNames, readCypherFile } from '../../graph/statement.js';
import { RESERVED_PROPERTIES } from './reserved.js';

/** Properties that a statement reads or writes on what it matches as an entity or relation. */
function propertiesIn(statement: string): string[] {
  const text = statement.replaceAll(/\/\/.*|:params .*|'[^']*'|"[^"]*"/g, '');
  const node = String.raw`\((\w*):(?:\w+[:|])*(?:Entity|EntityAlias|DeletedEntity)\b`;
  const edge = String.raw`\[(\w*):(?:\w+\|)*(?:LINK|WAS_LINK)\b`;
  const matched = [...text.matchAll(new RegExp(`(?:${node}|${edge})[^({)\\]]*(?:\\{([^}]*)\\})?`, 'g'))];
  const bound = new Set(matched.map(([, entity, relation]) => entity ?? relation ?? '').filter((name) => name !== ''));
  const maps = matched.flatMap(([, , , map = '']) => [...map.matchAll(/(\w+):/g)]);
  const read = [...bound].flatMap((name) => [
    ...text.matchAll(new RegExp(`(?<![\\w$.])${name}\\.(\\w+)`, 'g')),
    ...[...text.matchAll(new RegExp(`(?<![\\w$.])${name} \\{([^}]*)\\}`, 'g'))].flatMap(([, projected = '']) => [
      ...projected.matchAll(/\.(\w+)/g),
    ]),
  ]);
  return [...maps, ...read].map(([, property = '']) => property);
}

it('reads the properties of entities and relations from statements', () => {
  const statement = `MATCH (e:Entity {namespace: $n})-[l:LINK|WAS_LINK]->(x:Other) WHERE l.one = 'e.two' // e.three
    RETURN e {.four, .five}, e.six, x.seven`;
  expect(propertiesIn(statement).sort()).toEqual(['five', 'four', 'namespace', 'one', 'six']);
});

/** Found by the pattern, but on other nodes or on maps whose variable has the name of an entity elsewhere in the file. */
const OF_OTHERS: Readonly<Record<string, readonly string[]>> = {
  'layers/hide-check-in': ['links', 'node'],
  'layers/count-relations-at': ['source', 'gone', 'until'],
  'layers/list-around-at': ['source', 'gone', 'until'],
  'layers/list-incoming-relations-at': ['known', 'source', 'gone', 'until'],
  'layers/list-outgoing-relations-at': ['known', 'source', 'gone', 'until'],
  // These visit nodes of all labels, under one variable.
  'context/estimate-size': ['taskId'],
  'moving/count-nodes': ['application', 'hash', 'taskId'],
  'moving/list-nodes': ['application', 'hash', 'taskId'],
  'sample/delete-nodes': ['application', 'hash', 'taskId', 'word'],
};

it('reserves each property that a statement reads or writes on an entity or relation', () => {
  // explore: written for people; the schema only names.
  const names = cypherFileNames().filter((name) => !/^(explore|schema)\//.test(name));
  const used = names.flatMap((name) => {
    const properties = propertiesIn(readCypherFile(name).text);
    return properties.filter((each) => !OF_OTHERS[name]?.includes(each)).map((each) => [each, name] as const);
  });
  expect(used.filter(([property]) => !RESERVED_PROPERTIES.has(property))).toEqual([]);
  expect(new Set(used.map(([property]) => property)).size).toBeGreaterThan(40);
});
