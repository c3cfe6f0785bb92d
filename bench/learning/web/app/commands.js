// What the office can do. A command works on the selected row of its view, or on none; where it has fields, a window asks for
// them. `{ view, menu: [title, entry], key, fields, run(row, values, rows) }`.

const text = (label) => ({ label });
const choice = (label, ...options) => ({ label, options });
const command = (view, title, entry, key, fields, run) => ({
  view,
  menu: [title, entry],
  key: `Alt+${key}`,
  fields,
  run,
});
/** Sets fields of the row. */
const set = (made) => (row, values) => Object.assign(row, typeof made === 'function' ? made(values, row) : made);
const copy = (row, _, rows) => {
  rows[`${row.id}-copy`] = { ...row, id: `${row.id}-copy`, name: `${row.name} (copy)` };
};
const remove = (row, _, rows) => {
  delete rows[row.id];
};
/** Asks once more before something is gone. */
const sure = [choice('Really', 'No', 'Yes')];
const ifSure = (then) => (row, values, rows) => {
  if (values.Really === 'Yes') then(row, values, rows);
};

export const VIEWS = ['Customers', 'Orders', 'Products', 'Messages', 'Tasks', 'Settings'];

export const COMMANDS = {
  rename_customer: command(
    'Customers',
    'Account',
    'Legal name…',
    'N',
    [text('Name')],
    set(({ Name }) => ({ name: Name })),
  ),
  move_customer: command(
    'Customers',
    'Account',
    'Seat…',
    'C',
    [text('City')],
    set(({ City }) => ({ city: City })),
  ),
  mail_customer: command(
    'Customers',
    'Account',
    'Contact…',
    'E',
    [text('Address')],
    set((v) => ({ email: v.Address })),
  ),
  vip_customer: command('Customers', 'Standing', 'Key account', 'V', [], set({ vip: true })),
  block_customer: command('Customers', 'Standing', 'Freeze', 'B', [], set({ blocked: true })),
  archive_customer: command('Customers', 'Account', 'Put away', 'A', [], set({ archived: true })),
  note_customer: command(
    'Customers',
    'Account',
    'Remark…',
    'R',
    [text('Remark')],
    set((v) => ({ note: v.Remark })),
  ),
  discount_customer: command(
    'Customers',
    'Standing',
    'Rebate…',
    'D',
    [text('Percent')],
    set((v) => ({ discount: v.Percent })),
  ),
  terms_customer: command(
    'Customers',
    'Standing',
    'Terms…',
    'T',
    [choice('Days', '14', '30', '60')],
    set((v) => ({ terms: v.Days })),
  ),
  delete_customer: command('Customers', 'Account', 'Erase…', 'X', sure, ifSure(remove)),

  pay_order: command('Orders', 'Money', 'Settle', 'S', [], set({ paid: true })),
  cancel_order: command(
    'Orders',
    'Flow',
    'Withdraw…',
    'W',
    [text('Reason')],
    set((v) => ({ status: 'cancelled', reason: v.Reason })),
  ),
  ship_order: command(
    'Orders',
    'Flow',
    'Dispatch…',
    'D',
    [choice('Carrier', 'Post', 'Courier', 'Freight')],
    set((v) => ({ status: 'shipped', carrier: v.Carrier })),
  ),
  rush_order: command('Orders', 'Flow', 'Expedite', 'E', [], set({ priority: 'high' })),
  copy_order: command('Orders', 'Flow', 'Repeat', 'R', [], copy),
  refund_order: command(
    'Orders',
    'Money',
    'Give back…',
    'G',
    [text('Amount')],
    set((v) => ({ refunded: v.Amount })),
  ),
  invoice_order: command('Orders', 'Money', 'Bill', 'B', [], set({ invoiced: true })),
  hold_order: command('Orders', 'Flow', 'Park', 'P', [], set({ held: true })),
  address_order: command(
    'Orders',
    'Flow',
    'Destination…',
    'A',
    [text('Street')],
    set((v) => ({ street: v.Street })),
  ),
  clerk_order: command(
    'Orders',
    'Flow',
    'Hand over…',
    'H',
    [choice('Clerk', 'Ada', 'Ben', 'Cleo')],
    set((v) => ({ clerk: v.Clerk })),
  ),

  price_product: command(
    'Products',
    'Article',
    'Tariff…',
    'T',
    [text('Price')],
    set((v) => ({ price: v.Price })),
  ),
  stock_product: command(
    'Products',
    'Depot',
    'Count…',
    'C',
    [text('Pieces')],
    set((v) => ({ stock: v.Pieces })),
  ),
  hide_product: command('Products', 'Shop window', 'Take out', 'O', [], set({ shown: false })),
  feature_product: command('Products', 'Shop window', 'Spotlight', 'S', [], set({ featured: true })),
  sort_product: command(
    'Products',
    'Article',
    'Shelf…',
    'H',
    [choice('Shelf', 'Tools', 'Garden', 'Kitchen')],
    set((v) => ({ category: v.Shelf })),
  ),
  copy_product: command('Products', 'Article', 'Clone', 'L', [], copy),
  rename_product: command(
    'Products',
    'Article',
    'Caption…',
    'N',
    [text('Caption')],
    set((v) => ({ name: v.Caption })),
  ),
  minimum_product: command(
    'Products',
    'Depot',
    'Threshold…',
    'R',
    [text('Pieces')],
    set((v) => ({ minimum: v.Pieces })),
  ),
  end_product: command('Products', 'Article', 'Phase out…', 'X', sure, ifSure(set({ discontinued: true }))),
  supplier_product: command(
    'Products',
    'Depot',
    'Source…',
    'U',
    [choice('Source', 'North', 'South', 'East')],
    set((v) => ({ supplier: v.Source })),
  ),

  reply_message: command(
    'Messages',
    'Mail',
    'Answer…',
    'A',
    [text('Text')],
    set((v) => ({ reply: v.Text })),
  ),
  forward_message: command(
    'Messages',
    'Mail',
    'Pass on…',
    'P',
    [text('To')],
    set((v) => ({ forwarded: v.To })),
  ),
  file_message: command(
    'Messages',
    'Sort',
    'Folder…',
    'F',
    [choice('Folder', 'Bills', 'Travel', 'Private')],
    set((v) => ({ folder: v.Folder })),
  ),
  flag_message: command('Messages', 'Sort', 'Star', 'S', [], set({ flagged: true })),
  junk_message: command('Messages', 'Sort', 'Junk', 'J', [], set({ folder: 'Junk' })),
  unread_message: command('Messages', 'Mail', 'New again', 'N', [], set({ read: false })),
  delete_message: command('Messages', 'Mail', 'Shred…', 'X', sure, ifSure(remove)),
  snooze_message: command(
    'Messages',
    'Sort',
    'Later…',
    'L',
    [text('Day')],
    set((v) => ({ snoozed: v.Day })),
  ),
  label_message: command(
    'Messages',
    'Sort',
    'Colour…',
    'C',
    [choice('Colour', 'red', 'green', 'blue')],
    set((v) => ({ label: v.Colour })),
  ),
  mute_message: command('Messages', 'Mail', 'Silence', 'M', [], set({ muted: true })),

  new_task: command('Tasks', 'Board', 'Card…', 'C', [text('Title')], (_, { Title }, rows) => {
    rows.t9 = { id: 't9', name: Title };
  }),
  finish_task: command('Tasks', 'Card', 'Tick off', 'T', [], set({ done: true })),
  due_task: command(
    'Tasks',
    'Card',
    'Deadline…',
    'D',
    [text('Day')],
    set((v) => ({ due: v.Day })),
  ),
  assign_task: command(
    'Tasks',
    'Card',
    'Owner…',
    'O',
    [choice('Owner', 'Ada', 'Ben', 'Cleo')],
    set((v) => ({ owner: v.Owner })),
  ),
  split_task: command(
    'Tasks',
    'Card',
    'Part…',
    'P',
    [text('Part')],
    set((v) => ({ part: v.Part })),
  ),
  repeat_task: command(
    'Tasks',
    'Card',
    'Rhythm…',
    'R',
    [choice('Every', 'day', 'week', 'month')],
    set((v) => ({ every: v.Every })),
  ),
  pin_task: command('Tasks', 'Board', 'Nail up', 'N', [], set({ pinned: true })),
  delete_task: command('Tasks', 'Board', 'Tear off…', 'X', sure, ifSure(remove)),
};

/** On tabs of the view Settings, kept by its button Save; or by their names in the window that Control+K opens, kept by Enter. */
export const SETTINGS = {
  language: { tab: 'Region', label: 'Tongue', options: ['English', 'German', 'Thai'] },
  zone: { tab: 'Region', label: 'Clock', options: ['UTC', 'Berlin', 'Bangkok'] },
  currency: { tab: 'Region', label: 'Coin', options: ['EUR', 'USD', 'THB'] },
  theme: { tab: 'Screen', label: 'Shade', options: ['light', 'dark', 'grey'] },
  density: { tab: 'Screen', label: 'Rows', options: ['wide', 'narrow', 'tiny'] },
  twofactor: { tab: 'Doors', label: 'Second key', options: ['off', 'on', 'by phone'] },
  session: { tab: 'Doors', label: 'Stay signed in', options: ['hour', 'day', 'week'] },
  backup: { tab: 'Safe', label: 'Spare copy', options: ['never', 'nightly', 'weekly'] },
  format: { tab: 'Safe', label: 'Take away as', options: ['CSV', 'JSON', 'PDF'] },
  alerts: { tab: 'Doors', label: 'Bell', options: ['all', 'mine', 'none'] },
};
