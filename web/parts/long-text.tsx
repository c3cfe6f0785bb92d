import { useState } from 'preact/hooks';

/** Number of characters shown before the text is expanded. */
const SHOWN = 4_000;

export function LongText(props: { readonly text: string; readonly label: string; readonly isProse?: boolean }) {
  const { text, label, isProse = false } = props;
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > SHOWN;
  return (
    <>
      <pre class={isProse ? 'prose' : undefined} tabIndex={0} role="region" aria-label={label}>
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
