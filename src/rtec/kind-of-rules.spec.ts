import { expect, it } from 'vitest';
import { FluentKind } from './event-description.js';
import { kindOfRules } from './kind-of-rules.js';

it.each([
  ['initiatedAt(gap(V)=true, T) :-\n    happensAt(stop(V), T).', FluentKind.SIMPLE],
  ['terminatedAt(gap(V)=true, T) :- happensAt(start(V), T),\nholdsFor(far(V)=true, I).', FluentKind.SIMPLE],
  ['holdsFor(far(V)=true, I) :-\nholdsFor(a(V)=true, I1),\ninitiatedAt(x, y).', FluentKind.STATICALLY_DETERMINED],
  ['% holdsFor(no).\n/* holdsFor(no). */ initially ( gap(V)=true ).', FluentKind.SIMPLE],
  ["happensAt(said('end. holdsFor(x)', 0'., V), T) :- true.", FluentKind.OUTPUT_EVENT],
  ['initiatedAt(f=a, T) :- happensAt(e, T).\nholdsFor(f=b, I) :- holdsFor(g=true, I).', FluentKind.MIXED],
  ['near(a, b).', undefined],
  ['', undefined],
])('tells the kind of %j by the heads of its clauses', (rules, kind) => {
  expect(kindOfRules(rules)).toBe(kind);
});
