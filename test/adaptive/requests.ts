// Requests with two right and two wrong results each, and criteria as a caller would state them. They measure that stated
// criteria refuse wrong results and no right ones, and that without criteria nothing wrong is certified.

import type { CriterionInput } from '../../src/criteria/criteria.inputs.js';

export interface RequestCase {
  readonly request: string;
  readonly criteria: readonly object[];
  readonly right: readonly [string, string];
  readonly wrong: readonly [string, string];
}

export const criteriaOf = ({ criteria }: RequestCase) => criteria as readonly CriterionInput[];

export const REQUESTS: readonly RequestCase[] = [
  {
    request: 'How many days do January, February and March of a leap year have together?',
    criteria: [{ check: { numbers: { equal: [91] } } }],
    right: ['91', '31 + 29 + 31 = 91 days'],
    wrong: ['90', 'February has 29 days in a leap year.'],
  },
  {
    request: 'List the prime numbers between 50 and 80',
    criteria: [{ check: { numbers: { all: true, property: ['prime'], between: { min: 50, max: 80 } } } }],
    right: ['53, 59, 61, 67, 71, 73, 79', '- 53\n- 59\n- 61\n- 67\n- 71\n- 73\n- 79'],
    wrong: ['51, 53, 59, 61, 67, 71, 73, 79', 'print([n for n in range(50, 81) if all(n % d for d in range(2, n))])'],
  },
  {
    request: 'Sort these cities alphabetically: Oslo, Athens, Madrid, Bern',
    criteria: [{ check: { equals: { list: ['Athens', 'Bern', 'Madrid', 'Oslo'] } } }],
    right: ['Athens, Bern, Madrid, Oslo', '1. Athens\n2. Bern\n3. Madrid\n4. Oslo'],
    wrong: ['Oslo, Athens, Madrid, Bern', 'Athens, Bern, Oslo'],
  },
  {
    request: 'Name the four largest moons of Jupiter',
    criteria: [{ check: { equals: { set: ['Io', 'Europa', 'Ganymede', 'Callisto'] } } }],
    right: ['Ganymede, Callisto, Io, Europa', '- Io\n- Europa\n- Ganymede (the largest)\n- Callisto'],
    wrong: ['Io, Europa, Ganymede, Titan', "I'm sorry, I can't look that up."],
  },
  {
    request: 'Suggest three names for a bakery run by two sisters',
    criteria: [{ text: '3 items' }],
    right: ['Sister Loaf\nTwo Ovens\nFlour & Kin', '1. Crumb Sisters\n2. The Second Rise\n3. Both Buns'],
    wrong: ['1. Crumb Sisters\n2. Both Buns', 'Could you tell me where the bakery is?'],
  },
  {
    request: 'Give me a table of the inner planets with their diameter and their number of moons',
    criteria: [{ check: { columns: ['diameter', 'moons'] } }, { text: '4 rows' }],
    right: [
      '| Planet | Diameter (km) | Moons |\n|---|---|---|\n| Mercury | 4,879 | 0 |\n| Venus | 12,104 | 0 |\n| Earth | 12,742 | 1 |\n| Mars | 6,779 | 2 |',
      'planet,diameter,moons\nMercury,4879,0\nVenus,12104,0\nEarth,12742,1\nMars,6779,2',
    ],
    wrong: [
      '| Planet | Diameter (km) |\n|---|---|\n| Mercury | 4,879 |\n| Venus | 12,104 |\n| Earth | 12,742 |\n| Mars | 6,779 |',
      'Mercury and Venus have no moons, Earth has one and Mars two.',
    ],
  },
  {
    request: 'Return a JSON object that describes a book with title, pages and a list of authors',
    criteria: [
      {
        check: {
          jsonSchema: {
            type: 'object',
            required: ['title', 'pages', 'authors'],
            properties: { pages: { type: 'integer' }, authors: { type: 'array', items: { type: 'string' } } },
          },
        },
      },
    ],
    right: ['{"title": "Emma", "pages": 474, "authors": ["Jane Austen"]}', '```json\n{"title":"Ubik","pages":202,"authors":["Philip K. Dick"]}\n```'],
    wrong: ['{"title": "Emma", "pages": "474", "authors": "Jane Austen"}', 'title: Emma, pages: 474, author: Jane Austen'],
  },
  {
    request: 'Convert to JSON: Anna Meier lives at 12 rue des Lilas and has the phone number 555 0199',
    criteria: [{ check: { jsonSchema: { type: 'object' } } }, { check: { matches: ['Meier', '12 rue des Lilas', '555 ?0199'] } }],
    right: [
      '{"name": "Anna Meier", "address": "12 rue des Lilas", "phone": "555 0199"}',
      '{"first": "Anna", "last": "Meier", "street": "12 rue des Lilas", "phone": "5550199"}',
    ],
    wrong: ['{"name": "Anna Meier", "phone": "555 0199"}', '{"name": "Anna Meier", "address": "12 rue des Lilas", "phone": "555 0199",}'],
  },
  {
    request: 'Make a CSV of three meetings: date, room, host. Use semicolons.',
    criteria: [{ text: 'columns date, room, host' }, { text: '3 rows' }, { check: { matches: ['^date;room;host'] } }],
    right: [
      'date;room;host\n2026-01-05;A1;Ann\n2026-01-06;B2;Bob\n2026-01-07;A1;Cid',
      '```csv\ndate;room;host\n3 May;Blue;Ann\n4 May;Red;Ann\n5 May;Blue;Eve\n```',
    ],
    wrong: ['date,room,host\n2026-01-05,A1,Ann\n2026-01-06,B2,Bob\n2026-01-07,A1,Cid', 'import csv\nw = csv.writer(open("m.csv", "w"))\nw.writerow(["date", "room", "host"])'],
  },
  {
    request: 'Write SQL that counts the orders of each customer. Tables: customers(id, name), orders(id, customer_id)',
    criteria: [{ check: { kind: 'CODE' } }, { check: { matches: ['count\\s*\\(', 'group\\s+by'] } }],
    right: [
      'SELECT c.name, COUNT(o.id) FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.id, c.name;',
      '```sql\nSELECT customer_id, count(*)\nFROM orders\nGROUP BY customer_id;\n```',
    ],
    wrong: ['SELECT * FROM customers;', 'You should join both tables and count the rows of each customer.'],
  },
  {
    request: 'Summarize in at most 20 words: The library closes at six from Monday on, because the heating of the reading room is being replaced. Returns are possible at the side door.',
    criteria: [{ text: 'at most 20 words' }, { check: { matches: ['six|6', 'side door'] } }],
    right: [
      'From Monday the library closes at six for heating work; return books at the side door.',
      'The library shuts at 6 from Monday while heating is replaced. Returns: side door.',
    ],
    wrong: [
      'From Monday on, the library, whose reading room is getting a new heating, will close at six, but you can still return your books at the side door.',
      'The library is a fine place to read.',
    ],
  },
  {
    request: 'Translate into French: "The meeting is moved to Friday."',
    criteria: [{ check: { matches: ['vendredi'] } }, { check: { lacks: ['\\bmeeting is\\b'] } }],
    right: ['La réunion est reportée à vendredi.', '« La réunion est déplacée à vendredi. »'],
    wrong: ['The meeting is moved to Friday.', 'La réunion est annulée.'],
  },
  {
    request: 'Write a polite reminder about an unpaid invoice in fewer than 60 words that mentions the number 4711',
    criteria: [{ text: 'fewer than 60 words' }, { check: { matches: ['4711'] } }],
    right: [
      'Dear Ms Roth,\n\nour invoice 4711 of 3 May seems to be still open. Could you arrange the payment this week? Thank you.\n\nKind regards\nA. Lang',
      'Hello Mr Kim, a friendly reminder that invoice no. 4711 is due. If you have paid already, please ignore this message.',
    ],
    wrong: ['Dear Ms Roth, please pay the open invoice soon. Thank you.', `Invoice 4711 is open. ${'Please pay it as soon as you possibly can. '.repeat(10)}`],
  },
  {
    request: 'Plan a weekend in Lisbon: four steps, each with a time',
    criteria: [{ text: '4 items' }, { check: { matches: ['\\d{1,2}(?::\\d\\d| ?[ap]m)'] } }],
    right: ['1. 9:00 Alfama\n2. 12:30 lunch\n3. 15:00 Belém\n4. 20:00 fado', '- 10 am tram 28\n- 1 pm market\n- 4 pm museum\n- 8 pm dinner'],
    wrong: ['1. Alfama\n2. Lunch\n3. Belém\n4. Fado', 'Lisbon is lovely at any time of the year.'],
  },
  {
    request: 'Write a report on our printer with the sections Summary, Problems and Costs',
    criteria: [{ check: { sections: ['Summary', 'Problems', 'Costs'] } }],
    right: [
      '# Summary\nThe printer is old.\n\n# Problems\nIt jams.\n\n# Costs\n40 euros a month.',
      '**Summary**\n\nWorks, mostly.\n\n**Problems**\n\nPaper jams.\n\n**Costs**\n\nToner: 30.',
    ],
    wrong: ['# Summary\nThe printer is old.\n\n# Problems\nIt jams.', 'The printer is old and jams often.'],
  },
  {
    request: 'Which of these months has the highest value, and what is the mean? Jan 4, Feb 9, Mar 5',
    criteria: [{ check: { matches: ['\\bFeb'] } }, { check: { matches: ['\\b6\\b'] } }],
    right: ['February (9). The mean is 6.', 'Feb is highest; mean: 6'],
    wrong: ['February (9). The mean is 9.', 'March; the mean is 6.'],
  },
]; // prettier-ignore
