import type { Part } from '../knowledge/kind.js';

/** The versioned fields of a learning. Its time, step and author never change. */
const LEARNING_FIELDS = [
  'task',
  'originalAction',
  'originalError',
  'recoveryApproach',
  'correctedAction',
  'humanReasoning',
  'applicationVersion',
] as const;

/** Declares that learnings have versions. Whether a learning is verified is not part of its content. */
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
