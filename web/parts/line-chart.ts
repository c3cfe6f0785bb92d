import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { colour } from './theme.js';

const HEIGHT = 240;

export interface Line {
  readonly label: string;
  /** Name of a colour in the style sheet. */
  readonly colour: string;
  readonly values: readonly (number | null)[];
  readonly is?: 'line' | 'steps';
}

export interface Lines {
  /** Times in ms. */
  readonly x: readonly number[];
  readonly lines: readonly Line[];
  /** Minimum and maximum of the axis; default 0 to slightly above 1. */
  readonly range?: readonly [number, number];
  /** Whether the values are shares in [0,1], which are written as percentages. */
  readonly isShare?: boolean;
}

const DAY_S = 86_400;

/**
 * Writes the times of an axis in the reader's language, because the library writes dates as in the United States.
 *
 * @param at times in seconds
 * @param step seconds from each to the next
 */
function momentsOf(_: unknown, at: number[], __: number, ___: number, step: number): string[] {
  const write = (style: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(undefined, style);
    return at.map((time) => format.format(time * 1_000));
  };
  if (step < 60) return write({ timeStyle: 'medium' });
  if (step < DAY_S) return write({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  return write(step < 28 * DAY_S ? { day: 'numeric', month: 'short' } : { month: 'short', year: 'numeric' });
}

/**
 * Draws lines over a shared axis; null values are skipped.
 *
 * @returns a function that removes the drawing
 */
export function drawLines(place: HTMLElement, { x, lines, range = [0, 1.02], isShare = false }: Lines): () => void {
  const grid = colour('line');
  const axis = { stroke: colour('soft'), grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 } };
  const chart = new UPlot(
    {
      width: place.clientWidth,
      height: HEIGHT,
      legend: { show: lines.length > 1, live: false },
      cursor: { drag: { x: false, y: false } },
      scales: { x: {}, y: { range: [...range] } },
      axes: [
        { ...axis, values: momentsOf, space: 70 },
        {
          ...axis,
          size: isShare ? 56 : 44,
          ...(isShare && { values: (_: unknown, at: number[]) => at.map((value) => `${Math.round(value * 100)} %`) }),
        },
      ],
      series: [
        {},
        ...lines.map((line): UPlot.Series => {
          const ink = colour(line.colour);
          const { is = 'line' } = line;
          return {
            label: line.label,
            stroke: ink,
            width: 2,
            spanGaps: true,
            points: { show: line.values.length < 60, size: 7, fill: ink },
            ...(is === 'steps' && UPlot.paths.stepped && { paths: UPlot.paths.stepped({ align: 1 }) }),
          };
        }),
      ],
    },
    [x.map((at) => at / 1_000), ...lines.map(({ values }) => [...values])],
    place,
  );
  const resized = new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height: HEIGHT }));
  resized.observe(place);
  return () => {
    resized.disconnect();
    chart.destroy();
  };
}
