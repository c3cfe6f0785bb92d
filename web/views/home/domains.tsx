import { useEffect, useRef, useState } from 'preact/hooks';
import domainGraph from '../../../cypher/explore/231-domain-graph.cypher?raw';
import { domainDiagram, domains } from '../../api/home-queries.js';
import { useAnswer } from '../../api/use-answer.js';
import { Elsewhere } from '../../parts/elsewhere.js';
import { RefLink } from '../../parts/refs.js';
import { Answered } from '../../parts/state.js';
import { useChoices } from '../../router.js';
import { nodeAddress } from '../../rules/address.js';

/** Shows on what the rules of a domain depend. */
export function Domains({ namespace }: { readonly namespace: string }) {
  const [answer, again] = useAnswer(domains, {}, namespace);
  const [query, change] = useChoices();
  const chosen = query.get('domain');
  const choose = (domain: string) => change({ domain: [domain], needed: [] });
  return (
    <Answered answer={answer} again={again}>
      {({ domains: list }) => {
        const first = list[0];
        if (!first) return null;
        const isOpen = list.some((domain) => domain.name === chosen);
        const name = isOpen && chosen !== null ? chosen : first.name;
        return (
          <section class="card" aria-labelledby="domains-title">
            <h2 id="domains-title">Rule dependencies</h2>
            <p class="soft small">
              Rules name conditions that other rules define. Before a rule is changed, look at what depends on it.
            </p>
            {chosen !== null && !isOpen && (
              <p class="small" role="status">
                There is no domain {chosen} in this namespace.
              </p>
            )}
            <p class="buttons">
              <label class="choice small">
                <span>Domain</span>
                <select value={name} onChange={({ currentTarget }) => choose(currentTarget.value)}>
                  {list.map((domain) => (
                    <option key={domain.name} value={domain.name}>
                      {`${domain.name} (${domain.definedCount} of ${domain.fluentCount} defined)`}
                    </option>
                  ))}
                </select>
              </label>
              {!isOpen && (
                <button type="button" onClick={() => choose(name)}>
                  Draw its dependencies
                </button>
              )}
              <a class="small" data-own href={nodeAddress(namespace, `domain:${name}`)}>
                Open the page of {name}
              </a>
            </p>
            {isOpen && <DomainDiagram key={name} namespace={namespace} domain={name} />}
            <Elsewhere
              query={domainDiagram.text}
              variables={{ domain: name, activity: null }}
              namespace={namespace}
              statement={{ text: domainGraph, parameters: { domain: name } }}
            />
          </section>
        );
      }}
    </Answered>
  );
}

export function DomainDiagram({ namespace, domain }: { readonly namespace: string; readonly domain: string }) {
  const [query, choose] = useChoices();
  const activity = query.get('needed');
  const [answer, again] = useAnswer(domainDiagram, { domain, activity }, namespace);
  return (
    <Answered answer={answer} again={again}>
      {({ dependencyDiagram: svg, fluents: { nodes, totalCount } }) => (
        <>
          <label class="choice small">
            <span>Show only what is needed by</span>
            <select
              value={activity ?? ''}
              onChange={({ currentTarget }) =>
                choose({ needed: currentTarget.value === '' ? [] : [currentTarget.value] })
              }
            >
              <option value="">the whole domain</option>
              {[...new Set(nodes.map(({ name }) => name))].map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <Picture svg={svg} label={`What the rules of ${domain} depend on; the table below has the same content`} />
          <details>
            <summary>Show as a table</summary>
            <div class="table">
              <table>
                <thead>
                  <tr>
                    <th>Fluent</th>
                    <th class="num">level</th>
                    <th>needs</th>
                  </tr>
                </thead>
                <tbody>
                  {nodes.map(({ ref, name, level, dependsOn }) => (
                    <tr key={ref}>
                      <td>
                        <RefLink namespace={namespace} nodeRef={ref} title={name} />
                      </td>
                      <td class="num">{level ?? '–'}</td>
                      <td>{dependsOn.map(({ fluent }) => fluent.name).join(', ') || '–'}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            {totalCount > nodes.length && (
              <p class="soft small">
                The first {nodes.length} of {totalCount}.
              </p>
            )}
          </details>
        </>
      )}
    </Answered>
  );
}

/** Shown as an image, because scripts inside an SVG image cannot run. */
function Picture({ svg, label }: { readonly svg: string; readonly label: string }) {
  const [address, setAddress] = useState('');
  const [isFitted, setFitted] = useState(true);
  const place = useRef<HTMLDivElement>(null);
  // The upper left corner of a wide diagram may be empty, so it begins in the middle.
  const toMiddle = () => {
    if (place.current) place.current.scrollLeft = (place.current.scrollWidth - place.current.clientWidth) / 2;
  };
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [svg]);
  return (
    <>
      <label class="small">
        <input type="checkbox" checked={isFitted} onChange={({ currentTarget }) => setFitted(currentTarget.checked)} />{' '}
        Fit the diagram to the width
      </label>
      <div
        class={isFitted ? 'picture fitted' : 'picture'}
        ref={place}
        tabIndex={0}
        role="region"
        aria-label="The diagram, to be scrolled"
      >
        {address !== '' && <img src={address} alt={label} onLoad={toMiddle} />}
      </div>
    </>
  );
}
