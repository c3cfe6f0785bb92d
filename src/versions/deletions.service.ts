import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { BadUserInputError } from '../common/errors.js';

/** @returns false if the caller sees no such thing */
type Delete = (caller: Caller, id: string, withPieces: boolean) => Promise<boolean>;

/** Registry of the things that can be deleted by their refs, by prefix. */
@Injectable()
export class Deletions {
  private readonly doors = new Map<string, Delete>();

  add(prefix: string, door: Delete): void {
    this.doors.set(prefix, door);
  }

  /**
   * Deletes a thing with its earlier versions, which cannot be undone.
   *
   * @returns false if the caller sees no such thing
   * @throws BadUserInputError when nothing with this prefix can be deleted, or `withPieces` is given for anything but
   *   an entity
   */
  async delete(caller: Caller, ref: string, withPieces: boolean): Promise<boolean> {
    const [, prefix = '', id = ''] = /^([a-z]+):(.+)$/su.exec(ref) ?? [];
    const door = this.doors.get(prefix);
    if (!door) {
      const known = [...this.doors.keys()].sort().map((one) => `${one}:`);
      throw BadUserInputError.of('ref', 'isDeletable', `ref must begin with one of ${known.join(', ')}`);
    }
    if (withPieces && prefix !== 'entity') {
      throw BadUserInputError.of('withPieces', 'isOfEntity', 'withPieces can be given only for an entity');
    }
    return door(caller, id, withPieces);
  }
}
