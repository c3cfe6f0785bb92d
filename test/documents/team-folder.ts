import { docxOf, pdfOf, pptxOf, xlsxOf } from './samples.js';

// Generates a folder of notes about a plant, and questions about it; the same seed gives the same folder. Each of the
// 40 machines has 20 parts; there are five files per machine, four parts per file, and two facts per part. The names of
// machines share their words, and every machine has each part, so that only both names together identify a file.

interface TeamFile {
  readonly path: string;
  readonly content: Uint8Array;
}

export interface Question {
  readonly text: string;
  /** The file that answers it. */
  readonly path: string;
  /** The text that the answer contains. */
  readonly answer: string;
}

interface TeamFolder {
  readonly files: readonly TeamFile[];
  /** Worded nearly like the notes. */
  readonly tune: readonly Question[];
  /** Worded differently from the notes; nothing was tuned with these questions. */
  readonly held: readonly Question[];
}

const PLACES = ['north', 'south', 'old', 'mobile', 'upper', 'spare', 'harbour', 'roof'];
const SORTS = ['pump', 'compressor', 'press', 'crane', 'mixer'];
const PARTS = [
  ...['bearing', 'seal', 'gearbox', 'coupling', 'valve', 'filter', 'motor', 'impeller', 'piston', 'clutch'],
  ...['sensor', 'fan', 'belt', 'shaft', 'nozzle', 'hose', 'brake', 'heater', 'tank', 'switch'],
];
const PEOPLE = ['Ada Lindqvist', 'Bo Okafor', 'Carla Menendez', 'Dario Petrov', 'Esi Mensah', 'Farid Haddad'];
const SUPPLIERS = ['Nordtek', 'Halvorsen', 'Kuroda', 'Belmont', 'Ostrava Works', 'Tamarind'];
const CAUSES = ['air gets in', 'the grease is old', 'a screw is loose', 'the oil is too thin'];

interface Property {
  readonly value: (next: () => number) => string;
  readonly said: (machine: string, part: string, value: string) => string;
  readonly asked: (machine: string, part: string) => string;
  readonly held: (machine: string, part: string) => string;
}

const number = (from: number, to: number) => (next: () => number) => String(from + Math.floor(next() * (to - from)));
const oneOf =
  <Value>(values: readonly Value[]) =>
  (next: () => number): Value =>
    values[Math.floor(next() * values.length)] as Value;

const PROPERTIES: readonly Property[] = [
  {
    value: number(60, 140),
    said: (machine, part, value) => `The ${part} of the ${machine} is switched off at ${value} degrees.`,
    asked: (machine, part) => `At how many degrees is the ${part} of the ${machine} switched off?`,
    held: (machine, part) => `How hot may the ${machine}'s ${part} get before it is shut down?`,
  },
  {
    value: number(100, 900),
    said: (machine, part, value) => `Grease the ${part} of the ${machine} every ${value} hours.`,
    asked: (machine, part) => `Every how many hours do I grease the ${part} of the ${machine}?`,
    held: (machine, part) => `What is the lubrication interval for the ${part} on the ${machine}?`,
  },
  {
    value: oneOf(SUPPLIERS),
    said: (machine, part, value) => `A new ${part} for the ${machine} comes from ${value}.`,
    asked: (machine, part) => `Where does a new ${part} for the ${machine} come from?`,
    held: (machine, part) => `Which supplier sells us the ${part} of the ${machine}?`,
  },
  {
    value: number(20, 400),
    said: (machine, part, value) => `Tighten the bolts of the ${part} on the ${machine} to ${value} newton metres.`,
    asked: (machine, part) => `To how many newton metres do I tighten the bolts of the ${part} on the ${machine}?`,
    held: (machine, part) => `Which torque do the screws at the ${machine}'s ${part} need?`,
  },
  {
    value: oneOf(PEOPLE),
    said: (machine, part, value) => `${value} looks after the ${part} of the ${machine}.`,
    asked: (machine, part) => `Who looks after the ${part} of the ${machine}?`,
    held: (machine, part) => `Whom do I call about a problem with the ${machine}'s ${part}?`,
  },
  {
    value: oneOf(CAUSES),
    said: (machine, part, value) => `When the ${part} of the ${machine} whistles, ${value}.`,
    asked: (machine, part) => `Why does the ${part} of the ${machine} whistle?`,
    held: (machine, part) => `There is a shrill sound from the ${part} on the ${machine}. What is wrong?`,
  },
];

interface Note {
  readonly part: string;
  readonly sentences: readonly string[];
}

const title = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const text = (lines: readonly string[]) => new TextEncoder().encode(`${lines.join('\n')}\n`);

/** Writers of the formats, by file extension. */
const FORMATS: Readonly<Record<string, (machine: string, notes: readonly Note[]) => Uint8Array>> = {
  md: (machine, notes) =>
    text([
      `# ${title(machine)}`,
      ...notes.flatMap(({ part, sentences }) => ['', `## ${title(part)}`, '', ...sentences]),
    ]),
  html: (machine, notes) =>
    text([
      `<html><head><title>${title(machine)}</title></head><body><h1>${title(machine)}</h1>`,
      ...notes.map(({ part, sentences }) => `<h2>${title(part)}</h2><p>${sentences.join(' ')}</p>`),
      '</body></html>',
    ]),
  txt: (_, notes) => text(notes.flatMap(({ sentences }) => [...sentences, ''])),
  pdf: (machine, notes) =>
    pdfOf([
      [
        [title(machine), 20],
        ...notes.flatMap(({ part, sentences }) => [
          [title(part), 16] as const,
          ...sentences.map((sentence) => [sentence] as const),
        ]),
      ],
    ]),
  docx: (machine, notes) =>
    docxOf([
      { heading: title(machine), level: 1 },
      ...notes.flatMap(({ part, sentences }) => [{ heading: title(part), level: 2 }, ...sentences]),
    ]),
  pptx: (machine, notes) =>
    pptxOf(notes.map(({ part, sentences }) => ({ title: `${title(machine)}: ${part}`, points: sentences }))),
  xlsx: (machine, notes) =>
    xlsxOf({
      Notes: [
        ['machine', 'part', 'note'],
        ...notes.flatMap(({ part, sentences }) => sentences.map((sentence) => [machine, part, sentence])),
      ],
    }),
  csv: (machine, notes) =>
    text([
      'machine,part,note',
      ...notes.flatMap(({ part, sentences }) => sentences.map((sentence) => `${machine},${part},"${sentence}"`)),
    ]),
  ts: (machine, notes) =>
    text([
      `// Settings of the ${machine}.`,
      ...notes.flatMap(({ part, sentences }) => [
        ...sentences.map((sentence) => `// ${sentence}`),
        `export const ${part} = { watched: true };`,
      ]),
    ]),
};

/** Returns a random generator; the same seed gives the same numbers. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** Generates 200 files in all formats, and 100 questions, of which half are held out. */
export function teamFolder(seed: number): TeamFolder {
  const next = random(seed);
  const files: TeamFile[] = [];
  const facts: { readonly path: string; readonly property: Property; readonly names: [string, string]; readonly answer: string }[] = []; // prettier-ignore
  const endings = Object.keys(FORMATS);
  const machines = PLACES.flatMap((place) => SORTS.map((sort) => `${place} ${sort}`));
  for (const machine of machines) {
    for (let part = 0; part < PARTS.length; part += 4) {
      const ending = endings[files.length % endings.length] ?? 'md';
      const path = `${machine.replace(' ', '/')}/${part / 4 + 1}.${ending}`;
      const notes = PARTS.slice(part, part + 4).map((name, at): Note => {
        const first = Math.floor(next() * PROPERTIES.length);
        const second = (first + 1 + ((part + at) % (PROPERTIES.length - 1))) % PROPERTIES.length;
        const sentences = [first, second].flatMap((index) => {
          const property = PROPERTIES[index];
          if (!property) return [];
          const answer = property.value(next);
          facts.push({ path, property, names: [machine, name], answer });
          return [property.said(machine, name, answer)];
        });
        return { part: name, sentences };
      });
      files.push({ path, content: FORMATS[ending]?.(machine, notes) ?? new Uint8Array() });
    }
  }
  const asked = Array.from({ length: 100 }, () => facts.splice(Math.floor(next() * facts.length), 1)).flat();
  const question = (way: 'asked' | 'held', fact: (typeof facts)[number]): Question => {
    const { path, answer, property, names } = fact;
    return { text: property[way](...names), path, answer };
  };
  return {
    files,
    tune: asked.slice(0, 50).map((fact) => question('asked', fact)),
    held: asked.slice(50).map((fact) => question('held', fact)),
  };
}
