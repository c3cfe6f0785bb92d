import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { TrustPoint } from '../api/queries.js';
import { colour } from './theme.js';

const HEIGHT = 240;

/**
 * Draws a trust as steps: between two observations it stays.
 *
 * @returns ends the drawing
 */
export function drawTrust(place: HTMLElement, points: readonly TrustPoint[]): () => void {
  const line = colour('line');
  const ink = colour('soft');
  const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  const chart = new UPlot(
    {
      width: place.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { drag: { x: false, y: false } },
      scales: { y: { range: [0, 1.02] } },
      axes: [axis, { ...axis, size: 44 }],
      series: [
        {},
        {
          label: 'Trust',
          stroke: colour('accent'),
          width: 2,
          points: { show: points.length < 60, size: 6, fill: colour('accent') },
          ...(UPlot.paths.stepped && { paths: UPlot.paths.stepped({ align: 1 }) }),
        },
      ],
    },
    [points.map(({ at }) => Date.parse(at) / 1_000), points.map(({ trust }) => trust)],
    place,
  );
  const resized = new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height: HEIGHT }));
  resized.observe(place);
  return () => {
    resized.disconnect();
    chart.destroy();
  };
}
