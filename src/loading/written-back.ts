import type { ContentState } from '../knowledge/kind.js';
import { entityName } from '../mentions/entity-name.js';
import type { ClearedRow } from '../entities/entities.statements.js';

// Turns versions into documents, so that restoring them uses the same code as loading.

/** A document, and the records to remove, because entities did not have them in that version. */
interface WrittenBack {
  readonly document: Readonly<Record<string, unknown>>;
  readonly cleared: readonly ClearedRow[];
}

export function documentOfThings(
  things: readonly { readonly ref: string; readonly id: string; readonly becomes: ContentState | undefined }[],
): WrittenBack {
  const pieces: unknown[] = [];
  const edges: unknown[] = [];
  const nodes: unknown[] = [];
  const cleared: ClearedRow[] = [];
  const metadata: [string, unknown][] = [];
  for (const { ref, id, becomes } of things) {
    if (!becomes) continue;
    if (ref.startsWith('piece:')) pieces.push(pieceRecord(id, becomes));
    else if (ref.startsWith('relation:')) edges.push(edgeRecord(becomes));
    else {
      const entity = entityRecords(id, becomes);
      if (entity.node) nodes.push(entity.node);
      if (entity.record) metadata.push([id, entity.record]);
      cleared.push(entity.cleared);
    }
  }
  return { document: { metadata: Object.fromEntries(metadata), pieces, graph: { nodes, edges } }, cleared };
}

function edgeRecord(state: ContentState) {
  const properties = JSON.parse(state['properties'] as string) as Readonly<Record<string, unknown>>;
  return {
    source_id: state['sourceId'],
    target_id: state['targetId'],
    edge_type: state['type'],
    valid_from: state['validFrom'],
    valid_to: state['validTo'],
    properties: { ...properties, piece_id: state['pieceId'] },
  };
}

function pieceRecord(id: string, state: ContentState) {
  return {
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
}

/** The records of an entity in a version, and the records that it did not have then. */
function entityRecords(id: string, { label, nodeType, properties, metadataType, metadata }: ContentState) {
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
    node,
    record,
    cleared: { id, node: !node, metadata: !record, name: entityName(id, null) },
  };
}
