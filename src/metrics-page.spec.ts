import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { metrics } from './common/metrics.js';
// This import loads every file that declares a metric.
import './service.js';

const read = (name: string) => readFileSync(fileURLToPath(new URL(`../docs/${name}`, import.meta.url)), 'utf8');
// The interface of a metric lacks these properties, which all its classes have.
const declared = metrics.getMetricsAsArray() as unknown as { name: string; help: string; labelNames?: string[] }[];
const known = new Map(declared.map((metric) => [metric.name, metric.labelNames ?? []]));

/** Returns the names of metrics in a Prometheus expression, with the labels by which it selects or groups. */
function usedIn(expression: string) {
  const names = [...expression.matchAll(/\b((?:heartwood|nodejs|process)_\w+)/g)].map(([, name = '']) => name);
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/,\s*/));
  const selected = [...expression.matchAll(/\{([^}]*)\}/g)].flatMap(([, matchers = '']) =>
    [...matchers.matchAll(/(\w+)[!=~]+"/g)].map(([, label = '']) => label),
  );
  return { names: names.map((name) => name.replace(/_(?:bucket|count|sum)$/, '')), labels: [...grouped, ...selected] };
}

function assertKnown(expression: string): void {
  const { names, labels } = usedIn(expression);
  expect(
    names.filter((name) => !known.has(name)),
    expression,
  ).toEqual([]);
  // Prometheus adds `job` and `instance`; `le` belongs to every histogram.
  const allowed = new Set(['le', 'job', 'instance', ...names.flatMap((name) => known.get(name) ?? [])]);
  expect(
    labels.filter((label) => !allowed.has(label)),
    expression,
  ).toEqual([]);
}

describe('the page of metrics', () => {
  it('lists every metric with its labels and meaning', () => {
    const kindOf = ({ constructor: { name } }: object) => name.toLowerCase();
    const rows = declared
      .filter(({ name }) => name.startsWith('heartwood_'))
      .map((metric) => {
        const labels = (metric.labelNames ?? []).map((label) => `\`${label}\``).join(', ') || 'none';
        return `| \`${metric.name}\` | ${kindOf(metric)} | ${labels} | ${metric.help}. |`;
      })
      .sort();
    const page = read('metrics.md')
      .split('\n')
      .filter((line) => line.startsWith('| `heartwood_'));
    expect(page).toEqual(rows);
  });
});

describe('the dashboard and the alert rules', () => {
  it('ask only for metrics and labels that exist', () => {
    const { panels } = JSON.parse(read('monitoring/grafana.json')) as { panels: { targets: { expr: string }[] }[] };
    const { groups } = parse(read('monitoring/alerts.yml')) as {
      groups: { rules: { alert: string; expr: string }[] }[];
    };
    const expressions = [
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      ...groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
    ];
    expect(expressions.length).toBeGreaterThan(20);
    for (const expression of expressions) assertKnown(expression);
  });

  it('compare metrics only where their labels are the same', () => {
    const { groups } = parse(read('monitoring/alerts.yml')) as { groups: { rules: { expr: string }[] }[] };
    const compared = groups.flatMap(({ rules }) => rules.filter(({ expr }) => usedIn(expr).names.length > 1));
    expect(compared.length).toBeGreaterThan(1);
    // Prometheus drops series without an equal on the other side, so that such a rule would never fire.
    for (const { expr } of compared) {
      const names = usedIn(expr).names.length;
      expect(expr.match(/\b(?:sum|max)\(/g), expr).toHaveLength(names);
    }
  });

  it('would not pass for a metric or label that does not exist', () => {
    expect(() => assertKnown('rate(heartwood_nothing_total[5m])')).toThrow();
    expect(() => assertKnown('sum by (colour) (rate(heartwood_messages_total[5m]))')).toThrow();
  });
});
