import { fileURLToPath } from 'node:url';
import { decodeTime, encodeTime } from 'ulid';
import { learningHash, type LearningContent } from '../items/catalog.js';

export const DAY_MS = 86_400_000;

/** Folder of the recorded demo data, an export. */
export const RECORDED = fileURLToPath(new URL('../../sample/recorded', import.meta.url));

/**
 * The day after the last day of the recorded data. It is long past, so that no date of the files themselves can be taken
 * for a time of the recording.
 */
export const RECORDED_END = new Date('2001-02-01T00:00:00.000Z');

/** @returns days since 1970 */
export function dayOf(time: Date): number {
  return Math.floor(time.getTime() / DAY_MS);
}

/**
 * Moves the recorded times by whole days, so that the day before `end` is the last one: dates, also inside of texts, the
 * times at the beginning of ids, and the hashes of learnings, which cover their times.
 *
 * @returns the edit of a line of the recorded data
 */
export function movedTo(end: Date): (line: string) => string {
  const by = (dayOf(end) - dayOf(RECORDED_END)) * DAY_MS;
  return (line) => {
    const moved = line
      .replaceAll(/\b200[12]-\d\d-\d\d(?!\d)/g, (date) => new Date(Date.parse(date) + by).toISOString().slice(0, 10))
      // The time, the seed and the counter of an id (src/common/seeded-time.ts).
      .replaceAll(/\b00[0-9A-Z]{8}[0-9A-F]{6}\d{10}\b/g, (id) => `${encodeTime(decodeTime(id) + by)}${id.slice(10)}`);
    return moved.replace(/(?<="contentHash":")\w+/, () => hashOfLearning(moved));
  };
}

/** @param line record of a learning (src/moving/records.ts) */
function hashOfLearning(line: string): string {
  const { properties } = JSON.parse(line) as { properties: Record<string, unknown> };
  const { $int } = properties['stepNum'] as { $int: number };
  const { $time } = properties['timestamp'] as { $time: string };
  const text = (name: string) => (properties[name] ?? null) as string | null;
  const action = (name: string) => JSON.parse(text(name) ?? 'null') as Record<string, unknown> | null;
  const originalAction = action('originalAction') ?? {};
  return learningHash(String(originalAction['kb_source']), {
    kind: properties['kind'] as LearningContent['kind'],
    task: text('task') ?? '',
    stepNum: $int,
    originalAction,
    originalError: text('originalError'),
    recoveryApproach: text('recoveryApproach'),
    correctedAction: action('correctedAction'),
    humanReasoning: text('humanReasoning'),
    applicationVersion: text('applicationVersion'),
    timestamp: new Date($time),
  });
}
