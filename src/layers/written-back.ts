import type { ContentState } from '../knowledge/kind.js';
import { entityName } from './entity-name.js';
import type { ClearedRow } from './layers.statements.js';

// Versions as documents, so that they are written back by the way in which all is loaded.

export function documentOfPiece(id: string, state: ContentState): Readonly<Record<string, unknown>> {
  const record = {
    piece_id: id,
    title: state['title'],
    content: state['content'],
    embedding_text: state['embeddingText'],
    knowledge_type: state['knowledgeType'],
    info_type: state['infoType'],
    tags: state['tags'],
    entity_id: state['entityId'],
    mentions: state['mentioned'],
    session: state['session'],
    position: state['position'],
    occurred_at: state['occurredAt'],
    valid_from: state['validFrom'],
    valid_to: state['validTo'],
  };
  return { pieces: [record] };
}

/** Its records, and those that it did not have. */
export function documentOfEntity(
  id: string,
  { label, nodeType, properties, metadataType, metadata }: ContentState,
): { readonly document: Readonly<Record<string, unknown>>; readonly cleared: ClearedRow } {
  const node = typeof properties === 'string' && {
    node_id: id,
    node_type: nodeType,
    label,
    properties: JSON.parse(properties) as unknown,
  };
  const record = typeof metadata === 'string' && {
    entity_type: metadataType,
    properties: JSON.parse(metadata) as unknown,
  };
  return {
    document: { metadata: record ? { [id]: record } : {}, graph: { nodes: node ? [node] : [], edges: [] } },
    cleared: { id, node: !node, metadata: !record, name: entityName(id, null) },
  };
}
