import { trials } from '../../api/home-queries.js';
import { useAnswer } from '../../api/use-answer.js';
import { Answered } from '../../parts/state.js';

/** A line for each running trial: how many outcomes are missing. Nothing while none runs. */
export function Trials({ namespace }: { readonly namespace: string }) {
  const [answer, again] = useAnswer(trials, {}, namespace);
  return (
    <Answered answer={answer} again={again}>
      {({ trials: all }) => (
        <>
          {all
            .filter(({ state }) => state === 'RUNNING')
            .map(({ id, of, missing, outcomes }) => (
              <p key={id} class="soft small">
                Trial of {of}: {missing} of {outcomes} outcomes are missing.
              </p>
            ))}
        </>
      )}
    </Answered>
  );
}
