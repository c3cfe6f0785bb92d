import { useState } from 'preact/hooks';
import { COPIES, type Copied } from '../rules/copies.js';

/** Buttons that copy the query for use in a shell, a program or an agent. */
export function CopyAs({ asked }: { readonly asked: Copied }) {
  const [name, setName] = useState(COPIES[0]?.name ?? '');
  const text = COPIES.find((copy) => copy.name === name)?.write(asked) ?? '';
  return (
    <details class="card">
      <summary>Ask this from a program or an agent</summary>
      <fieldset class="pills">
        <legend class="small soft">As</legend>
        {COPIES.map((copy) => (
          <label key={copy.name}>
            <input type="radio" name="copy-as" checked={copy.name === name} onChange={() => setName(copy.name)} />
            {copy.name}
          </label>
        ))}
      </fieldset>
      <CopyText text={text} />
    </details>
  );
}

export function CopyText({ text }: { readonly text: string }) {
  const [said, setSaid] = useState('');
  return (
    <>
      <pre tabIndex={0}>{text}</pre>
      <p class="buttons">
        <button
          type="button"
          onClick={() => {
            // Browsers offer the clipboard only on the local machine or over TLS.
            const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
            copied.then(
              () => setSaid('Copied.'),
              () => setSaid('The browser does not let this page copy; mark the text instead.'),
            );
          }}
        >
          Copy
        </button>
        <span role="status" class="small soft">
          {said}
        </span>
      </p>
    </>
  );
}
