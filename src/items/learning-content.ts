import type { Part } from '../knowledge/kind.js';

/** What a learning says. When and at which step it happened, and whose word it is, never changes. */
const LEARNING_FIELDS = [
  'task',
  'originalAction',
  'originalError',
  'recoveryApproach',
  'correctedAction',
  'humanReasoning',
  'applicationVersion',
] as const;

/** Learnings have versions, too; whether one is verified is no content. */
export const learningPart = {
  name: 'Learning',
  label: 'Learning',
  refPrefix: 'learning',
  content: {
    fields: LEARNING_FIELDS,
    json: ['originalAction', 'correctedAction'],
    required: ['task', 'originalAction'],
  },
} as const satisfies Part;

export function learningRef(id: string): string {
  return `${learningPart.refPrefix}:${id}`;
}
