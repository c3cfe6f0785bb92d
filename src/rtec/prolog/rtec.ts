import type { Via } from '../event-description.js';

// Names of RTEC and of Prolog's control constructs, with their roles in rules.

/** Heads that define a fluent, by `name/arity`: position of the fluent-value pair, and the effect of the rule. */
export const FLUENT_HEADS: ReadonlyMap<string, { readonly fluent: number; readonly kind: HeadKind }> = new Map(
  Object.entries<{ readonly fluent: number; readonly kind: HeadKind }>({
    'initially/1': { fluent: 0, kind: 'initiates' },
    'initiatedAt/2': { fluent: 0, kind: 'initiates' },
    'initiatedAt/4': { fluent: 0, kind: 'initiates' },
    'terminatedAt/2': { fluent: 0, kind: 'terminates' },
    'terminatedAt/4': { fluent: 0, kind: 'terminates' },
    'initiates/3': { fluent: 1, kind: 'initiates' },
    'terminates/3': { fluent: 1, kind: 'terminates' },
    'fi/3': { fluent: 1, kind: 'initiates' },
    'p/1': { fluent: 0, kind: 'renews' },
    'holdsFor/2': { fluent: 0, kind: 'holds' },
  }),
);

/** What the head of an RTEC rule states about a fluent-value pair. */
export type HeadKind = 'initiates' | 'terminates' | 'renews' | 'holds';

/** RTEC's own predicates. A head with one of these names that does not have one of the forms above defines nothing. */
export const RESERVED = new Set([
  'initially',
  'initiatedAt',
  'terminatedAt',
  'initiates',
  'terminates',
  'fi',
  'holdsFor',
  'holdsAt',
  'happensAt',
  'union_all',
  'intersect_all',
  'relative_complement_all',
  'complement_all',
]);

/** Declarations of the entity in their first argument: RTEC's old form, and groundings. */
export const DECLARATIONS = new Set([
  'grounding/1',
  'inputEntity/1',
  'outputEntity/1',
  'internalEntity/1',
  'event/1',
  'simpleFluent/1',
  'sDFluent/1',
  'collectIntervals/1',
  'buildFromPoints/1',
]);
export const OTHER_DECLARATIONS = new Set([
  'dynamicDomain/1',
  'index/2',
  'cachingOrder/1',
  'cachingOrder2/2',
  'cyclic/1',
  'points/1',
  'needsGrounding/3',
  'dgrounded/2',
  'collectGrounds/2',
]);

/** Conditions on a fluent-value pair, which is the first argument. */
export const FLUENT_CONDITIONS: ReadonlyMap<string, Via> = new Map(
  Object.entries<Via>({
    'holdsAt/2': 'holdsAt',
    'holdsFor/2': 'holdsFor',
    'initiatedAt/2': 'initiatedAt',
    'initiatedAt/4': 'initiatedAt',
    'terminatedAt/2': 'terminatedAt',
    'terminatedAt/4': 'terminatedAt',
  }),
);

export const BUILT_IN_EVENTS: ReadonlyMap<string, Via> = new Map(
  Object.entries<Via>({
    'start/1': 'start',
    'end/1': 'end',
    'startI/1': 'startI',
    'endI/1': 'endI',
  }),
);

/** Predicates that call goals, with the positions, from 0, of the arguments that are goals. */
export const CONTROL = new Map<string, readonly number[]>([
  [',', [0, 1]],
  [';', [0, 1]],
  ['->', [0, 1]],
  ['*->', [0, 1]],
  ['\\+', [0]],
  ['not', [0]],
  ['findall', [1]],
  ['setof', [1]],
  ['bagof', [1]],
  ['aggregate_all', [1]],
  ['forall', [0, 1]],
  ['once', [0]],
  ['ignore', [0]],
  ['^', [1]],
  [':', [1]],
]);

/** RTEC's predicates for intervals, Allen's relations and time; SWI-Prolog itself lists those of Prolog. */
export const RTEC_PREDICATES = new Set([
  'union_all/2',
  'intersect_all/2',
  'relative_complement_all/3',
  'complement_all/2',
  'intDurGreater/3',
  'before/4',
  'meets/4',
  'starts/4',
  'finishes/4',
  'during/4',
  'overlaps/4',
  'equal/4',
  'allen/5',
  'nextTimePoint/2',
  'prevTimePoint/2',
  'nextPoint/2',
  'prevPoint/2',
  'initially/1',
  'initiates/3',
  'terminates/3',
  'holdsAt/3',
  'fi/3',
  'p/1',
]);

export const HEAD_FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    initially: 'initially(F=V)',
    initiatedAt: 'initiatedAt(F=V, T)',
    terminatedAt: 'terminatedAt(F=V, T)',
    initiates: 'initiates(E, F=V, T)',
    terminates: 'terminates(E, F=V, T)',
    fi: 'fi(F=V, F=V2, Duration)',
    holdsFor: 'holdsFor(F=V, I)',
    holdsAt: 'initiatedAt(F=V, T) and terminatedAt(F=V, T), or holdsFor(F=V, I)',
    happensAt: 'happensAt(E, T)',
  }),
);

/** Names that RTEC's compiler uses for conditions. They are recognised because compiled rules are accepted, too. */
export const COMPILED = /^(?:happensAt|holdsAt|holdsFor)(?:IE|EV|MultipleEvents|Cyclic|SDFluent|Processed\w*)$/u;
