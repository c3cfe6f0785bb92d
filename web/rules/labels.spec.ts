import { describe, expect, it } from 'vitest';
import { readableLabels } from './labels.js';

const box = (x: number, y: number, width: number, height: number) => ({ x1: x, y1: y, x2: x + width, y2: y + height });
const node = (x: number, y: number) => ({ mark: box(x, y, 10, 10), label: box(x - 20, y + 12, 50, 10) });

describe('the labels of a drawing', () => {
  it('are all drawn where there is room', () => {
    expect(readableLabels([node(0, 0), node(100, 0), node(0, 100)])).toEqual([true, true, true]);
    expect(readableLabels([])).toEqual([]);
  });

  it('are drawn by importance, where they would overlap', () => {
    expect(readableLabels([node(0, 0), node(40, 0), node(80, 0)])).toEqual([true, false, true]);
    expect(readableLabels([node(40, 0), node(0, 0), node(80, 0)])).toEqual([true, false, false]);
  });

  it('cover the mark of no other node, whether its label is drawn or not', () => {
    expect(readableLabels([node(0, 0), node(20, 12)])).toEqual([false, true]);
  });
});
