import { useEffect, useRef } from 'preact/hooks';
import type { Lines } from './line-chart.js';

/** A chart, whose code is loaded when it is shown. A table beside it has the same data. */
export function Chart({ label, lines }: { readonly label: string; readonly lines: Lines }) {
  const place = useRef<HTMLDivElement>(null);
  const drawn = JSON.stringify(lines);
  useEffect(() => {
    let end: (() => void) | undefined;
    let isGone = false;
    void import('./line-chart.js').then(({ drawLines }) => {
      if (!isGone && place.current) end = drawLines(place.current, lines);
    });
    return () => {
      isGone = true;
      end?.();
    };
  }, [drawn]);
  return <div class="chart" ref={place} role="img" aria-label={`${label}; the table below has the same data`} />;
}

/** The data of a chart as a table, for example for screen readers. */
export function ChartTable(props: {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}) {
  return (
    <details>
      <summary>Show as a table</summary>
      <div class="table">
        <table>
          <thead>
            <tr>
              {props.head.map((name, index) => (
                <th key={name} class={index === 0 ? '' : 'num'}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {props.rows.map((row, index) => (
              <tr key={index}>
                {row.map((value, column) => (
                  <td key={column} class={column === 0 ? '' : 'num'}>
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
