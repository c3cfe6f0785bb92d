import { useState } from 'preact/hooks';

/** Characters that are shown at first. */
const SHOWN = 4_000;

export function LongText({ text, label }: { readonly text: string; readonly label: string }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > SHOWN;
  return (
    <>
      <pre tabIndex={0} aria-label={label}>
        {isLong && !isWhole ? `${text.slice(0, SHOWN)} …` : text}
      </pre>
      {isLong && (
        <p class="small">
          <button type="button" class="link" onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Less' : `All ${text.length.toLocaleString()} characters`}
          </button>
        </p>
      )}
    </>
  );
}
