import { useEffect, useState } from 'preact/hooks';
import byWords from '../../cypher/explore/080-by-words.cypher?raw';
import { context, type Hit, search } from '../api/queries.js';
import { useAnswer } from '../api/use-answer.js';
import { CopyAs, CopyText } from '../parts/copy-as.js';
import { Elsewhere } from '../parts/elsewhere.js';
import { KindTag } from '../parts/kind.js';
import { Moment } from '../parts/refs.js';
import { Arithmetic, ScoreBar, ScoreKeys } from '../parts/score-bar.js';
import { Answered, Notice } from '../parts/state.js';
import { go } from '../router.js';
import { askAddress, type Kind, KIND_NAMES, momentOf, type Moments, nodeAddress, NOW } from '../rules/address.js';
import { luceneWords, toolArguments } from '../rules/copies.js';
import type { Rights } from '../rules/rights.js';
import { number } from '../rules/score.js';
import { OutcomeDialog } from './outcome.js';
import { askedOf, type Question } from './question.js';
import { OutcomeResult, type Reported } from './outcome-result.js';

const FIRST = 10;
/** Default token limit of the prompt text. */
const MAX_TOKENS = 2_000;

export function Ask({ may, ...asked }: Question & { readonly may: Rights }) {
  const { namespace, question, kinds, moments } = asked;
  const [text, setText] = useState(question);
  useEffect(() => setText(question), [question]);
  const choose = (kind: Kind, chosen: boolean) => {
    const next = (Object.keys(KIND_NAMES) as Kind[]).filter((known) =>
      known === kind ? chosen : kinds.includes(known),
    );
    go(askAddress(namespace, question, next, moments));
  };
  return (
    <>
      <h1>What is known about …</h1>
      <form
        role="search"
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          go(askAddress(namespace, text.trim(), kinds, moments));
        }}
      >
        <input
          type="search"
          aria-label="A task or a question, in plain words"
          placeholder="A task or a question, in plain words"
          maxLength={4_000}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <button type="submit" class="primary">
          Ask
        </button>
      </form>
      <fieldset class="pills">
        <legend class="small soft">Only these kinds (none ticked: all)</legend>
        {(Object.keys(KIND_NAMES) as Kind[]).map((kind) => (
          <label key={kind}>
            <input
              type="checkbox"
              checked={kinds.includes(kind)}
              onChange={({ currentTarget }) => choose(kind, currentTarget.checked)}
            />
            {KIND_NAMES[kind]}
          </label>
        ))}
      </fieldset>
      <Times moments={moments} choose={(next) => go(askAddress(namespace, question, kinds, next))} />
      {question === '' ? (
        <Notice title="Ask as an agent would ask">
          <p>
            What comes first is what an agent is given first: by how well it fits, times how far it has proved itself.
          </p>
        </Notice>
      ) : (
        <>
          {moments.asOf !== '' && (
            <p class="small">
              Texts, relations and trusts are those of <Moment at={moments.asOf} />. The order may differ a little from
              the order of then, since words, meanings and mentions count as they do today. Nothing can be reported on
              it.
            </p>
          )}
          <Hits key={JSON.stringify(asked)} {...asked} may={moments.asOf === '' ? may : { ...may, report: false }} />
        </>
      )}
    </>
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
              : `${hits.length} of ${totalFound} found, in ${Math.round(tookMs)} ms.`}
            {degraded.length > 0 && ' Words alone decided, since the model of meanings was not ready.'}
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
            {title}
          </a>
        </h2>
        <KindTag kind={kind} />
        <span class="small soft">trust {number(trust)}</span>
        <span class="hit-score">{number(hit.score)}</span>
      </div>
      <ScoreBar explain={hit.explain} scale={scale} />
      <p class="hit-text small">{withoutTitle(text, title)}</p>
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
    </article>
  );
}

/** The searched text usually begins with the title, which is removed here. */
function withoutTitle(text: string, title: string): string {
  return text.startsWith(title) ? text.slice(title.length).trim() : text;
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
        <p class="small soft">It keeps a receipt, so that what comes of it can be credited to what was given.</p>
      ) : (
        <Answered answer={answer} again={again}>
          {({ context: given }) => (
            <>
              <p class="small" role="status">
                {given.tokensUsed} tokens, {given.hits.length} put in
                {given.omitted > 0 && `, ${given.omitted} left out for lack of room`}
                {given.receiptId === null ? '; without a receipt, since the database is read-only' : '; receipt '}
                {given.receiptId !== null && <code>{given.receiptId}</code>}.
                {given.nothingRelevant && ' Nothing fits well enough, and the text says so.'}
              </p>
              <CopyText text={given.text} />
            </>
          )}
        </Answered>
      )}
    </section>
  );
}
