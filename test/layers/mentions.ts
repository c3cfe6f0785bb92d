import type { GraphService } from '../../src/graph/graph.service.js';

function read<Row extends object>(graph: GraphService, namespace: string, text: string): Promise<Row[]> {
  return graph.run<{ namespace: string }, Row>({ name: 'test/mentions', mode: 'read', text }, { namespace });
}

/** Returns the entities to which each text is linked by its words, by piece. */
export async function linkedTexts(graph: GraphService, namespace: string): Promise<Record<string, string[]>> {
  const rows = await read<{ id: string; names: string[] }>(
    graph,
    namespace,
    `MATCH (p:Piece {namespace: $namespace}) WHERE p.id > ''
     RETURN p.id AS id, COLLECT { MATCH (p)-[m:MENTIONS {by: 'RULE'}]->(e:Entity) RETURN e.id ORDER BY e.id } AS names
     ORDER BY id`,
  );
  return Object.fromEntries(rows.map(({ id, names }) => [id, names]));
}

/** Returns all data derived from the texts of a namespace, without data that a user stored. */
export async function derived(graph: GraphService, namespace: string): Promise<unknown> {
  const edges = await read<object>(
    graph,
    namespace,
    `MATCH (p:Piece {namespace: $namespace})-[m:MENTIONS|TITLED]->(e:Entity) WHERE p.id > ''
     RETURN p.id AS piece, type(m) AS type, m.by AS by, e.id AS entity, e.type AS entityType, e.rule AS rule, e.name AS name
     ORDER BY piece, type, entity`,
  );
  const entities = await read<object>(
    graph,
    namespace,
    `MATCH (e:Entity {namespace: $namespace}) WHERE e.id > '' RETURN e.id AS id, e.type AS type, e.rule AS rule ORDER BY id`,
  );
  const names = await read<object>(
    graph,
    namespace,
    `MATCH (n:Name {namespace: $namespace}) WHERE n.name > ''
     RETURN n.name AS name, n.told AS told, n.titles AS titles, n.documents AS documents, n.targets AS targets,
       n.hidden AS hidden, n.key AS key, n:UnlinkedName AS waits ORDER BY name`,
  );
  const texts = await read<object>(
    graph,
    namespace,
    `MATCH (p:Piece {namespace: $namespace}) WHERE p.id > ''
     RETURN p.id AS id, p.names AS names, p:UnlinkedPiece AS waits ORDER BY id`,
  );
  return { edges, entities, names, texts };
}
