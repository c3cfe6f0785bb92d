import { useEffect, useRef, useState } from 'preact/hooks';
import latestFailures from '../../../cypher/explore/110-failures.cypher?raw';
import { messageOf, send } from '../../api/client.js';
import { review, type ReviewRow, undo } from '../../api/review-queries.js';
import { useAnswer } from '../../api/use-answer.js';
import { type Shown, useShown } from '../../api/use-titles.js';
import { Elsewhere } from '../../parts/elsewhere.js';
import { Moment, RefLink } from '../../parts/refs.js';
import { Answered } from '../../parts/state.js';
import { shortened, withoutTitle } from '../../rules/text.js';
import { REASONS } from '../../rules/words.js';
import { type Beside, type Choice, entryOf, keyOf, refsOf } from './decisions.js';
import { ItemSearch } from './item-search.js';

const ROWS = 8;
/** Number of characters of a text beside a decision; its page has all of it. */
const LONGEST = 400;

/** The decisions that wait for a person, with buttons. A decided entry stays in its place, so that it can be undone. */
export function Review({ namespace, mayDecide }: { readonly namespace: string; readonly mayDecide: boolean }) {
  const [answer, again] = useAnswer(review, { first: ROWS }, namespace);
  return (
    <section class="card" aria-labelledby="review-title">
      <h2 id="review-title">Needs review</h2>
      <Answered answer={answer} again={again}>
        {({ review: { totalCount, nodes } }) =>
          totalCount === 0 ? (
            <p class="soft small">No decision waits.</p>
          ) : (
            <>
              {!mayDecide && (
                <p class="small">To decide, use a key with the role reviewer on a database that takes writes.</p>
              )}
              <Entries key={nodes.map(keyOf).join()} namespace={namespace} rows={nodes} mayDecide={mayDecide} />
              <p class="soft small">
                {totalCount > nodes.length && `The newest ${nodes.length} of ${totalCount}. `}
                <button type="button" class="link" onClick={again}>
                  Show what waits now
                </button>
              </p>
            </>
          )
        }
      </Answered>
      <Elsewhere
        query={review.text}
        variables={{ first: ROWS }}
        namespace={namespace}
        statement={{ text: latestFailures, parameters: {} }}
      />
    </section>
  );
}

function Entries(props: {
  readonly namespace: string;
  readonly rows: readonly ReviewRow[];
  readonly mayDecide: boolean;
}) {
  const { namespace, rows, mayDecide } = props;
  const known = useShown(namespace, [...new Set(rows.flatMap(refsOf))]);
  const list = useRef<HTMLUListElement>(null);
  /** Moves the focus to the next entry that waits, from the beginning after the last one. */
  const next = (from: number) => {
    const open = [...(list.current?.children ?? [])];
    const after = [...open.slice(from + 1), ...open.slice(0, from)].find((one) => one.matches('[data-waits]'));
    if (after instanceof HTMLElement) after.focus();
  };
  return (
    <ul class="list small" ref={list}>
      {rows.map((row, index) => (
        <Waiting
          key={keyOf(row)}
          namespace={namespace}
          row={row}
          known={known}
          mayDecide={mayDecide}
          next={() => next(index)}
        />
      ))}
    </ul>
  );
}

interface Made {
  readonly label: string;
  /** Null if it was decided in the same way before. */
  readonly changeId: string | null;
}

function Waiting(props: {
  readonly namespace: string;
  readonly row: ReviewRow;
  readonly known: ReadonlyMap<string, Shown>;
  readonly mayDecide: boolean;
  readonly next: () => void;
}) {
  const { namespace, row, known, mayDecide, next } = props;
  const [made, setMade] = useState<Made | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState('');
  const own = useRef<HTMLLIElement>(null);
  /** Whether the entry was decided before the state that is shown. */
  const isUndone = useRef(false);
  const entry = entryOf(row, known, namespace);
  const { title, address, beside, choices, field, ofItem } = entry;
  const mayBeDecided = choices.length > 0 || ofItem !== undefined;
  // The focus moves once the page shows the new state, unless the person has gone on meanwhile.
  useEffect(() => {
    const at = document.activeElement;
    const isHere = at === null || at === document.body || own.current?.contains(at) === true;
    if (isHere && made) next();
    else if (isHere && isUndone.current) own.current?.focus();
    isUndone.current = made !== null;
  }, [made]);

  /** Runs a mutation; if it fails, the entry stays as it is. */
  const run = async (mutation: () => Promise<Made | null>) => {
    setBusy(true);
    setProblem('');
    try {
      setMade(await mutation());
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  const decide = ({ label, needsText, decide: by }: Choice) =>
    run(async () => {
      const text = said.trim();
      const { decided } = await by(namespace, text);
      return { label: needsText === true ? `${label}: ${text}` : label, changeId: decided.changeId };
    });
  const takeBack = (changeId: string) =>
    run(async () => {
      await send(undo, { changeId }, namespace);
      return null;
    });

  return (
    <li ref={own} tabIndex={-1} data-waits={made === null && mayBeDecided ? '' : undefined} class="waits">
      <span class="soft">{REASONS[row.reason] ?? row.reason}</span>
      <br />
      <a data-own href={address}>
        {title}
      </a>{' '}
      <span class="soft">
        <Moment at={row.at} />
      </span>
      {made ? (
        <p class="buttons" role="status">
          <b>{made.label}</b>
          {made.changeId === null ? (
            'This was decided before.'
          ) : (
            <button type="button" disabled={isBusy} onClick={() => void takeBack(made.changeId ?? '')}>
              Undo
            </button>
          )}
        </p>
      ) : (
        <>
          {beside.length > 0 && (
            <dl class="beside">
              {beside.map((one) => (
                <Text key={one.label + (one.ref ?? '')} namespace={namespace} beside={one} />
              ))}
            </dl>
          )}
          {!mayBeDecided && <p class="soft">This was decided elsewhere meanwhile.</p>}
          {mayDecide && choices.length > 0 && (
            <form
              class="buttons"
              onSubmit={(event) => {
                event.preventDefault();
                const only = choices.filter(({ needsText }) => needsText);
                if (only.length === 1 && only[0] && said.trim() !== '') void decide(only[0]);
              }}
            >
              {field !== undefined && (
                <input
                  class="said"
                  aria-label={field}
                  placeholder={field}
                  maxLength={500}
                  value={said}
                  onInput={({ currentTarget }) => setSaid(currentTarget.value)}
                />
              )}
              {choices.map((one) => (
                <button
                  key={one.label}
                  type="button"
                  disabled={isBusy || (one.needsText === true && said.trim() === '')}
                  onClick={() => void decide(one)}
                >
                  {one.label}
                </button>
              ))}
            </form>
          )}
          {mayDecide && ofItem && (
            <ItemSearch namespace={namespace} isBusy={isBusy} pick={(item) => void decide(ofItem(item))} />
          )}
        </>
      )}
      {problem !== '' && (
        <p role="alert" class="down">
          {problem}
        </p>
      )}
    </li>
  );
}

function Text({ namespace, beside }: { readonly namespace: string; readonly beside: Beside }) {
  const { label, ref, title = '', text } = beside;
  return (
    <div>
      <dt class="soft">{label}</dt>
      <dd>
        {ref !== undefined && <RefLink namespace={namespace} nodeRef={ref} title={title} />}
        <div>{shortened(withoutTitle(text, title), LONGEST)}</div>
      </dd>
    </div>
  );
}
