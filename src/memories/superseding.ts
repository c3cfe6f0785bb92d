import type { Caller } from '../common/caller.js';
import { BadUserInputError, NotFoundError } from '../common/errors.js';
import { editRow } from './edit-row.js';
import type { EditRow, MergeEnd, RecordRow } from './memories.statements.js';
import { assertMayChange } from './rights.js';

/**
 * The row that merges the memory `id` into the new one that replaces it; undefined if an earlier call has merged it.
 *
 * @param end the memory that is replaced; undefined if the caller cannot see it
 * @throws NotFoundError when the caller cannot see it
 * @throws ForbiddenError when the caller may not change it
 * @throws BadUserInputError when another memory replaced it, or other callers see it
 */
export function supersessionOf(
  caller: Caller,
  { memory }: RecordRow,
  id: string,
  end: MergeEnd | undefined,
): EditRow | undefined {
  if (!end) throw new NotFoundError('Memory', id);
  assertMayChange(caller, id, end);
  if (end.into === memory.id) return undefined;
  if (end.into !== null) throw refused('notMerged', `must not name "${id}", which "${end.into}" stands for already`);
  if (end.visibility !== memory.visibility) throw refused('sameScope', 'must name a memory that the same callers see');
  return editRow(caller.namespace, id, { ...end.says, mergedInto: memory.id });
}

function refused(rule: string, why: string): BadUserInputError {
  return BadUserInputError.of('supersedes', rule, `supersedes ${why}`);
}
