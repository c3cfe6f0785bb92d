import { send } from '../../api/client.js';
import type { Query } from '../../api/query.js';
import {
  attributeStep,
  type Candidate,
  completeLearning,
  type Decided,
  decideContradiction,
  decideMatch,
  decideSupersession,
  judgeStep,
  keepApart,
  mergeEntities,
  type ReviewRow,
  verifyLearning,
} from '../../api/review-queries.js';
import type { Shown } from '../../api/use-titles.js';
import { nodeAddress } from '../../rules/address.js';
import { rowsOf } from '../../rules/values.js';

/** A text beside a decision. */
export interface Beside {
  readonly label: string;
  readonly text: string;
  /** Ref of what the text belongs to, for a link; absent for a text of the entry itself. */
  readonly ref?: string;
  readonly title?: string;
}

export interface Choice {
  readonly label: string;
  /** @param said what the person wrote, without blanks around it */
  readonly decide: (namespace: string, said: string) => Promise<Decided>;
  /** Whether the person has to write something first. */
  readonly needsText?: boolean;
}

/** One entry of the queue as the page shows it. */
export interface Entry {
  readonly title: string;
  /** Address of the page about it. */
  readonly address: string;
  /** At most two. */
  readonly beside: readonly Beside[];
  /** Empty if there is nothing to decide any more. */
  readonly choices: readonly Choice[];
  /** Label of the field for what the person has to write; absent if there is nothing to write. */
  readonly field?: string;
  /** Choices that a person can search: the one for an item that was found. */
  readonly ofItem?: (item: Candidate) => Choice;
}

type Known = ReadonlyMap<string, Shown>;
type KindOfEntry = (row: ReviewRow, known: Known, namespace: string) => Entry;

/** The choice that runs this mutation. */
function choice<Variables extends object>(
  label: string,
  mutation: Query<Decided, Variables>,
  variables: Variables | ((said: string) => Variables),
): Choice {
  const needsText = typeof variables === 'function';
  return {
    label,
    needsText,
    decide: (namespace, said) => send(mutation, needsText ? variables(said) : variables, namespace),
  };
}

const idOf = (ref: string | null) => (ref ?? '').slice((ref ?? '').indexOf(':') + 1);

function ofRef(label: string, ref: string | null, known: Known): Beside[] {
  return ref === null ? [] : [{ label, ref, ...(known.get(ref) ?? { title: ref, text: '' }) }];
}

/** A step whose item a person names: one of at most two candidates, or another one. */
const whichItem =
  (candidatesOf: (step: NonNullable<ReviewRow['step']>) => readonly Candidate[]): KindOfEntry =>
  (row, _, namespace) => {
    const { step, planId, stepNum } = row;
    const candidates = step ? candidatesOf(step).slice(0, 2) : [];
    const ofItem = ({ id, title }: Candidate) =>
      choice(`It was “${title}”`, attributeStep, { planId: planId ?? '', stepNum: stepNum ?? 0, itemId: id });
    return {
      title: `Step ${stepNum} of a plan: ${[step?.toolName, step?.error].filter(Boolean).join(' – ')}`,
      address: nodeAddress(namespace, `step:${planId}/${stepNum}`),
      beside: candidates.map(({ ref, title, text }) => ({ label: 'Possible cause', ref, title, text })),
      choices: candidates.map(ofItem),
      ofItem,
    };
  };

const aboutLearning = (
  { learning }: ReviewRow,
  namespace: string,
): Pick<Entry, 'title' | 'address'> & { readonly id: string } => ({
  id: learning?.id ?? '',
  title: `${learning?.item.title ?? ''}: ${learning?.task ?? ''}`,
  address: nodeAddress(namespace, `learning:${learning?.id ?? ''}`),
});

/** How each reason of the queue is shown and decided. */
const KINDS: Readonly<Record<string, KindOfEntry>> = {
  UNATTRIBUTED_FAILURE: whichItem(({ suggestions }) => suggestions.map(({ item }) => item)),
  NAME_TAKEN: whichItem(({ item, suggestions }) => [
    ...(item ? [item] : []),
    ...suggestions.map((one) => one.item).filter(({ ref }) => ref !== item?.ref),
  ]),
  AWAITING_RECOVERY: (row, _, namespace) => {
    const { id, ...about } = aboutLearning(row, namespace);
    return {
      ...about,
      beside: [{ label: 'What failed', text: row.learning?.originalError ?? '' }],
      choices: [choice('This worked', completeLearning, (said) => ({ id, recoveryApproach: said }))],
      field: 'What worked instead?',
    };
  },
  UNVERIFIED_LEARNING: (row, _, namespace) => {
    const { id, ...about } = aboutLearning(row, namespace);
    const { originalError, recoveryApproach, humanReasoning } = row.learning ?? {};
    return {
      ...about,
      beside: [
        { label: 'What failed', text: originalError ?? 'A person corrected the step.' },
        { label: 'What to do instead', text: recoveryApproach ?? humanReasoning ?? '' },
      ],
      choices: [
        choice('Right', verifyLearning, { id, verified: true }),
        choice('Wrong', verifyLearning, { id, verified: false }),
      ],
    };
  },
  CONTRADICTION: ({ ref, contradiction }, known, namespace) => {
    const { type = '', at = '', relations = [] } = contradiction ?? {};
    const ids = [...new Set(relations.map(({ target }) => target.id))];
    const sides = ids.map((id) => {
      const facts = relations.filter(({ target }) => target.id === id);
      const [first] = facts;
      const says = rowsOf(first?.properties).map(([name, value]) => `${name}: ${value}`);
      const text = first?.piece?.content ?? says.join(' · ');
      return { id, title: first?.target.label ?? id, text, refs: facts.map((fact) => fact.ref) };
    });
    const all = sides.flatMap(({ refs }) => refs);
    return {
      title: `${known.get(ref ?? '')?.title ?? ''}: ${type}, from ${at.slice(0, 10)} on`,
      address: nodeAddress(namespace, ref ?? ''),
      beside: sides.slice(0, 2).map(({ id, title, text }) => ({ label: type, ref: `entity:${id}`, title, text })),
      choices: [
        ...sides.map(({ id, title }) => {
          const relations = sides.flatMap((side) => (side.id === id ? [] : side.refs));
          return choice(`“${title}” is true`, decideContradiction, { relations, decision: 'REMOVE' });
        }),
        ...(sides.length > 1
          ? [
              choice(sides.length > 2 ? 'All are true' : 'Both are true', decideContradiction, {
                relations: all,
                decision: 'KEEP',
              }),
            ]
          : []),
      ],
    };
  },
  POSSIBLE_SUPERSESSION: ({ ref, otherRef }, known, namespace) => {
    const pair = { newerId: idOf(ref), olderId: idOf(otherRef) };
    return {
      title: known.get(ref ?? '')?.title ?? 'Two texts that say nearly the same',
      address: nodeAddress(namespace, ref ?? ''),
      beside: [...ofRef('Earlier', otherRef, known), ...ofRef('Later', ref, known)],
      choices: [
        choice('The later replaces the earlier', decideSupersession, { ...pair, decision: 'SUPERSEDE' }),
        choice('Keep both', decideSupersession, { ...pair, decision: 'KEEP_BOTH' }),
      ],
    };
  },
  POSSIBLE_DUPLICATE: ({ ref, otherRef }, known, namespace) => ({
    title: known.get(otherRef ?? '')?.title ?? 'Two entities',
    address: nodeAddress(namespace, otherRef ?? ''),
    beside: [...ofRef('Earlier', otherRef, known), ...ofRef('Later', ref, known)],
    choices: [
      choice('The same: merge them', mergeEntities, { source: idOf(ref), target: idOf(otherRef) }),
      choice('Different', keepApart, { one: idOf(ref), other: idOf(otherRef) }),
    ],
  }),
  CAPTURED_MATCH: ({ ref, note, matchId }, known, namespace) => ({
    title: known.get(ref ?? '')?.title ?? 'What a connected agent did',
    address: nodeAddress(namespace, ref ?? ''),
    beside: [{ label: 'What the agent did', text: note ?? '' }, ...ofRef('What it was given', ref, known)],
    choices: [
      choice('It followed this', decideMatch, { id: matchId ?? '', followed: true }),
      choice('It did not', decideMatch, { id: matchId ?? '', followed: false }),
    ],
  }),
  UNDECIDED_VERDICT: ({ taskId, stepNum }, known, namespace) => {
    const { title = 'A task of an agent', text = '' } = known.get(`task:${taskId}`) ?? {};
    const judged = (success: boolean) => (reason: string) => {
      return { taskId: taskId ?? '', stepNum: stepNum ?? 0, success, reason };
    };
    return {
      title,
      address: nodeAddress(namespace, `task:${taskId}`),
      beside: [{ label: `What step ${stepNum} delivered`, text }],
      choices: [choice('It succeeded', judgeStep, judged(true)), choice('It failed', judgeStep, judged(false))],
      field: 'Why? (in one sentence)',
    };
  },
};

/** What the page shows of an entry. What it cannot decide has no choices. */
export function entryOf(row: ReviewRow, known: Known, namespace: string): Entry {
  const kind = KINDS[row.reason];
  if (kind) return kind(row, known, namespace);
  const [first] = refsOf(row);
  const title = known.get(first ?? '')?.title ?? first ?? row.reason;
  return { title, address: nodeAddress(namespace, first ?? ''), beside: [], choices: [] };
}

/** The refs in an entry whose titles the answer lacks. */
export function refsOf({ ref, otherRef, taskId }: ReviewRow): string[] {
  return [ref, otherRef, taskId === null ? null : `task:${taskId}`].filter((one) => one !== null);
}

/** Tells entries apart. */
export function keyOf({ reason, ref, otherRef, planId, taskId, stepNum, matchId, learning }: ReviewRow): string {
  return JSON.stringify([reason, ref, otherRef, planId, taskId, stepNum, matchId, learning?.id ?? null]);
}
