import { line } from '../common/prompt-text.js';
import type { Entity, Piece, Relation } from '../entities/entities.model.js';

/** Writes an entity as text for people and agents: profile, relations, and pieces that belong to it. */
export function formatEntity(
  { id, type, label, properties }: Entity,
  relations: readonly Relation[],
  pieces: readonly Piece[],
): string {
  const profile = Object.keys(properties)
    .sort()
    .map((name) => {
      const value = properties[name];
      return line('', `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
    });
  const parts = [
    [line('', `${id} (${type})${label === null ? '' : `: ${label}`}`)],
    profile,
    relations.map(({ type, source, target }) => line('', `${nameOf(source)} ${type} → ${nameOf(target)}`)),
    pieces.map(({ id, knowledgeType, infoType, content }) => {
      return line(`[${knowledgeType.toLowerCase()}, `, `${infoType}] ${content.trim()} (${id})`, { spaces: 'kept' });
    }),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function nameOf({ id, label }: Entity): string {
  return label ?? id;
}
