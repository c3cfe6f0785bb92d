// A small office: customers, orders, products, messages, tasks and settings. All of it happens in the page; `office.state` is
// what tasks are judged by, and `office.begin(state)` starts anew.
import { COMMANDS, SETTINGS, VIEWS } from './commands.js';

let state = { Settings: {} };
let view = VIEWS[0];
let selected;
let open;
let tab = 'Region';
let drafts = {};

const $ = (id) => document.getElementById(id);
const rowsOf = (of) => (state[of] ??= {});

function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}
const button = (label, onclick) => element('button', { textContent: label, onclick });

function draw() {
  $('views').replaceChildren(...VIEWS.map((name) => button(name, () => show(name))));
  $('menus').replaceChildren(...menus());
  $('content').replaceChildren(...(view === 'Settings' ? settings() : [table()]));
}

function show(name) {
  [view, selected, open, drafts] = [name, undefined, undefined, {}];
  draw();
}

function menus() {
  const here = Object.values(COMMANDS).filter((command) => command.view === view);
  return [...new Set(here.map(({ menu }) => menu[0]))].map((title) => {
    const entries = here
      .filter(({ menu }) => menu[0] === title)
      .map((command) => button(command.menu[1], () => ask(command)));
    const menu = element(
      'div',
      { className: 'menu' },
      button(title, () => {
        open = open === title ? undefined : title;
        draw();
      }),
    );
    if (open === title) menu.append(element('div', { className: 'entries' }, ...entries));
    return menu;
  });
}

function table() {
  const rows = Object.values(rowsOf(view)).map((row) =>
    element(
      'tr',
      {
        className: row.id === selected ? 'selected' : '',
        onclick: () => {
          selected = row.id;
          draw();
        },
      },
      ...Object.entries(row)
        .filter(([name]) => name !== 'id')
        .map(([, value]) => element('td', { textContent: String(value) })),
    ),
  );
  return element('table', {}, ...rows);
}

function settings() {
  const tabs = [...new Set(Object.values(SETTINGS).map((setting) => setting.tab))];
  return [
    element(
      'div',
      {},
      ...tabs.map((name) =>
        button(name, () => {
          tab = name;
          draw();
        }),
      ),
    ),
    ...Object.entries(SETTINGS)
      .filter(([, setting]) => setting.tab === tab)
      .map(([key, { label, options }]) =>
        element(
          'div',
          { className: 'setting' },
          field({ label, options, value: drafts[key] ?? state.Settings[key] }, (value) => {
            drafts[key] = value;
          }),
        ),
      ),
    button('Save', () => {
      Object.assign(state.Settings, drafts);
      show(view);
    }),
    button('Undo', () => show(view)),
  ];
}

function field({ label, options, value }, onchange) {
  const control = options
    ? element('select', {}, ...options.map((option) => element('option', { textContent: option })))
    : element('input', { type: 'text' });
  control.value = value ?? options?.[0] ?? '';
  control.onchange = control.oninput = () => onchange(control.value);
  return element('label', { textContent: `${label} ` }, control);
}

/** Carries a command out, after its window where it has fields. What needs a row does nothing without. */
function ask(command) {
  open = undefined;
  const row = rowsOf(view)[selected];
  if (row === undefined && command !== COMMANDS.new_task) return draw();
  const run = (values) => {
    close();
    command.run(row, values, rowsOf(view));
    draw();
  };
  if (command.fields.length === 0) return run({});
  const values = Object.fromEntries(command.fields.map(({ label, options }) => [label, options?.[0] ?? '']));
  draw();
  pop(
    ...command.fields.map((each) =>
      field(each, (value) => {
        values[each.label] = value;
      }),
    ),
    button('OK', () => run(values)),
    button('Cancel', close),
  );
}

/** Any setting by its name. */
function palette() {
  let name = '';
  let value = '';
  const find = () => Object.entries(SETTINGS).find(([, { label }]) => label.toLowerCase() === name.toLowerCase());
  const box = pop(
    field({ label: 'Setting' }, (typed) => {
      name = typed;
    }),
    field({ label: 'Value' }, (typed) => {
      value = typed;
    }),
  );
  box.onkeydown = ({ key }) => {
    if (key !== 'Enter') return;
    const found = find();
    if (found?.[1].options.includes(value)) state.Settings[found[0]] = value;
    close();
    draw();
  };
}

function pop(...children) {
  $('window').replaceChildren(...children);
  $('window').onkeydown = null;
  $('window').hidden = false;
  return $('window');
}

function close() {
  $('window').hidden = true;
}

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') close();
  if (!$('window').hidden) return;
  if (event.ctrlKey && event.code === 'KeyK') {
    event.preventDefault();
    palette();
  }
  if (!event.altKey) return;
  const pressed = `Alt+${event.code.slice('Key'.length)}`;
  const command = Object.values(COMMANDS).find((each) => each.view === view && each.key === pressed);
  if (!command) return;
  event.preventDefault();
  ask(command);
});

window.office = {
  begin(from) {
    state = from;
    tab = 'Region';
    close();
    show(VIEWS[0]);
  },
  get state() {
    return state;
  },
};
draw();
