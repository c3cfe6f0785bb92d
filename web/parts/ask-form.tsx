import { useEffect, useState } from 'preact/hooks';
import { go } from '../router.js';
import { askAddress, type Kind, type Moments, NOW } from '../rules/address.js';

/** The question box. Submitting it opens the answers. */
export function AskForm(props: {
  readonly namespace: string;
  readonly question?: string;
  readonly kinds?: readonly Kind[];
  readonly moments?: Moments;
}) {
  const { namespace, question = '', kinds = [], moments = NOW } = props;
  const [text, setText] = useState(question);
  useEffect(() => setText(question), [question]);
  return (
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
  );
}
