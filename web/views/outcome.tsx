import { useEffect, useRef, useState } from 'preact/hooks';
import { messageOf, send } from '../api/client.js';
import { context, type ContextInput, type Hit, reportOutcome } from '../api/queries.js';
import { KindTag } from '../parts/kind.js';
import { refOf } from '../rules/address.js';
import { shownTitle } from '../rules/text.js';
import type { Reported } from './outcome-result.js';

/**
 * Asks for confirmation before any trust changes. The report is identified by the receipt of the context, so that
 * repeating it after a lost response changes nothing.
 */
export function OutcomeDialog(props: {
  readonly namespace: string;
  /** What was asked; it gives the receipt on which the outcome is reported. */
  readonly input: ContextInput;
  readonly hits: readonly Hit[];
  readonly begin: { readonly ref: string; readonly success: boolean };
  readonly done: (reported: Reported | null) => void;
}) {
  const { namespace, input: asked, hits, begin, done } = props;
  const { success } = begin;
  const dialog = useRef<HTMLDialogElement>(null);
  const receipt = useRef<string | null>(null);
  const [used, setUsed] = useState<readonly string[]>([begin.ref]);
  const [comment, setComment] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);

  const report = async () => {
    receipt.current ??= (await send(context, { input: asked }, namespace)).context.receiptId;
    if (receipt.current === null) throw new Error('The database is read-only, so that nothing can be reported.');
    const remark = comment.trim();
    const input = { receiptId: receipt.current, success, used, ...(remark !== '' && { comment: remark }) };
    const answer = await send(reportOutcome, { input }, namespace);
    const states = new Map(answer.reportOutcome.items.map((item) => [refOf(item.kind, item.id), item.creditState]));
    done({ receiptId: receipt.current, success, used, states, before: hits });
  };

  return (
    <dialog ref={dialog} aria-labelledby="outcome-title" onClose={() => done(null)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setBusy(true);
          setProblem('');
          report().catch((error: unknown) => {
            setBusy(false);
            setProblem(messageOf(error));
          });
        }}
      >
        <h2 id="outcome-title">{success ? 'Report that this helped?' : 'Report that this failed?'}</h2>
        <p>
          The trust of what you select changes, and with it the order in which all agents of <b>{namespace}</b> are
          given it. If you select several, they share the outcome. The report can be taken back.
        </p>
        <fieldset class="ticks">
          <legend class="small soft">Used for the task</legend>
          {hits.map(({ knowledge: { ref, title, text, kind } }) => (
            <label key={ref}>
              <input
                type="checkbox"
                checked={used.includes(ref)}
                onChange={({ currentTarget }) =>
                  setUsed(currentTarget.checked ? [...used, ref] : used.filter((other) => other !== ref))
                }
              />
              <span>
                {shownTitle(title, text)} <KindTag kind={kind} />
              </span>
            </label>
          ))}
        </fieldset>
        <label class="field">
          What happened? (optional; kept with the evidence)
          <textarea
            rows={3}
            maxLength={2_000}
            value={comment}
            onInput={({ currentTarget }) => setComment(currentTarget.value)}
          />
        </label>
        {problem !== '' && (
          <p role="alert" class="down">
            {problem} Nothing is counted twice if you try again.
          </p>
        )}
        <p class="buttons">
          <button type="submit" class="primary" disabled={isBusy || used.length === 0}>
            {success ? 'Report the success' : 'Report the failure'}
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </p>
      </form>
    </dialog>
  );
}
