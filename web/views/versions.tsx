import { diff, versions, type VersionRow } from '../api/node-queries.js';
import { useAnswer } from '../api/use-answer.js';
import { Moment } from '../parts/refs.js';
import { Answered } from '../parts/state.js';
import { nodeAddress } from '../rules/address.js';
import { textDiff } from '../rules/text-diff.js';

const FIRST = 100;

export function VersionsView(props: {
  readonly namespace: string;
  readonly nodeRef: string;
  /** The version whose change is shown; undefined for the newest. */
  readonly chosen: number | undefined;
}) {
  const { namespace, nodeRef, chosen } = props;
  const [answer, again] = useAnswer(versions, { ref: nodeRef, first: FIRST }, namespace);
  return (
    <Answered answer={answer} again={again}>
      {({ versions: found }) => {
        const { nodes, totalCount } = found;
        if (nodes.length < 2) {
          return (
            <section class="card">
              <h2>Versions</h2>
              <p class="soft">Its content has not changed since it was created.</p>
            </section>
          );
        }
        const newest = nodes[0]?.number ?? 1;
        const at = Math.min(chosen ?? newest, newest);
        return (
          <div class="columns">
            <section class="card">
              <h2>{totalCount} versions</h2>
              <ul class="list small">
                {nodes.map((version) => (
                  <VersionLine
                    key={version.number}
                    version={version}
                    isChosen={version.number === at}
                    address={nodeAddress(namespace, nodeRef, 'versions', version.number)}
                  />
                ))}
              </ul>
            </section>
            {at > 1 && <Difference namespace={namespace} nodeRef={nodeRef} from={at - 1} to={at} />}
          </div>
        );
      }}
    </Answered>
  );
}

function VersionLine(props: { readonly version: VersionRow; readonly isChosen: boolean; readonly address: string }) {
  const { version, isChosen, address } = props;
  const { number, from, until, change } = version;
  return (
    <li>
      <b>
        {number}
        {until === null && ' (now)'}
      </b>{' '}
      since <Moment at={from} />
      {change && ` by ${change.by ?? 'somebody'} (${change.door.toLowerCase().replaceAll('_', ' ')})`}{' '}
      {number > 1 && (
        <a data-own href={address} aria-current={isChosen ? 'true' : undefined}>
          Show the change
        </a>
      )}
    </li>
  );
}

function Difference(props: {
  readonly namespace: string;
  readonly nodeRef: string;
  readonly from: number;
  readonly to: number;
}) {
  const { namespace, nodeRef, from, to } = props;
  const [answer, again] = useAnswer(diff, { ref: nodeRef, from, to }, namespace);
  return (
    <section class="card" aria-labelledby="diff-title">
      <h2 id="diff-title">
        Change from version {from} to {to}
      </h2>
      <Answered answer={answer} again={again}>
        {({ diff: found }) => (
          <>
            {found.fields.map(({ field, before, after }) => (
              <div key={field}>
                <h3>{field}</h3>
                <p class="diff">
                  {textDiff(written(before), written(after)).map(({ text, is }, index) =>
                    is === 'same' ? (
                      <span key={index}>{text}</span>
                    ) : is === 'gone' ? (
                      <del key={index} class="gone">
                        {text}
                      </del>
                    ) : (
                      <ins key={index} class="came">
                        {text}
                      </ins>
                    ),
                  )}
                </p>
              </div>
            ))}
          </>
        )}
      </Answered>
    </section>
  );
}

function written(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
