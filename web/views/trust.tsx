import { useEffect, useRef, useState } from 'preact/hooks';
import { messageOf, send } from '../api/client.js';
import { evidence, type EvidenceRow, trustCurve, type TrustPoint } from '../api/node-queries.js';
import { retract } from '../api/queries.js';
import { useAnswer } from '../api/use-answer.js';
import { Chart } from '../parts/chart.js';
import { Moment } from '../parts/refs.js';
import { Answered } from '../parts/state.js';
import { type Kind, nodeAddress } from '../rules/address.js';
import type { Rights } from '../rules/rights.js';
import { number } from '../rules/score.js';
import { trustSays } from '../rules/trust-says.js';
import { evidenceWords, STATE_WORDS } from '../rules/words.js';

/** Maximum number of points of the chart. */
const POINTS = 500;
const PAGE = 50;

interface TrustProps {
  readonly namespace: string;
  readonly kind: Kind;
  readonly id: string;
  readonly may: Rights;
  /** Called after the trust has changed. */
  readonly changed: () => void;
}

export function TrustView(props: TrustProps) {
  const { namespace, kind, id, changed } = props;
  const [answer, again] = useAnswer(trustCurve, { kind, id, points: POINTS }, namespace);
  const [round, setRound] = useState(0);
  return (
    <>
      <section class="card" aria-labelledby="trust-title">
        <h2 id="trust-title">Trust over time</h2>
        <Answered answer={answer} again={again}>
          {({ knowledge }) => knowledge && <TrustOverTime points={knowledge.trustCurve} now={knowledge.trust} />}
        </Answered>
      </section>
      <section class="card" aria-labelledby="evidence-title">
        <h2 id="evidence-title">Evidence</h2>
        <EvidenceTable
          {...props}
          key={round}
          changed={() => {
            setRound(round + 1);
            again();
            changed();
          }}
        />
      </section>
    </>
  );
}

function TrustOverTime({ points, now }: { readonly points: readonly TrustPoint[]; readonly now: number }) {
  const isReduced = points.length >= POINTS - 4;
  return (
    <>
      <p class="small soft">
        {trustSays(points, now)}
        {isReduced && ' Of this long history, the first and last value and the extremes of each interval are shown.'}
      </p>
      {points.length > 1 && (
        <Chart
          label="A chart of the trust over time"
          lines={{
            x: timesOf(points),
            lines: [{ label: 'Trust', colour: 'accent', is: 'steps', values: points.map(({ trust }) => trust) }],
          }}
        />
      )}
      <details>
        <summary>Show as a table</summary>
        <div class="table">
          <table>
            <thead>
              <tr>
                <th>When</th>
                <th class="num">Trust</th>
              </tr>
            </thead>
            <tbody>
              {points.map(({ at, trust }, index) => (
                <tr key={index}>
                  <td>
                    <Moment at={at} />
                  </td>
                  <td class="num">{number(trust)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}

/** Times in ms. Evidence that was brought from elsewhere may be older than the record of the initial trust. */
function timesOf(points: readonly TrustPoint[]): number[] {
  const [, ...changes] = points.map(({ at }) => Date.parse(at));
  return [Math.min(Date.parse(points[0]?.at ?? ''), changes[0] ?? Infinity), ...changes];
}

function EvidenceTable({ namespace, kind, id, may, changed }: TrustProps) {
  const [earlier, setEarlier] = useState<readonly EvidenceRow[]>([]);
  const [after, setAfter] = useState<string | null>(null);
  const [answer, again] = useAnswer(evidence, { kind, id, first: PAGE, after }, namespace);
  const [taking, setTaking] = useState<EvidenceRow | null>(null);
  return (
    <Answered answer={answer} again={again}>
      {({ knowledge }) => {
        if (!knowledge) return null;
        const { nodes, totalCount, pageInfo } = knowledge.evidence;
        const rows = [...earlier, ...nodes];
        if (totalCount === 0)
          return <p class="soft small">Nothing was reported yet, so the trust is what it began with.</p>;
        return (
          <>
            <div class="table stack">
              <table>
                <caption>
                  {rows.length} of {totalCount}, newest first
                </caption>
                <thead>
                  <tr>
                    <th>When</th>
                    <th>What</th>
                    <th>Who</th>
                    <th class="num">Trust before</th>
                    <th class="num">after</th>
                    <th>Comment</th>
                    {may.retract && <th>Wrong?</th>}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={row.id}>
                      <td>
                        {row.receiptId === null ? (
                          <Moment at={row.at} />
                        ) : (
                          <a data-own href={nodeAddress(namespace, `receipt:${row.receiptId}`)}>
                            <Moment at={row.at} />
                          </a>
                        )}
                      </td>
                      <td>
                        <span class={row.positive ? 'up' : 'down'}>{row.positive ? 'for' : 'against'}</span>:{' '}
                        {evidenceWords(row.kind, row.positive)}
                        {row.state !== 'APPLIED' && (
                          <span class="soft"> ({STATE_WORDS[row.state] ?? row.state.toLowerCase()})</span>
                        )}
                      </td>
                      <td data-column="Who">{row.agent ?? '–'}</td>
                      <td class="num" data-column="Trust before">
                        {row.trustBefore === null ? '–' : number(row.trustBefore)}
                      </td>
                      <td class="num" data-column="Trust after">
                        {row.trustAfter === null ? '–' : number(row.trustAfter)}
                      </td>
                      <td data-column="Comment">{row.comment}</td>
                      {may.retract && (
                        <td>
                          {row.kind !== 'RETRACTION' && (row.state === 'APPLIED' || row.state === 'PENDING') && (
                            <button type="button" class="link" onClick={() => setTaking(row)}>
                              Undo
                            </button>
                          )}
                        </td>
                      )}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            {pageInfo.hasNextPage && (
              <p class="buttons">
                <button
                  type="button"
                  onClick={() => {
                    setEarlier(rows);
                    setAfter(pageInfo.endCursor);
                  }}
                >
                  Show older ones
                </button>
              </p>
            )}
            {taking && (
              <TakeBackDialog
                namespace={namespace}
                row={taking}
                done={(isTaken) => {
                  setTaking(null);
                  if (isTaken) changed();
                }}
              />
            )}
          </>
        );
      }}
    </Answered>
  );
}

/**
 * Asks for confirmation before a retraction. It is identified by the id of the evidence, so that repeating it changes
 * nothing.
 */
function TakeBackDialog(props: {
  readonly namespace: string;
  readonly row: EvidenceRow;
  readonly done: (isTaken: boolean) => void;
}) {
  const { namespace, row, done } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="take-title" onClose={() => done(false)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send(retract, { ref: `evidence:${row.id}`, reason: reason.trim() }, namespace).then(
            () => done(true),
            (error: unknown) => setProblem(messageOf(error)),
          );
        }}
      >
        <h2 id="take-title">Take this back?</h2>
        <p>
          The trust becomes what it would be without this report, and a learning that came with it is removed. Nothing
          is erased: a new entry states who took it back, when and why.
        </p>
        <label class="field">
          Why
          <input
            required
            maxLength={500}
            value={reason}
            onInput={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </label>
        {problem !== '' && (
          <p role="alert" class="down">
            {problem}
          </p>
        )}
        <p class="buttons">
          <button type="submit" class="primary">
            Undo
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </p>
      </form>
    </dialog>
  );
}
