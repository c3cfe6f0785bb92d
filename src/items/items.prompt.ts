import { jsonText, line } from '../common/prompt-text.js';
import { readAction } from './action.js';
import { type KnowledgeItem, type Learning, LearningKind } from './items.model.js';

// Renders an item for a prompt, in the layout and with the labels of the KB-attached learning design, which agents'
// instructions refer to. The same item and learnings always give the same bytes.

/** Maximum number of learnings shown per item. */
export const MAX_SHOWN_LEARNINGS = 3;
/** Trust below which the prompt warns the agent of an item. */
const CAUTION_BELOW = 0.9;
const MAX_ERROR = 150;
const MAX_ADVICE = 200;
const MAX_TASK = 100;

/** An item with the learnings that a planning prompt shows. */
export interface ItemPrompt {
  readonly item: Pick<KnowledgeItem, 'id' | 'description' | 'uiLocation' | 'actionSequence' | 'shortcut' | 'trust'>;
  /** In display order; only the first MAX_SHOWN_LEARNINGS are shown. */
  readonly learnings: readonly Learning[];
  /** Total number of learnings of the item, including those that are not shown. */
  readonly learningCount: number;
}

export function formatItem({ item, learnings, learningCount }: ItemPrompt): string {
  const lines = [
    '---',
    valueLine('KB ID: ', item.id),
    valueLine('Description: ', item.description),
    valueLine('UI Location: ', item.uiLocation),
    'Action Sequence:',
    ...item.actionSequence.map((action) => valueLine('  - ', action)),
    valueLine('Shortcut: ', item.shortcut ?? 'None'),
    '---',
  ];
  if (learningCount > 0) {
    lines.push('', `⚠️ PAST LEARNINGS (${learningCount} ${learningCount === 1 ? 'correction' : 'corrections'}):`);
    learnings.slice(0, MAX_SHOWN_LEARNINGS).forEach((learning, index) => {
      lines.push('', ...formatLearning(learning, index + 1));
    });
  }
  if (item.trust < CAUTION_BELOW) {
    lines.push('', `⚠️ CAUTION: Trust score ${item.trust.toFixed(2)} (has known issues)`);
  }
  return lines.join('\n');
}

function formatLearning(learning: Learning, number: number): string[] {
  const lines =
    learning.kind === LearningKind.SELF_EXPLORATION
      ? [
          `${number}. Agent Self-Recovery:`,
          valueLine('   - Failed Action: ', toolOf(learning.originalAction)),
          valueLine('   - Error: ', cut(learning.originalError ?? '', MAX_ERROR)),
          recoveryLine(learning),
        ]
      : [
          `${number}. Human Correction:`,
          valueLine('   - Human Said: ', cut(learning.humanReasoning ?? '', MAX_ADVICE)),
          valueLine('   - Corrected To: ', callOf(learning.correctedAction)),
        ];
  return [
    ...lines,
    valueLine('   - Task Context: ', cut(learning.task, MAX_TASK)),
    valueLine('   - Recorded: ', recordOf(learning)),
  ];
}

function recordOf({ timestamp, id, verified, applicationVersion }: Learning): string {
  const parts = [timestamp.toISOString().slice(0, 10), `learning ${id}`];
  if (verified) parts.push('verified');
  // The version is quoted if it contains a comma, because `1, verified` would look like two attributes.
  const version = applicationVersion?.includes(',') ? jsonText(applicationVersion) : applicationVersion;
  if (version !== null && version !== undefined) parts.push(`version ${version}`);
  return parts.join(', ');
}

function recoveryLine({ recoveryApproach, recoveryFailed }: Learning): string {
  const label = recoveryFailed ? 'Tried, But Failed Too' : 'What Worked';
  return valueLine(`   - ${label}: `, cut(recoveryApproach ?? 'not known yet', MAX_ADVICE));
}

/** The name of the tool that an action calls. If the action names no tool, it is shown as it was recorded. */
function toolOf(action: unknown): string {
  const { tool, arguments: given } = readAction(action);
  return tool === null ? argumentsText(given) : cut(tool, MAX_TASK);
}

/**
 * The call of a tool with its arguments. The arguments are shown because a human correction may concern only one of
 * them.
 */
function callOf(action: unknown): string {
  const { tool, arguments: given } = readAction(action);
  if (tool === null || given === null) return toolOf(action);
  return `${cut(tool, MAX_TASK)} ${argumentsText(given)}`;
}

function argumentsText(given: unknown): string {
  return given === null ? 'not recorded' : cut(jsonText(given), MAX_ADVICE);
}

/**
 * Truncates a text; `...` is appended only if characters are missing. Counts code points, so that no emoji is split.
 */
function cut(text: string, max: number): string {
  // Only the beginning of a huge text is examined. It is long enough, because a code point has at most two UTF-16
  // units, and tightening only removes whitespace.
  const points = [...tightened(text.length > 100 * max ? text.slice(0, 100 * max) : text)];
  return points.length > max ? `${points.slice(0, max).join('')}...` : points.join('');
}

/**
 * Replaces each line break and the whitespace around it by one character, so that indentation does not count towards
 * the limit.
 */
function tightened(text: string): string {
  return text.replace(/\s*[\r\n\u2028\u2029]\s*/gu, '\n').trim();
}

function valueLine(label: string, text: string): string {
  return line(label, tightened(text), { spaces: 'kept' });
}
