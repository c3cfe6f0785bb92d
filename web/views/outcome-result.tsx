import { useEffect, useRef, useState } from 'preact/hooks';
import { messageOf, send } from '../api/client.js';
import { trustNow as currentTrust } from '../api/node-queries.js';
import { type Hit, retract } from '../api/queries.js';
import { knowledgeOf, nodeAddress } from '../rules/address.js';
import { number } from '../rules/score.js';
import { shownTitle } from '../rules/text.js';
import { CREDIT_STATES } from '../rules/words.js';

/** A report made in this view, with the hits as they were before it. */
export interface Reported {
  readonly receiptId: string;
  readonly success: boolean;
  readonly used: readonly string[];
  /** State of each share of the outcome, by ref. */
  readonly states: ReadonlyMap<string, string | null>;
  readonly before: readonly Hit[];
}

/** Shows hits before and after the report side by side, with a button to retract it. */
export function OutcomeResult(props: {
  readonly namespace: string;
  readonly reported: Reported;
  readonly mayTakeBack: boolean;
  /** Null while the search is repeated. */
  readonly now: readonly Hit[] | null;
  readonly changed: () => void;
  readonly close: () => void;
}) {
  const { namespace, reported, mayTakeBack, now, changed, close } = props;
  const [state, setState] = useState<'standing' | 'busy' | 'taken back'>('standing');
  const [problem, setProblem] = useState('');
  const reason = useRef<HTMLInputElement>(null);
  const trusts = useTrusts(namespace, reported.used, now);
  const takeBack = async () => {
    setState('busy');
    try {
      const why = reason.current?.value.trim() || 'Taken back in the explorer';
      await send(retract, { ref: `receipt:${reported.receiptId}`, reason: why }, namespace);
      setState('taken back');
      setProblem('');
      changed();
    } catch (error) {
      setState('standing');
      setProblem(messageOf(error));
    }
  };
  return (
    <section class="card" aria-labelledby="result-title" data-test="outcome">
      <h2 id="result-title">
        {state === 'taken back'
          ? 'It was taken back: this is the order now'
          : reported.success
            ? 'The success is reported'
            : 'The failure is reported'}
      </h2>
      <div class="table stack">
        <table>
          <thead>
            <tr>
              <th rowSpan={2}>What</th>
              <th colSpan={2} class="span">
                Rank
              </th>
              <th colSpan={2} class="span">
                Score
              </th>
              <th colSpan={2} class="span">
                Trust
              </th>
              <th rowSpan={2}>Report</th>
            </tr>
            <tr>
              <th class="num">before</th>
              <th class="num">after</th>
              <th class="num">before</th>
              <th class="num">after</th>
              <th class="num">before</th>
              <th class="num">after</th>
            </tr>
          </thead>
          <tbody>
            {reported.before.map((hit, index) => {
              const { ref, trust } = hit.knowledge;
              const title = shownTitle(hit.knowledge.title, hit.knowledge.text);
              const at = now?.findIndex(({ knowledge }) => knowledge.ref === ref) ?? -1;
              const after = now?.[at];
              const trustNow = trusts.get(ref) ?? after?.knowledge.trust;
              const share = reported.states.get(ref) ?? null;
              return (
                <tr key={ref}>
                  <td>{reported.used.includes(ref) ? <b>{title}</b> : title}</td>
                  <td data-column="Rank before" class="num">
                    {index + 1}
                  </td>
                  <td data-column="Rank after" class={now ? moved(index, at < 0 ? Infinity : at) : 'num'}>
                    {after ? at + 1 : now ? `after ${now.length}` : '…'}
                  </td>
                  <td data-column="Score before" class="num">
                    {number(hit.score)}
                  </td>
                  <td data-column="Score after" class={moved(after?.score ?? hit.score, hit.score)}>
                    {after ? number(after.score) : '–'}
                  </td>
                  <td data-column="Trust before" class="num">
                    {number(trust)}
                  </td>
                  <td data-column="Trust after" class={moved(trustNow ?? trust, trust)}>
                    {trustNow === undefined ? '–' : number(trustNow)}
                  </td>
                  <td data-column="Report">
                    {reported.used.includes(ref) && state !== 'taken back' ? (CREDIT_STATES[share ?? ''] ?? '') : ''}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {mayTakeBack && state !== 'taken back' && (
        <label class="field">
          Reason for undoing (optional)
          <input ref={reason} maxLength={500} />
        </label>
      )}
      {problem !== '' && (
        <p role="alert" class="down">
          {problem}
        </p>
      )}
      <p class="buttons">
        {mayTakeBack && state !== 'taken back' && (
          <button type="button" disabled={state === 'busy'} onClick={() => void takeBack()}>
            Undo
          </button>
        )}
        {!mayTakeBack && <span class="small soft">A key with the role reviewer can take it back.</span>}
        <button type="button" onClick={close}>
          Close
        </button>
        <span class="small soft">
          <a data-own href={nodeAddress(namespace, `receipt:${reported.receiptId}`)}>
            The receipt
          </a>
        </span>
      </p>
    </section>
  );
}

function moved(one: number, other: number): string {
  if (one === other) return 'num';
  return one > other ? 'num up' : 'num down';
}

/** The current trust of everything reported on, including knowledge that is no longer among the hits. */
function useTrusts(
  namespace: string,
  refs: readonly string[],
  now: readonly Hit[] | null,
): ReadonlyMap<string, number> {
  const [trusts, setTrusts] = useState<ReadonlyMap<string, number>>(new Map());
  useEffect(() => {
    if (now === null) return;
    const control = new AbortController();
    const asked = refs.map(async (ref) => {
      const known = knowledgeOf(ref);
      if (!known) return [];
      const { knowledge } = await send(currentTrust, known, namespace, control.signal);
      return knowledge ? [[ref, knowledge.trust] as const] : [];
    });
    // If the trusts cannot be loaded, those of the hits are shown.
    Promise.all(asked).then(
      (found) => setTrusts(new Map(found.flat())),
      () => undefined,
    );
    return () => control.abort();
  }, [now]);
  return trusts;
}
