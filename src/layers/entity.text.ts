import { oneLine } from '../common/text.js';
import type { Entity, Piece, Relation } from './layers.model.js';

/** An entity for people and agents to read: its profile, its relations, and what belongs to it. */
export function formatEntity(
  { id, type, label, properties }: Entity,
  relations: readonly Relation[],
  pieces: readonly Piece[],
): string {
  const profile = Object.keys(properties)
    .sort()
    .map((name) => {
      const value = properties[name];
      return `${oneLine(name)}: ${oneLine(typeof value === 'string' ? value : JSON.stringify(value))}`;
    });
  const parts = [
    [`${id} (${type})${label === null ? '' : `: ${oneLine(label)}`}`],
    profile,
    relations.map(({ type, source, target }) => `${nameOf(source)} ${oneLine(type)} → ${nameOf(target)}`),
    pieces.map(({ id, knowledgeType, infoType, content }) => {
      return `[${knowledgeType.toLowerCase()}, ${oneLine(infoType)}] ${content} (${id})`;
    }),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function nameOf({ id, label }: Entity): string {
  return oneLine(label ?? id);
}
