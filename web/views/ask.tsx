import { useState } from 'preact/hooks';
import receiptsStatement from '../../cypher/explore/060-receipts.cypher?raw';
import byWords from '../../cypher/explore/080-by-words.cypher?raw';
import { askedLately, context, type ContextInput, type Hit, preview } from '../api/queries.js';
import { useAnswer } from '../api/use-answer.js';
import { AskForm } from '../parts/ask-form.js';
import { CopyAs, CopyText } from '../parts/copy-as.js';
import { Elsewhere } from '../parts/elsewhere.js';
import { KindTag } from '../parts/kind.js';
import { Moment } from '../parts/refs.js';
import { Arithmetic, MatchBar } from '../parts/match-bar.js';
import { Answered, Notice } from '../parts/state.js';
import { go } from '../router.js';
import { askAddress, type Kind, KIND_NAMES, momentOf, type Moments, nodeAddress, NOW } from '../rules/address.js';
import { luceneWords, toolArguments } from '../rules/copies.js';
import { type Asked, whyNotGiven } from '../rules/not-given.js';
import type { Rights } from '../rules/rights.js';
import { number } from '../rules/score.js';
import { shortened, shownTitle, withoutTitle } from '../rules/text.js';
import { KIND_SAYS } from '../rules/words.js';
import { OutcomeDialog } from './outcome.js';
import { askedOf, type Question } from './question.js';
import { OutcomeResult, type Reported } from './outcome-result.js';

const FIRST = 10;
/** Characters of a listed question. */
const LONGEST = 160;
/** Default token limit of the prompt text. */
const MAX_TOKENS = 2_000;

export function Ask({ may, ...asked }: Question & { readonly may: Rights }) {
  const { namespace, question, kinds, moments } = asked;
  const choose = (kind: Kind, chosen: boolean) => {
    const next = (Object.keys(KIND_NAMES) as Kind[]).filter((known) =>
      known === kind ? chosen : kinds.includes(known),
    );
    go(askAddress(namespace, question, next, moments));
  };
  return (
    <>
      <h1>What is known about …</h1>
      <AskForm {...asked} />
      <fieldset class="pills">
        <legend class="small soft">Kinds (if none is selected: all)</legend>
        {(Object.keys(KIND_NAMES) as Kind[]).map((kind) => (
          <label key={kind}>
            <input
              type="checkbox"
              checked={kinds.includes(kind)}
              onChange={({ currentTarget }) => choose(kind, currentTarget.checked)}
            />
            <span title={KIND_SAYS[kind]}>{KIND_NAMES[kind]}</span>
          </label>
        ))}
      </fieldset>
      <Times moments={moments} choose={(next) => go(askAddress(namespace, question, kinds, next))} />
      {question === '' ? (
        <AskedLately namespace={namespace} kinds={kinds} moments={moments} />
      ) : (
        <>
          {moments.asOf !== '' && (
            <p class="small">
              Texts, relations and trust are those of <Moment at={moments.asOf} />. The order may differ slightly from
              the order at that time, because words, meanings and mentions are weighted as they are today. Outcomes
              cannot be reported for another time.
            </p>
          )}
          <Hits key={JSON.stringify(asked)} {...asked} may={moments.asOf === '' ? may : { ...may, report: false }} />
        </>
      )}
    </>
  );
}

const LATELY = 50;
const SHOWN = 8;

/** Questions of agents, as examples of what can be asked, each once. */
function AskedLately({ namespace, kinds, moments }: Omit<Question, 'question'>) {
  const [answer, again] = useAnswer(askedLately, { first: LATELY }, namespace);
  return (
    <Answered answer={answer} again={again}>
      {({ receipts: { nodes } }) => {
        const readable = nodes.filter(({ query }) => query.trim() !== '');
        const rows = readable.filter(
          ({ query }, index) => readable.findIndex((other) => other.query === query) === index,
        );
        return (
          <>
            <section class="card" aria-labelledby="asked-title">
              <h2 id="asked-title">Ask as an agent would ask</h2>
              <p>
                The answers are what an agent is given for the same words, in the same order: by how well each fits and
                how well it has proved itself. Asking here records nothing.
              </p>
              {rows.length > 0 && (
                <>
                  <h3>Asked lately by agents</h3>
                  <ul class="list">
                    {rows.slice(0, SHOWN).map(({ id, query, agent, at, success }) => (
                      <li key={id}>
                        <a data-own href={askAddress(namespace, query, kinds, moments)}>
                          {shortened(query, LONGEST)}
                        </a>{' '}
                        <span class="small soft">
                          {agent ?? 'somebody'},{' '}
                          <a data-own href={nodeAddress(namespace, `receipt:${id}`)}>
                            <Moment at={at} />
                          </a>
                        </span>
                        {success !== null && (
                          <span class={success ? 'small up' : 'small down'}>{success ? ' succeeded' : ' failed'}</span>
                        )}
                      </li>
                    ))}
                  </ul>
                </>
              )}
            </section>
            <Elsewhere
              query={askedLately.text}
              variables={{ first: LATELY }}
              namespace={namespace}
              statement={{ text: receiptsStatement, parameters: {} }}
            />
          </>
        );
      }}
    </Answered>
  );
}

/** Formats a time for a datetime input: in the reader's time zone, to the minute. */
function localTime(moment: string): string {
  if (moment === '') return '';
  const at = new Date(moment);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function Times({ moments, choose }: { readonly moments: Moments; readonly choose: (next: Moments) => void }) {
  const field = (name: keyof Moments, label: string) => (
    <label class="choice">
      <span>{label}</span>
      <input
        type="datetime-local"
        value={localTime(moments[name])}
        onChange={({ currentTarget }) => choose({ ...moments, [name]: momentOf(currentTarget.value) })}
      />
    </label>
  );
  return (
    <details class="small times" open={moments.validAt !== '' || moments.asOf !== ''}>
      <summary>At another time</summary>
      <p class="buttons">
        {field('validAt', 'What was true at')}
        {field('asOf', 'What was known at')}
        {(moments.validAt !== '' || moments.asOf !== '') && (
          <button type="button" onClick={() => choose(NOW)}>
            Now
          </button>
        )}
      </p>
    </details>
  );
}

function Hits({ may, ...asked }: Question & { readonly may: Rights }) {
  const { namespace, question, kinds, moments } = asked;
  const [maxTokens, setMaxTokens] = useState(MAX_TOKENS);
  const options = askedOf(kinds, moments);
  const input = { query: question, first: FIRST, maxTokens, ...options };
  const variables = { input, query: question, first: FIRST, ...options };
  const [answer, again] = useAnswer(preview, variables, namespace);
  const [reporting, setReporting] = useState<{ readonly ref: string; readonly success: boolean } | null>(null);
  const [reported, setReported] = useState<Reported | null>(null);
  return (
    <Answered answer={answer} again={again}>
      {({ context: given, search: { hits: found, totalFound, tookMs, degraded } }) => {
        const { hits, minMatch, minMatchOfOthers } = given;
        const below = found.filter(({ knowledge }) => !hits.some((hit) => hit.knowledge.ref === knowledge.ref));
        return (
          <>
            {reported && (
              <OutcomeResult
                namespace={namespace}
                reported={reported}
                mayTakeBack={may.retract}
                now={answer.state === 'done' ? hits : null}
                changed={again}
                close={() => setReported(null)}
              />
            )}
            {hits.length === 0 ? (
              <Notice title={`Nothing relevant is known about this in ${namespace}`}>
                <p>An agent that asks this is told so, and is given nothing.</p>
              </Notice>
            ) : (
              <>
                <h2 id="given-title">An agent is given</h2>
                <p class="soft small">
                  The bar is the match: how well a hit fits by itself. The best must reach the mark at{' '}
                  {number(minMatch)}, the others {number(minMatchOfOthers)}, unless better hits lead to them. The order
                  also counts trust.
                </p>
              </>
            )}
            <p class="soft small" role="status">
              {hits.length} of the {totalFound} that were found, in {Math.round(tookMs)} ms.
              {degraded.map((reason) => ` ${DEGRADED[reason] ?? DEGRADED['EMBEDDER_UNAVAILABLE']}`)}
            </p>
            {hits.map((hit, index) => (
              <HitCard
                key={hit.knowledge.ref}
                namespace={namespace}
                hit={hit}
                rank={index + 1}
                line={minMatch}
                report={may.report ? (success) => setReporting({ ref: hit.knowledge.ref, success }) : undefined}
              />
            ))}
            {reporting && (
              <OutcomeDialog
                namespace={namespace}
                input={input}
                hits={hits}
                begin={reporting}
                done={(result) => {
                  setReporting(null);
                  if (!result) return;
                  setReported(result);
                  again();
                }}
              />
            )}
            {below.length > 0 && <Below namespace={namespace} hits={below} asked={given} isAll={hits.length === 0} />}
            <PromptText namespace={namespace} input={input} given={given} setMaxTokens={setMaxTokens} />
            <CopyAs
              asked={{
                origin: location.origin,
                namespace,
                query: context.text,
                variables: { input },
                tool: { name: 'knowledge_context', arguments: toolArguments(input) },
              }}
            />
            <Elsewhere
              query={preview.text}
              variables={variables}
              namespace={namespace}
              statement={{ text: byWords, parameters: { words: luceneWords(question) } }}
            />
          </>
        );
      }}
    </Answered>
  );
}

/** Why hits may be missing or in another order. */
const DEGRADED: Readonly<Record<string, string>> = {
  EMBEDDER_UNAVAILABLE: 'Only words were compared, because the model that compares meanings is not ready.',
  VECTORS_PENDING: 'New texts are compared by their words until the model has read them.',
};

function HitCard(props: {
  readonly namespace: string;
  readonly hit: Hit;
  readonly rank: number;
  readonly line: number;
  readonly report: ((success: boolean) => void) | undefined;
}) {
  const { namespace, hit, rank, line, report } = props;
  const { ref, kind, title, text, trust } = hit.knowledge;
  return (
    <article class="hit" data-ref={ref}>
      <div class="hit-head">
        <h3>
          {rank}.{' '}
          <a data-own href={nodeAddress(namespace, ref)}>
            {shownTitle(title, text)}
          </a>
        </h3>
        <span class="hit-facts small soft">
          <KindTag kind={kind} />
          <span>trust {number(trust)}</span>
          <span>
            match <b class="ink">{hit.match.toFixed(2)}</b>
          </span>
        </span>
      </div>
      <MatchBar match={hit.match} line={line} />
      <p class="hit-text small">{withoutTitle(text, title)}</p>
      <div class="hit-foot">
        <Arithmetic explain={hit.explain} match={hit.match} />
        {report && (
          <p class="buttons">
            <button type="button" onClick={() => report(true)}>
              This helped
            </button>
            <button type="button" onClick={() => report(false)}>
              This failed
            </button>
          </p>
        )}
      </div>
    </article>
  );
}

/** What was found and is not given, so that a reader sees what the line keeps away. */
function Below(props: {
  readonly namespace: string;
  readonly hits: readonly Hit[];
  readonly asked: Asked & { readonly minMatch: number };
  /** Whether nothing at all is given, so that each hit is below the line for the same reason. */
  readonly isAll: boolean;
}) {
  const { namespace, hits, asked, isAll } = props;
  return (
    <section aria-labelledby="below-title">
      <h2 id="below-title">Not given</h2>
      {isAll && (
        <p class="soft small">
          These are merely nearest: none reaches the mark at {number(asked.minMatch)}, and what does not answer would
          mislead.
        </p>
      )}
      {hits.map(({ match, explain, knowledge: { ref, kind, title, text, trust } }) => (
        <article key={ref} class="below" data-ref={ref}>
          <div class="hit-head">
            <h3>
              <a data-own href={nodeAddress(namespace, ref)}>
                {shownTitle(title, text)}
              </a>
            </h3>
            <span class="hit-facts small soft">
              <KindTag kind={kind} />
              {!isAll && <span>{whyNotGiven({ match, knowledge: { trust, kind } }, asked)}</span>}
              <span>match {match.toFixed(2)}</span>
            </span>
          </div>
          <MatchBar match={match} line={asked.minMatch} />
          <Arithmetic explain={explain} match={match} />
        </article>
      ))}
    </section>
  );
}

/** The text of the preview, and a button that records it as given, because that creates a receipt. */
function PromptText(props: {
  readonly namespace: string;
  readonly input: ContextInput;
  readonly given: { readonly text: string; readonly tokensUsed: number; readonly omitted: number };
  readonly setMaxTokens: (maxTokens: number) => void;
}) {
  const { namespace, input, given, setMaxTokens } = props;
  const [most, setMost] = useState(input.maxTokens);
  const [recorded, setRecorded] = useState(false);
  const [answer, again] = useAnswer(context, recorded ? { input } : null, namespace);
  return (
    <section class="card" aria-labelledby="prompt-title">
      <h2 id="prompt-title">As a text for a prompt</h2>
      <form
        class="buttons"
        onSubmit={(event) => {
          event.preventDefault();
          setMaxTokens(most);
        }}
      >
        <label class="choice">
          At most
          <input
            type="number"
            min={1}
            max={128_000}
            value={most}
            onInput={({ currentTarget }) =>
              setMost(Math.min(128_000, Math.max(1, Math.round(Number(currentTarget.value)) || 1)))
            }
          />
          tokens
        </label>
        <button type="submit" disabled={most === input.maxTokens}>
          Apply
        </button>
        <span class="small soft">
          {given.tokensUsed} are used{given.omitted > 0 && `; ${given.omitted} hits had no room`}.
        </span>
      </form>
      {given.text !== '' && <CopyText text={given.text} />}
      {recorded ? (
        <Answered answer={answer} again={again}>
          {({ context: { receiptId } }) => (
            <p class="small" role="status">
              {receiptId === null ? (
                'There is no receipt, because the database is read-only.'
              ) : (
                <>
                  Recorded as given, with the receipt{' '}
                  <a data-own href={nodeAddress(namespace, `receipt:${receiptId}`)}>
                    <code>{receiptId}</code>
                  </a>
                  .
                </>
              )}
            </p>
          )}
        </Answered>
      ) : (
        <p class="buttons">
          <button type="button" onClick={() => setRecorded(true)}>
            Record it as given
          </button>
          <span class="small soft">
            This creates a receipt, as for an agent, on which the outcome can be reported later.
          </span>
        </p>
      )}
    </section>
  );
}
