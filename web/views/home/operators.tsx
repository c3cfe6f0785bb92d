import { type Status, status as statusQuery } from '../../api/queries.js';
import { Elsewhere } from '../../parts/elsewhere.js';
import { bytes } from '../../rules/bytes.js';

/** Below this free space, in bytes, writes will soon fail. */
const LITTLE_ROOM = 2 ** 30;

/** Information for operators of the service. */
export function Operators({ namespace, status }: { readonly namespace: string; readonly status: Status }) {
  const { database, embedder, llm, version, dataMigrations, searchP95Ms } = status;
  const waiting = dataMigrations.filter(({ appliedAt }) => appliedAt === null);
  const facts: readonly (readonly [string, string, boolean])[] = [
    [
      'database',
      `${database.product} ${database.version} ${database.edition}${database.managed ? ', run by this service' : ''}${database.readOnly ? ', read-only' : ''}`,
      true,
    ],
    [
      'indexes',
      database.indexesOnline ? 'all ready' : 'one is being built; until then, searches may find less',
      database.indexesOnline,
    ],
    [
      'disk',
      database.freeBytes === null
        ? 'not known, because this service does not run the database'
        : `${bytes(database.freeBytes)} free`,
      database.freeBytes === null || database.freeBytes > LITTLE_ROOM,
    ],
    [
      'search by meaning',
      embedder.problem ??
        (embedder.model === null
          ? 'no model; searches compare words only'
          : `${embedder.model} (${embedder.provider})${embedder.preparing ? ', being prepared' : ''}`),
      embedder.problem === null || embedder.preparing,
    ],
    ['texts without a vector yet', embedder.stale.toLocaleString(), true],
    [
      'searches',
      searchP95Ms === null
        ? 'no search yet, or too slow to tell (over 10 s)'
        : `95 of 100 took at most ${searchP95Ms.toLocaleString()} ms`,
      true,
    ],
    [
      'language model',
      llm.problem ?? (llm.configured ? (llm.model ?? 'set') : 'none; it is optional'),
      llm.problem === null,
    ],
    ['upgrades of stored data', waiting.length === 0 ? 'all done' : `${waiting.length} under way`, true],
    ['service', version, true],
  ];
  return (
    <section class="card" aria-labelledby="status-title">
      <h2 id="status-title">State of the service</h2>
      <dl class="facts small">
        {facts.map(([name, value, isWell]) => [
          <dt key={name}>{name}</dt>,
          <dd key={`${name} value`} class={isWell ? '' : 'down'}>
            {value}
          </dd>,
        ])}
      </dl>
      <p class="small soft">
        More is at <code>/metrics</code>.
      </p>
      <Elsewhere query={statusQuery.text} variables={{}} namespace={namespace} />
    </section>
  );
}
