import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { ConflictError } from '../../common/errors.js';
import { GraphService } from '../../graph/graph.service.js';
import { KnowledgeWriter } from '../knowledge.writer.js';
import { RULES } from '../../mentions/linker.js';
import type { AutomaticMentions } from './mentions.model.js';
import { findState, type MentionJob, setJob } from '../../mentions/mentions.statements.js';
import { MentionsWorker } from './mentions.worker.js';

/**
 * Maximum time for which a change of the setting waits until texts are processed. Further texts are processed in the
 * background.
 */
const WAIT_MS = 5_000;

/** The setting of automatic mentions of a namespace, and the progress of linking. */
@Injectable()
export class MentionsService {
  constructor(
    private readonly graph: GraphService,
    private readonly writer: KnowledgeWriter,
    private readonly worker: MentionsWorker,
    private readonly clock: Clock,
  ) {}

  async state(namespace: string): Promise<AutomaticMentions> {
    const [state] = await this.graph.run(findState, { namespace, rules: RULES });
    if (!state) throw new Error('find-state returns one row');
    const { enabled, busy, linked, waiting } = state;
    return { enabled, linked, waiting, done: !busy && waiting === 0 };
  }

  /**
   * Turns automatic mentions of a namespace on, which links all of its texts, or off, which deletes the mentions.
   *
   * @throws ConflictError when turned on while the deletion is still running
   */
  async setEnabled(namespace: string, enabled: boolean): Promise<AutomaticMentions> {
    const before = await this.state(namespace);
    if (before.enabled === enabled) return before;
    // Linking must not start while counts of names are only partly deleted.
    if (enabled && !(await this.worker.workFor(namespace, WAIT_MS))) {
      throw new ConflictError('Automatic mentions are still being taken back; turn them on when that is done');
    }
    await this.begin(namespace, enabled, enabled ? 'NAMES' : 'CLEAR');
    await this.worker.workFor(namespace, WAIT_MS);
    return this.state(namespace);
  }

  /**
   * Links all texts of the namespace again, in the background.
   *
   * @throws ConflictError when automatic mentions are off
   */
  async relink(namespace: string): Promise<AutomaticMentions> {
    if (!(await this.state(namespace)).enabled) {
      throw new ConflictError('Automatic mentions are off in this namespace; setAutomaticMentions turns them on');
    }
    await this.begin(namespace, true, 'NAMES');
    await this.worker.settle(namespace);
    return this.state(namespace);
  }

  private begin(namespace: string, enabled: boolean, job: MentionJob): Promise<unknown> {
    return this.writer.locked(namespace, this.clock.now(), (transaction) =>
      transaction.run(setJob, { namespace, enabled, job, position: '', rules: RULES }),
    );
  }
}
