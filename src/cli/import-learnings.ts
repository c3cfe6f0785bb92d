import { hashOf } from '../common/hash.js';
import { isRecord } from '../common/json.js';
import { readCatalogFile } from './catalog-file.js';
import { request, RequestRefused, type ServiceAddress } from './graphql-client.js';
import { showProgress } from './progress.js';
import { isWhole } from './import-report.js';
import type { CommandOutput } from './command.js';

/** Number of records between two progress messages. */
const TELL_EVERY = 100;

const ATTACH = 'mutation ($input: LearningInput!) { attachLearning(input: $input) { trustAfter } }';

/**
 * Attaches learnings in the format of a catalog (`kb_learnings`): each is attached to the item in
 * `original_action.kb_source`, which loses trust. Importing again changes nothing, because each record serves as its
 * own idempotency key.
 *
 * @returns false when records were skipped
 * @throws CommandFailure when the file cannot be read, when every record was skipped, or no service answers
 */
export async function importLearnings(file: string, address: ServiceAddress, output: CommandOutput): Promise<boolean> {
  const records = readCatalogFile(file);
  const progress = showProgress(output, 'attached', records.length);
  const skipped: { index: number; reason: string }[] = [];
  try {
    for (const [index, record] of records.entries()) {
      try {
        await request(address, ATTACH, { input: inputOf(record) });
      } catch (error) {
        if (!(error instanceof RequestRefused)) throw error;
        skipped.push({ index, reason: error.message });
      }
      const done = index + 1;
      if (done % TELL_EVERY === 0 || done === records.length) progress.advance(done);
    }
  } finally {
    progress.stop();
  }
  for (const { index, reason } of skipped) output.note(`skipped record ${index}: ${reason}`);
  output.note(`${records.length - skipped.length} attached, ${skipped.length} skipped`);
  return isWhole(records.length - skipped.length, skipped.length);
}

function inputOf(record: unknown): Record<string, unknown> {
  const {
    task,
    step_num,
    original_action,
    original_error,
    recovery_approach,
    corrected_action,
    human_reasoning,
    timestamp,
  } = isRecord(record) ? record : {};
  const isCorrection = human_reasoning !== undefined && human_reasoning !== null;
  return {
    itemId: isRecord(original_action) ? original_action['kb_source'] : undefined,
    kind: isCorrection ? 'HUMAN_INTERRUPT' : 'SELF_EXPLORATION',
    task,
    stepNum: step_num,
    originalAction: original_action,
    timestamp,
    ...(isCorrection
      ? { correctedAction: corrected_action, humanReasoning: human_reasoning }
      : { originalError: original_error, recoveryApproach: recovery_approach }),
    idempotencyKey: `import-${hashOf(record ?? null)}`,
  };
}
