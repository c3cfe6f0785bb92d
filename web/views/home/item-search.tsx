import { useEffect, useRef, useState } from 'preact/hooks';
import { messageOf, send } from '../../api/client.js';
import { type Candidate, findItems } from '../../api/review-queries.js';
import { shortened, withoutTitle } from '../../rules/text.js';

/** Number of hits that are shown. */
const FIRST = 5;
/** Number of characters of the text beside a hit. */
const LONGEST = 120;

/** A search for an item. The hits are buttons, the first of which takes the focus. */
export function ItemSearch(props: {
  readonly namespace: string;
  readonly isBusy: boolean;
  readonly pick: (item: Candidate) => void;
}) {
  const { namespace, isBusy, pick } = props;
  const [words, setWords] = useState('');
  const [found, setFound] = useState<readonly Candidate[] | null>(null);
  const [problem, setProblem] = useState('');
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('button')?.focus(), [found]);
  const find = async () => {
    setProblem('');
    try {
      const { search } = await send(findItems, { query: words.trim(), first: FIRST }, namespace);
      setFound(search.hits.map(({ knowledge }) => knowledge));
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (words.trim() !== '') void find();
      }}
    >
      <div class="buttons">
        <input
          type="search"
          class="sought"
          aria-label="Find the item by its words"
          placeholder="Find the item by its words"
          maxLength={500}
          value={words}
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <button type="submit" disabled={words.trim() === ''}>
          Find
        </button>
      </div>
      {found?.length === 0 && <p role="status">No item has such words.</p>}
      {found && found.length > 0 && (
        <ul class="list" ref={list} aria-label="Items found">
          {found.map((item) => (
            <li key={item.ref}>
              <button type="button" disabled={isBusy} onClick={() => pick(item)}>
                It was “{item.title}”
              </button>
              <div class="soft">{shortened(withoutTitle(item.text, item.title), LONGEST)}</div>
            </li>
          ))}
        </ul>
      )}
      {problem !== '' && (
        <p role="alert" class="down">
          {problem}
        </p>
      )}
    </form>
  );
}
