import { captured } from '../../api/home-queries.js';
import { useAnswer } from '../../api/use-answer.js';
import { Answered } from '../../parts/state.js';
import { sinceWhen } from '../../rules/since.js';

/** One line about the connected agents. */
export function Captured({ namespace }: { readonly namespace: string }) {
  const [answer, again] = useAnswer(captured, {}, namespace);
  return (
    <Answered answer={answer} again={again}>
      {({ captureStatus: { sessions, outcomes, undecided, lastOutcome } }) => (
        <p class="soft small">
          {sessions === 0
            ? 'No agent is connected: heartwood connect.'
            : `Connected agents: ${sessions} sessions, ${outcomes} outcomes, ${undecided} undecided, ${sinceWhen(lastOutcome)}.`}
        </p>
      )}
    </Answered>
  );
}
