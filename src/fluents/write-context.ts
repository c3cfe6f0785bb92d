import type { Author } from '../common/caller.js';
import { type ChangeDoor, type NewChange, newChange } from '../versions/change.model.js';
import type { UndoWrite } from '../versions/undo.model.js';

/** Author, operation and time of a write to a domain, and the versions that it expects. */
export interface WriteContext {
  readonly now: Date;
  readonly author: Author;
  readonly door: ChangeDoor;
  /** Version numbers by ref that the write requires; refs not listed may have any number. */
  readonly expected?: ReadonlyMap<string, number> | undefined;
  /** The undo that writes, if it is one. */
  readonly undo?: Pick<UndoWrite, 'change' | 'begin'> | undefined;
}

/** The context of a write: its author, the operation and the time. */
export function writeBy({ agent, keyId }: Author, door: ChangeDoor, now: Date): WriteContext {
  return { now, author: { ...(agent !== undefined && { agent }), ...(keyId !== undefined && { keyId }) }, door };
}

export function changeOf({ now, author, door, undo }: WriteContext): NewChange {
  return undo?.change ?? newChange(author, door, now);
}
