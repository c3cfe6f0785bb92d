import { useEffect, useRef, useState } from 'preact/hooks';
import { addDocument, messageOf, send } from '../../api/client.js';
import { newestPieces } from '../../api/home-queries.js';
import { askAddress } from '../../rules/address.js';
import { sectionIn } from '../../rules/text.js';

interface Document {
  readonly source: string;
  readonly content: Blob | string;
}

interface Progress {
  readonly done: number;
  readonly of: number;
  readonly refused: readonly { readonly source: string; readonly why: string }[];
  /** The question that the new texts answer; null until all documents were sent, or if none was stored. */
  readonly question: string | null;
}

/** What an empty namespace shows: three ways to fill it, of which the first ends with a question about one's own text. */
export function BringIn(props: {
  readonly namespace: string;
  readonly mayAdd: boolean;
  /** Called when the page is left after something was stored. */
  readonly changed: () => void;
}) {
  const { namespace, mayAdd, changed } = props;
  const [progress, setProgress] = useState<Progress | null>(null);
  const [text, setText] = useState('');
  const [isOver, setOver] = useState(false);
  const ask = useRef<HTMLAnchorElement>(null);
  const isStored = useRef(false);
  const isBusy = progress !== null && progress.done < progress.of;
  const question = progress?.question ?? null;
  useEffect(() => ask.current?.focus(), [question]);
  useEffect(
    () => () => {
      if (isStored.current) changed();
    },
    [],
  );

  const bringIn = async (documents: readonly Document[]) => {
    const refused: Progress['refused'][number][] = [];
    for (const [done, { source, content }] of documents.entries()) {
      setProgress({ done, of: documents.length, refused: [...refused], question: null });
      try {
        await addDocument(namespace, source, content);
        isStored.current = true;
      } catch (error) {
        refused.push({ source, why: messageOf(error) });
      }
    }
    const titles = refused.length === documents.length ? [] : (await send(newestPieces, {}, namespace)).pieces.nodes;
    setProgress({
      done: documents.length,
      of: documents.length,
      refused,
      question: sectionIn(titles.map(({ title }) => title)) ?? null,
    });
  };
  const files = (list: FileList | null | undefined) => {
    const documents = [...(list ?? [])].map((file) => ({
      source: file.webkitRelativePath || file.name,
      content: file,
    }));
    if (documents.length > 0 && !isBusy) void bringIn(documents);
  };

  return (
    <>
      <p class="soft">Nothing is stored in {namespace} yet. There are three ways to begin.</p>
      <section class="card" aria-labelledby="own-title">
        <h2 id="own-title">1. Bring in a text of yours</h2>
        {mayAdd ? (
          <>
            <div
              class={isOver ? 'drop over' : 'drop'}
              onDragOver={(event) => {
                event.preventDefault();
                setOver(true);
              }}
              onDragLeave={() => setOver(false)}
              onDrop={(event) => {
                event.preventDefault();
                setOver(false);
                files(event.dataTransfer?.files);
              }}
            >
              <label>
                Drop files here, or choose them:{' '}
                <input
                  type="file"
                  multiple
                  disabled={isBusy}
                  onChange={({ currentTarget }) => files(currentTarget.files)}
                />
              </label>
              <p class="small soft">Markdown, HTML, PDF, Word, Excel, PowerPoint, CSV, source code and plain text.</p>
            </div>
            <form
              onSubmit={(event) => {
                event.preventDefault();
                const at = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
                void bringIn([{ source: `pasted ${at}.md`, content: text }]);
              }}
            >
              <label class="field">
                Or paste a text (Markdown or plain)
                <textarea rows={6} value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
              </label>
              <p class="buttons">
                <button type="submit" class="primary" disabled={isBusy || text.trim() === ''}>
                  Store the text
                </button>
              </p>
            </form>
          </>
        ) : (
          <p>To add documents, use a key with the role writer on a database that takes writes.</p>
        )}
        {progress && <Stored namespace={namespace} progress={progress} ask={ask} />}
      </section>
      <section class="card" aria-labelledby="command-title">
        <h2 id="command-title">2. Bring in a folder</h2>
        <pre>heartwood ingest notes/ --namespace {namespace}</pre>
        <p class="small soft">
          It reads the folder again at any time, and stores only what changed (<a href="/docs/documents.html">more</a>).
        </p>
      </section>
      <section class="card" aria-labelledby="agent-title">
        <h2 id="agent-title">3. Connect an agent</h2>
        <pre>heartwood connect claude-code --namespace {namespace}</pre>
        <p class="small soft">
          Or <code>opencode</code>, <code>codex</code>, <code>gemini</code>: what the agent does and how its tests end
          is recorded from then on (<a href="/docs/connect.html">more</a>). Programs write through the API with the
          header <code>x-namespace: {namespace}</code>. <code>npm run sample</code> loads demo data into the namespace{' '}
          <code>demo</code>.
        </p>
      </section>
    </>
  );
}

function Stored(props: {
  readonly namespace: string;
  readonly progress: Progress;
  readonly ask: { current: HTMLAnchorElement | null };
}) {
  const { namespace, progress, ask } = props;
  const { done, of, refused, question } = progress;
  const stored = done - refused.length;
  return (
    <div role="status">
      <progress max={of} value={done} aria-label="Documents" />
      <p>
        {done < of ? `Storing document ${done + 1} of ${of} …` : `${stored} of ${of} stored.`}
        {done === of && question !== null && (
          <>
            {' '}
            <a data-own ref={ask} class="primary ask-link" href={askAddress(namespace, question)}>
              Ask: {question}
            </a>
          </>
        )}
      </p>
      {refused.length > 0 && (
        <>
          <p class="down">Not stored:</p>
          <ul class="list small">
            {refused.map(({ source, why }) => (
              <li key={source}>
                <b>{source}</b>: {why}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
