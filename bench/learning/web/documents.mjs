// The documentation of the simulated office: two ways for each task, some of which are wrong. Pure.
import { COMMANDS, SETTINGS } from './app/commands.js';
import { TEMPLATES } from './templates.mjs';

export const WAYS = ['menu', 'keys'];
/** The ways in which documents are wrong. */
export const FAULTS = ['old menu', 'another one', 'another page', 'left out'];

const call = (name, ...values) => `${name}(${values.map((value) => `'${value}'`).join(', ')})`;
const pick = (random, list) => list[Math.floor(random() * list.length)];

/** The correct steps for a template. */
export function stepsOf(id, way) {
  return SETTINGS[id] ? settingSteps(id, way) : rowSteps(id, way);
}

function rowSteps(id, way, { view, menu, key, fields } = COMMANDS[id]) {
  return [
    call('open_view', view),
    ...(id === 'new_task' ? [] : [call('select_row', '{row}')]),
    way === 'menu' ? call('open_menu', ...menu) : call('press_key', key),
    ...fieldSteps(fields),
    ...(fields.length > 0 ? [call('press_button', 'OK')] : []),
  ];
}

function fieldSteps(fields) {
  return fields.map(({ label, options }) =>
    label === 'Really'
      ? call('choose_option', label, 'Yes')
      : options
        ? call('choose_option', label, '{value}')
        : call('fill_field', label, '{value}'),
  );
}

function settingSteps(id, way, { tab, label } = SETTINGS[id]) {
  return way === 'menu'
    ? [
        call('open_view', 'Settings'),
        call('open_tab', tab),
        call('choose_option', label, '{value}'),
        call('press_button', 'Save'),
      ]
    : [
        call('press_key', 'Control+K'),
        call('fill_field', 'Setting', label),
        call('fill_field', 'Value', '{value}'),
        call('press_key', 'Enter'),
      ];
}

/** Steps that seem to do the same. */
export function wrongStepsOf(id, way, fault, random) {
  return SETTINGS[id] ? wrongSettingSteps(id, way, fault, random) : wrongRowSteps(id, way, fault, random);
}

function wrongRowSteps(id, way, fault, random) {
  const command = COMMANDS[id];
  const { view, menu } = command;
  const others = Object.entries(COMMANDS).filter(([other, { view: of }]) => other !== id && of === view);
  switch (fault) {
    case 'old menu':
      // The steps of an older version of the office.
      return rowSteps(id, way, { ...command, menu: ['Edit', menu[1]], key: 'Control+Shift+F9' });
    case 'another one': {
      const [, other] = pick(random, others);
      return rowSteps(id, way, { ...command, menu: other.menu, key: other.key });
    }
    case 'another page': {
      const [, other] = pick(
        random,
        Object.entries(COMMANDS).filter(([, { view: of }]) => of !== view),
      );
      return rowSteps(id, way, { ...command, view: other.view });
    }
    default: {
      // The last step, or the need to confirm, is missing.
      const steps = rowSteps(id, way);
      return command.fields.length > 0 ? [...steps.slice(0, -1), call('press_button', 'Cancel')] : steps.slice(0, -1);
    }
  }
}

function wrongSettingSteps(id, way, fault, random) {
  const setting = SETTINGS[id];
  const other = pick(
    random,
    Object.values(SETTINGS).filter(({ label }) => label !== setting.label),
  );
  const steps = settingSteps(id, way);
  switch (fault) {
    case 'old menu':
      return settingSteps(id, way, { tab: 'General', label: `${setting.label}s` });
    case 'another one':
      return settingSteps(id, way, { tab: other.tab, label: other.label });
    case 'another page':
      return [call('open_view', pick(random, ['Customers', 'Orders', 'Tasks'])), ...steps.slice(1)];
    default:
      return [...steps.slice(0, -1), way === 'menu' ? call('press_button', 'Undo') : call('press_key', 'Escape')];
  }
}

/**
 * The initial documents. If one is wrong, in half of the cases both ways are, as in a manual that was not maintained.
 *
 * @param share share of wrong documents
 * @returns `{ id, template, way, fault (null: right), does, steps }`
 */
export function documentsOf(random, share) {
  const shuffled = TEMPLATES.map(({ id }) => [random(), id]).sort((a, b) => a[0] - b[0]);
  const each = Math.round((2 * share * TEMPLATES.length) / 3);
  const rankOf = new Map(shuffled.map(([, id], rank) => [id, rank]));
  return TEMPLATES.flatMap(({ id, does }) => {
    const rank = rankOf.get(id);
    const wrong = rank < each ? WAYS : rank < 2 * each ? [pick(random, WAYS)] : [];
    return WAYS.map((way) => {
      const fault = wrong.includes(way) ? pick(random, FAULTS) : null;
      const steps = fault ? wrongStepsOf(id, way, fault, random) : stepsOf(id, way);
      return { id: `${id}_by_${way}`, template: id, way, does, fault, steps };
    });
  });
}

/** Converts a document to an item of a catalog. */
export function itemOf({ id, way, does, steps }) {
  const where = steps.map((step) => step.match(/^(?:open_view|open_menu|open_tab)\((.*)\)$/)?.[1]).filter(Boolean);
  return {
    knowledge_id: id,
    description: `${does}, by ${way === 'menu' ? 'the menu' : 'keys'}.`,
    ui_location: where.map((place) => place.replaceAll("'", '').replace(', ', ' → ')).join(' → ') || 'Anywhere',
    action_sequence: steps,
    shortcut: null,
    prerequisites: [],
    output_state: `${id}_done`,
    doc_citation: `manual:${id}`,
    kb_learnings: [],
    trust_score: 1,
  };
}
