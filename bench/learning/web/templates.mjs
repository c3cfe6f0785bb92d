// The tasks of the simulated office: templates whose values are drawn from a seed, and the state required at the end.
// Pure.
import { COMMANDS, SETTINGS } from './app/commands.js';

const pick = (random, list) => list[Math.floor(random() * list.length)];

/** Rows from which each start state is drawn. */
const NAMES = {
  Customers: ['Alba Foods', 'Brix Glass', 'Corvus Books', 'Dunlin Bikes', 'Elm Hospital', 'Ferro Metal', 'Gale Wind'],
  Orders: ['No 1040', 'No 1041', 'No 1042', 'No 1043', 'No 1044', 'No 1045', 'No 1046'],
  Products: ['Anvil', 'Bucket', 'Chisel', 'Drill', 'Easel', 'Funnel', 'Grater'],
  Messages: ['Quarterly figures', 'Lost parcel', 'Party on Friday', 'New badge', 'Rent', 'Train tickets', 'Survey'],
  Tasks: [
    'Paint the hall',
    'Order toner',
    'Call the bank',
    'Water plants',
    'Book a room',
    'Fix the door',
    'Write minutes',
  ],
};
const FIELDS = {
  Customers: {
    city: 'Lund',
    email: '',
    vip: false,
    blocked: false,
    archived: false,
    discount: '0',
    terms: '21',
    note: '',
  },
  Orders: { paid: false, status: 'open', carrier: '', priority: 'normal', refunded: '0', invoiced: false, held: false },
  Products: { price: '10', stock: '5', shown: true, featured: false, category: '', minimum: '1', supplier: '' },
  Messages: { folder: 'Inbox', flagged: false, read: true, label: '', snoozed: '', muted: false },
  Tasks: { done: false, due: '', owner: '', every: 'never', pinned: false },
};
const ROWS = 5;
const TEXTS = ['Oslo', 'Quito', 'blue folder', 'see the file', 'Harbour 7', 'third floor', 'Monday'];
const NUMBERS = ['12', '25', '40', '75', '90'];
const DAYS = ['2026-12-01', '2026-12-08', '2027-01-15'];

/** `id: [name in documents, phrasings, kind of value (or the options of the window), changed state]` */
const OF_ROWS = {
  rename_customer: [
    'Change the registered name of a customer',
    ['Customer {row} is called {value} now', 'Rename the customer {row} to {value}'],
    TEXTS,
    (v) => ({ name: v }),
  ],
  move_customer: [
    'Change the city of a customer',
    ['{row} has moved to {value}: correct the city of the customer', 'Set the city of customer {row} to {value}'],
    TEXTS,
    (v) => ({ city: v }),
  ],
  mail_customer: [
    'Set the e-mail address of a customer',
    ['The customer {row} can be reached by e-mail at {value}', 'Set the e-mail address of {row} to {value}'],
    ['a@example.test', 'office@example.test', 'k@example.test'],
    (v) => ({ email: v }),
  ],
  vip_customer: [
    'Mark a customer as very important',
    ['{row} is a very important customer from today on', 'Make the customer {row} a VIP, very important'],
    null,
    () => ({ vip: true }),
  ],
  block_customer: [
    'Block a customer, so that nothing more is sold to it',
    ['Sell nothing more to {row}: block the customer', 'Block the customer {row}'],
    null,
    () => ({ blocked: true }),
  ],
  archive_customer: [
    'Archive a customer who buys nothing any more',
    ['Archive the customer {row}', '{row} buys nothing any more, move the customer to the archive'],
    null,
    () => ({ archived: true }),
  ],
  note_customer: [
    'Write a note about a customer',
    ['Write down about the customer {row}: {value}', 'Add the note {value} to customer {row}'],
    TEXTS,
    (v) => ({ note: v }),
  ],
  discount_customer: [
    'Grant a customer a discount in percent',
    ['Give the customer {row} a discount of {value} percent', '{row} pays {value} percent less: enter the discount'],
    NUMBERS,
    (v) => ({ discount: v }),
  ],
  terms_customer: [
    'Set how many days a customer has for paying',
    ['The customer {row} has {value} days for paying', 'Set the payment period of {row} to {value} days'],
    'options',
    (v) => ({ terms: v }),
  ],
  delete_customer: [
    'Delete a customer for good',
    ['Delete the customer {row} for good', 'The customer {row} wants to be deleted from all records'],
    'Yes',
    () => null,
  ],
  pay_order: [
    'Record that an order is paid',
    ['The order {row} is paid, record that', 'Mark order {row} as paid'],
    null,
    () => ({ paid: true }),
  ],
  cancel_order: [
    'Cancel an order with a reason',
    [
      'Cancel the order {row}, the reason is {value}',
      'The customer does not want order {row} any more ({value}): cancel it',
    ],
    TEXTS,
    (v) => ({ status: 'cancelled', reason: v }),
  ],
  ship_order: [
    'Ship an order with a carrier',
    ['Ship the order {row} by {value}', 'Order {row} leaves by {value} today, ship it'],
    'options',
    (v) => ({ status: 'shipped', carrier: v }),
  ],
  rush_order: [
    'Give an order a high priority',
    ['Order {row} is urgent: give it a high priority', 'Raise the priority of order {row}'],
    null,
    () => ({ priority: 'high' }),
  ],
  copy_order: [
    'Duplicate an order',
    ['Duplicate the order {row}', 'The customer wants the same as in order {row} once more: duplicate it'],
    null,
    'copy',
  ],
  refund_order: [
    'Refund an amount of an order',
    ['Refund {value} of the order {row}', 'The customer of order {row} gets {value} back, make the refund'],
    NUMBERS,
    (v) => ({ refunded: v }),
  ],
  invoice_order: [
    'Issue the invoice of an order',
    ['Issue the invoice of order {row}', 'Order {row} needs its invoice'],
    null,
    () => ({ invoiced: true }),
  ],
  hold_order: [
    'Put an order on hold',
    ['Put the order {row} on hold', 'Order {row} has to wait, hold it'],
    null,
    () => ({ held: true }),
  ],
  address_order: [
    'Change the delivery address of an order',
    ['Deliver the order {row} to the address {value}', 'Change the delivery address of order {row} to {value}'],
    TEXTS,
    (v) => ({ street: v }),
  ],
  clerk_order: [
    'Assign an order to a clerk',
    ['{value} takes care of the order {row}: assign it', 'Assign order {row} to the clerk {value}'],
    'options',
    (v) => ({ clerk: v }),
  ],
  price_product: [
    'Change the price of a product',
    ['The product {row} costs {value} now', 'Set the price of {row} to {value}'],
    NUMBERS,
    (v) => ({ price: v }),
  ],
  stock_product: [
    'Correct the stock of a product',
    ['There are {value} pieces of the product {row} in stock', 'Correct the stock of {row} to {value} pieces'],
    NUMBERS,
    (v) => ({ stock: v }),
  ],
  hide_product: [
    'Hide a product from the shop',
    ['Hide the product {row} from the shop', 'Nobody shall see the product {row} in the shop'],
    null,
    () => ({ shown: false }),
  ],
  feature_product: [
    'Feature a product on the front page',
    ['Feature the product {row} on the front page', 'The front page shall show the product {row}'],
    null,
    () => ({ featured: true }),
  ],
  sort_product: [
    'Put a product into a category',
    ['The product {row} belongs to the category {value}', 'Put {row} into the category {value}'],
    'options',
    (v) => ({ category: v }),
  ],
  copy_product: [
    'Duplicate a product',
    ['Duplicate the product {row}', 'We need a second product like {row}: duplicate it'],
    null,
    'copy',
  ],
  rename_product: [
    'Rename a product',
    ['Rename the product {row} to {value}', 'The product {row} is sold as {value} now, rename it'],
    TEXTS,
    (v) => ({ name: v }),
  ],
  minimum_product: [
    'Set from which stock on a product is ordered anew',
    [
      'Order the product {row} anew when {value} pieces are left: set the minimum',
      'Set the minimum stock of product {row} to {value}',
    ],
    NUMBERS,
    (v) => ({ minimum: v }),
  ],
  end_product: [
    'Discontinue a product',
    ['Discontinue the product {row}', 'The product {row} is not made any more, discontinue it'],
    'Yes',
    () => ({ discontinued: true }),
  ],
  supplier_product: [
    'Choose the supplier of a product',
    ['The product {row} comes from the supplier {value}', 'Set the supplier of {row} to {value}'],
    'options',
    (v) => ({ supplier: v }),
  ],
  reply_message: [
    'Reply to a message',
    ['Reply to the message {row}: {value}', 'Write {value} as the reply to {row}'],
    TEXTS,
    (v) => ({ reply: v }),
  ],
  forward_message: [
    'Forward a message to somebody',
    ['Forward the message {row} to {value}', '{value} should read the message {row}: forward it'],
    ['ada@example.test', 'ben@example.test'],
    (v) => ({ forwarded: v }),
  ],
  file_message: [
    'Move a message to a folder',
    ['Move the message {row} to the folder {value}', 'The message {row} belongs in the folder {value}'],
    'options',
    (v) => ({ folder: v }),
  ],
  flag_message: [
    'Flag a message as important',
    ['Flag the message {row} as important', 'The message {row} is important, flag it'],
    null,
    () => ({ flagged: true }),
  ],
  junk_message: [
    'Report a message as spam',
    ['The message {row} is spam', 'Report the message {row} as spam'],
    null,
    () => ({ folder: 'Junk' }),
  ],
  unread_message: [
    'Mark a message as unread',
    ['Mark the message {row} as unread', 'I have to read the message {row} again: mark it unread'],
    null,
    () => ({ read: false }),
  ],
  delete_message: [
    'Delete a message',
    ['Delete the message {row}', 'Nobody needs the message {row}, delete it'],
    'Yes',
    () => null,
  ],
  snooze_message: [
    'Snooze a message until a day',
    ['Snooze the message {row} until {value}', 'Show me the message {row} again on {value}: snooze it'],
    DAYS,
    (v) => ({ snoozed: v }),
  ],
  label_message: [
    'Give a message a label',
    ['Give the message {row} the {value} label', 'Label the message {row} {value}'],
    'options',
    (v) => ({ label: v }),
  ],
  mute_message: [
    'Mute the conversation of a message',
    ['Mute the conversation {row}', 'No more notices of the conversation {row}, mute the message'],
    null,
    () => ({ muted: true }),
  ],
  new_task: [
    'Create a task',
    ['Create a task: {value}', 'There is something to do, create the task {value}'],
    ['Wash cups', 'Test alarms', 'Sort keys'],
    'new',
  ],
  finish_task: [
    'Complete a task',
    ['The task {row} is complete', 'Complete the task {row}'],
    null,
    () => ({ done: true }),
  ],
  due_task: [
    'Set the due date of a task',
    ['The task {row} is due on {value}', 'Set the due date of task {row} to {value}'],
    DAYS,
    (v) => ({ due: v }),
  ],
  assign_task: [
    'Assign a task to somebody',
    ['Assign the task {row} to {value}', '{value} does the task {row}: assign it'],
    'options',
    (v) => ({ owner: v }),
  ],
  split_task: [
    'Add a subtask to a task',
    ['Add the subtask {value} to the task {row}', 'The task {row} has a smaller one in it, the subtask {value}'],
    TEXTS,
    (v) => ({ part: v }),
  ],
  repeat_task: [
    'Let a task recur',
    ['The task {row} recurs every {value}', 'Repeat the task {row} every {value}'],
    'options',
    (v) => ({ every: v }),
  ],
  pin_task: [
    'Pin a task to the top',
    ['Pin the task {row} to the top', 'The task {row} stays at the top, pin it'],
    null,
    () => ({ pinned: true }),
  ],
  delete_task: [
    'Delete a task',
    ['Delete the task {row}', 'The task {row} came by mistake, delete it'],
    'Yes',
    () => null,
  ],
};

const OF_SETTINGS = {
  language: [
    'Change the language of the office',
    ['Show the office in {value}: change the language', 'Set the language to {value}'],
  ],
  zone: [
    'Change the time zone',
    ['Set the time zone to {value}', 'Times shall be those of {value}, change the time zone'],
  ],
  currency: ['Change the currency', ['Reckon in {value}: change the currency', 'Set the currency to {value}']],
  theme: [
    'Change the theme of the screen',
    ['Set the theme to {value}', 'The screen is hard to read, take the {value} theme'],
  ],
  density: [
    'Change how dense tables are',
    ['Make the tables {value}', 'Tables shall be {value}, change how dense they are'],
  ],
  twofactor: [
    'Change two-factor authentication',
    ['Set two-factor authentication to {value}', 'Two-factor authentication at sign-in: {value}'],
  ],
  session: [
    'Change how long a session lasts',
    ['Sessions shall last a {value}', 'Change the length of a session to a {value}'],
  ],
  backup: [
    'Change how often backups are made',
    ['Set backups to {value}', 'How often backups are made: {value}, please'],
  ],
  format: [
    'Change the format of exports',
    ['Export files as {value}: change the format', 'Set the export format to {value}'],
  ],
  alerts: ['Change which notifications are shown', ['Show {value} notifications', 'Set the notifications to {value}']],
};

/** @returns `{ tables, settings }`, the start state of a task */
function startOf(random) {
  const tables = Object.entries(NAMES).map(([view, names]) => {
    const from = Math.floor(random() * names.length);
    const rows = Array.from({ length: ROWS }, (_, n) => {
      const id = `${view[0].toLowerCase()}${n}`;
      return [id, { name: names[(from + n) % names.length], id, ...FIELDS[view] }];
    });
    return [view, Object.fromEntries(rows)];
  });
  const settings = Object.entries(SETTINGS).map(([key, { options }]) => [key, pick(random, options)]);
  return { ...Object.fromEntries(tables), Settings: Object.fromEntries(settings) };
}

/**
 * `{ id, does, draw(random) }`; `draw` returns a task `{ template, text, values, start, end }`, where `end` is the
 * required state.
 */
export const TEMPLATES = [
  ...Object.entries(OF_ROWS).map(([id, [does, asks, kind, change]]) => ({
    id,
    does,
    draw(random) {
      const { view, fields } = COMMANDS[id];
      const start = startOf(random);
      const row = pick(random, Object.values(start[view]));
      const value =
        kind === 'options'
          ? pick(random, fields[0].options)
          : kind === null || kind === 'Yes'
            ? kind
            : pick(random, kind);
      const end = structuredClone(start);
      if (change === 'copy') end[view][`${row.id}-copy`] = { ...row, id: `${row.id}-copy`, name: `${row.name} (copy)` };
      else if (change === 'new') end[view].t9 = { id: 't9', name: value };
      else if (change(value) === null) delete end[view][row.id];
      else Object.assign(end[view][row.id], change(value));
      return taskOf(id, pick(random, asks), { row: row.name, value }, start, end);
    },
  })),
  ...Object.entries(OF_SETTINGS).map(([id, [does, asks]]) => ({
    id,
    does,
    draw(random) {
      const start = startOf(random);
      const value = pick(
        random,
        SETTINGS[id].options.filter((option) => option !== start.Settings[id]),
      );
      const end = { ...structuredClone(start), Settings: { ...start.Settings, [id]: value } };
      return taskOf(id, pick(random, asks), { value }, start, end);
    },
  })),
];

function taskOf(template, ask, values, start, end) {
  return { template, text: filled(ask, values), values, start, end };
}

/** Replaces the placeholders of a text by the values of a task. */
export function filled(text, values) {
  return text.replaceAll(/\{(row|value)\}/g, (placeholder, name) => values[name] ?? placeholder);
}
