import { FluentKind } from './event-description.js';

/** A definition that shows how rules of a kind are written. */
export interface Example {
  /** name/arity */
  readonly label: string;
  readonly fluentKind: FluentKind.SIMPLE | FluentKind.STATICALLY_DETERMINED;
  readonly description: string | null;
  readonly rules: string;
  /** True for an example from the domain of the activity, false for a built-in one. */
  readonly isOwn: boolean;
}

/** Number of worked examples of each kind in a prompt. */
export const EXAMPLES_OF_A_KIND = 2;

/**
 * Built-in examples for domains that have too few rules. They are from another subject, so that their names are not
 * mistaken for vocabulary.
 */
const BUILT_IN: readonly Omit<Example, 'isOwn'>[] = [
  {
    label: 'greenhouseVent/1',
    fluentKind: FluentKind.SIMPLE,
    description: 'The vent of a greenhouse is open from the moment it opens until it closes.',
    rules: `initiatedAt(greenhouseVent(House)=open, T) :-
    happensAt(vent_opens(House), T).

terminatedAt(greenhouseVent(House)=open, T) :-
    happensAt(vent_closes(House), T).`,
  },
  {
    label: 'overheating/1',
    fluentKind: FluentKind.SIMPLE,
    description:
      'A greenhouse overheats once a reading is above its limit while the vent is not open. It ends with a reading at or below the limit, or as soon as the vent is open.',
    rules: `initiatedAt(overheating(House)=true, T) :-
    happensAt(temperature(House, Degrees), T),
    heatLimit(House, Limit),
    Degrees > Limit,
    \\+ holdsAt(greenhouseVent(House)=open, T).

terminatedAt(overheating(House)=true, T) :-
    happensAt(temperature(House, Degrees), T),
    heatLimit(House, Limit),
    Degrees =< Limit.

terminatedAt(overheating(House)=true, T) :-
    happensAt(start(greenhouseVent(House)=open), T).`,
  },
  {
    label: 'cared_for/1',
    fluentKind: FluentKind.STATICALLY_DETERMINED,
    description: 'A greenhouse is cared for while a gardener is in it or its watering runs.',
    rules: `holdsFor(cared_for(House)=true, I) :-
    holdsFor(gardenerIn(House)=true, I1),
    holdsFor(watering(House)=on, I2),
    union_all([I1, I2], I).`,
  },
  {
    label: 'neglected/1',
    fluentKind: FluentKind.STATICALLY_DETERMINED,
    description: 'A greenhouse is neglected while it overheats and its vent is locked, but not while it is cared for.',
    rules: `holdsFor(neglected(House)=true, I) :-
    holdsFor(overheating(House)=true, I1),
    holdsFor(ventLocked(House)=true, I2),
    intersect_all([I1, I2], I3),
    holdsFor(cared_for(House)=true, I4),
    relative_complement_all(I3, [I4], I).`,
  },
];

/**
 * Selects two examples of each kind. Examples of the domain come first; if there are too few, built-in examples are
 * added. The order is that in which a token budget keeps them: the first example of each kind, then the second ones.
 */
export function examplesOf(own: readonly Example[]): readonly Example[] {
  const kinds = [FluentKind.SIMPLE, FluentKind.STATICALLY_DETERMINED] as const;
  const all = [...own, ...BUILT_IN.map((example) => ({ ...example, isOwn: false }))];
  const chosen = kinds.map((kind) => all.filter(({ fluentKind }) => fluentKind === kind).slice(0, EXAMPLES_OF_A_KIND));
  return Array.from({ length: EXAMPLES_OF_A_KIND }, (_, place) => chosen.flatMap((same) => same[place] ?? [])).flat();
}
