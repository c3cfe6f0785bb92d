import { useState } from 'preact/hooks';
import receiptsStatement from '../../cypher/explore/060-receipts.cypher?raw';
import byWords from '../../cypher/explore/080-by-words.cypher?raw';
import { askedLately, context, type Hit, search } from '../api/queries.js';
import { useAnswer } from '../api/use-answer.js';
import { AskForm } from '../parts/ask-form.js';
import { CopyAs, CopyText } from '../parts/copy-as.js';
import { Elsewhere } from '../parts/elsewhere.js';
import { KindTag } from '../parts/kind.js';
import { Moment } from '../parts/refs.js';
import { Arithmetic, ScoreBar, ScoreKeys } from '../parts/score-bar.js';
import { Answered } from '../parts/state.js';
import { go } from '../router.js';
import { askAddress, type Kind, KIND_NAMES, momentOf, type Moments, nodeAddress, NOW } from '../rules/address.js';
import { luceneWords, toolArguments } from '../rules/copies.js';
import type { Rights } from '../rules/rights.js';
import { number } from '../rules/score.js';
import { shownTitle, withoutTitle } from '../rules/text.js';
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
                The answers are what an agent is given for the same words, in the same order: by how well each fits, and
                by how far it has proved itself.
              </p>
              {rows.length > 0 && (
                <>
                  <h3>Asked lately by agents</h3>
                  <ul class="list">
                    {rows.slice(0, SHOWN).map(({ id, query, agent, at, success }) => (
                      <li key={id}>
                        <a data-own href={askAddress(namespace, query, kinds, moments)}>
                          {query.length > LONGEST ? `${query.slice(0, LONGEST)} …` : query}
                        </a>{' '}
                        <span class="small soft">
                          {agent ?? 'somebody'}, <Moment at={at} />
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
  const variables = { query: question, first: FIRST, ...askedOf(kinds, moments) };
  const [answer, again] = useAnswer(search, variables, namespace);
  const [reporting, setReporting] = useState<{ readonly ref: string; readonly success: boolean } | null>(null);
  const [reported, setReported] = useState<Reported | null>(null);
  return (
    <Answered answer={answer} again={again}>
      {({ search: { hits, totalFound, tookMs, degraded } }) => (
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
          <p class="soft small" role="status">
            {hits.length === 0
              ? `Nothing was found in ${namespace}.`
              : `The best ${hits.length} of ${totalFound} that were found, in ${Math.round(tookMs)} ms.`}
            {degraded.length > 0 && ' Only words were compared, because the model that compares meanings is not ready.'}
          </p>
          {hits.length > 0 && <ScoreKeys />}
          {hits.map((hit, index) => (
            <HitCard
              key={hit.knowledge.ref}
              namespace={namespace}
              hit={hit}
              rank={index + 1}
              scale={Math.max(1, ...hits.map(({ score }) => score))}
              report={may.report ? (success) => setReporting({ ref: hit.knowledge.ref, success }) : undefined}
            />
          ))}
          {reporting && (
            <OutcomeDialog
              asked={asked}
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
          {hits.length > 0 && <PromptText {...asked} />}
          <CopyAs
            asked={{
              origin: location.origin,
              namespace,
              query: search.text,
              variables,
              tool: { name: 'knowledge_search', arguments: toolArguments(variables) },
            }}
          />
          <Elsewhere
            query={search.text}
            variables={variables}
            namespace={namespace}
            statement={{ text: byWords, parameters: { words: luceneWords(question) } }}
          />
        </>
      )}
    </Answered>
  );
}

function HitCard(props: {
  readonly namespace: string;
  readonly hit: Hit;
  readonly rank: number;
  readonly scale: number;
  readonly report: ((success: boolean) => void) | undefined;
}) {
  const { namespace, hit, rank, scale, report } = props;
  const { ref, kind, title, text, trust } = hit.knowledge;
  return (
    <article class="hit" data-ref={ref}>
      <div class="hit-head">
        <h2>
          {rank}.{' '}
          <a data-own href={nodeAddress(namespace, ref)}>
            {shownTitle(title, text)}
          </a>
        </h2>
        <span class="hit-facts small soft">
          <KindTag kind={kind} />
          <span>trust {number(trust)}</span>
          <span>
            score <b class="hit-score">{number(hit.score)}</b>
          </span>
        </span>
      </div>
      <ScoreBar explain={hit.explain} scale={scale} />
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

/** Requested by a button, because each prompt text creates a receipt. */
function PromptText({ namespace, question, kinds, moments }: Question) {
  const [maxTokens, setMaxTokens] = useState(MAX_TOKENS);
  const [asked, setAsked] = useState<number | null>(null);
  const variables =
    asked === null ? null : { input: { query: question, first: FIRST, maxTokens: asked, ...askedOf(kinds, moments) } };
  const [answer, again] = useAnswer(context, variables, namespace);
  return (
    <section class="card" aria-labelledby="prompt-title">
      <h2 id="prompt-title">As a text for a prompt</h2>
      <form
        class="buttons"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(maxTokens);
        }}
      >
        <label class="choice">
          At most
          <input
            type="number"
            min={1}
            max={128_000}
            value={maxTokens}
            onInput={({ currentTarget }) =>
              setMaxTokens(Math.min(128_000, Math.max(1, Math.round(Number(currentTarget.value)) || 1)))
            }
          />
          tokens
        </label>
        <button type="submit">Show what an agent is given</button>
      </form>
      {asked === null ? (
        <p class="small soft">
          This creates a receipt: a record of what was given, on which the outcome can be reported later.
        </p>
      ) : (
        <Answered answer={answer} again={again}>
          {({ context: given }) => (
            <>
              <p class="small" role="status">
                {given.tokensUsed} tokens, {given.hits.length} included
                {given.omitted > 0 && `, ${given.omitted} left out because of the limit`}
                {given.receiptId === null ? '; no receipt, because the database is read-only' : '; receipt '}
                {given.receiptId !== null && <code>{given.receiptId}</code>}.
                {given.nothingRelevant && ' Nothing fits well enough, and the text tells the agent so.'}
              </p>
              <CopyText text={given.text} />
            </>
          )}
        </Answered>
      )}
    </section>
  );
}
