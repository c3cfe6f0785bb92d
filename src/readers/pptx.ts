import { type BlockList, ReadRefusal } from './blocks.js';
import type { ReadingLimits } from './limits.js';
import { relationsOf, walkXml } from './xml.js';
import { unzip } from './zip.js';

const SLIDE = /^ppt\/slides\/slide(\d+)\.xml$/;

/** Reads a presentation: for each slide a heading, paragraphs, tables and notes. Pages are slides. */
export function readPptx(bytes: Uint8Array, blocks: BlockList, limits: ReadingLimits): void {
  const parts = unzip(bytes, (name) => /^ppt\/.*\.(?:xml|rels)$/.test(name), limits);
  const slides = slidesInOrder(parts);
  if (slides.length === 0) throw new ReadRefusal('BROKEN', 'The archive holds no presentation');
  if (slides.length > limits.pages)
    throw new ReadRefusal('TOO_LARGE', `The document has more than ${limits.pages} pages`);
  slides.forEach((name, n) => {
    const page = n + 1;
    blocks.endSection();
    addSlide(parts.get(name), blocks, page);
    const file = name.slice(name.lastIndexOf('/') + 1);
    for (const { target, type } of relationsOf(parts.get(`ppt/slides/_rels/${file}.rels`)).values()) {
      if (type.endsWith('/notesSlide')) addSlide(parts.get(`ppt/${target.replace(/^\.\.\//, '')}`), blocks, page, true);
    }
  });
}

function slidesInOrder(parts: ReadonlyMap<string, Uint8Array>): string[] {
  const relations = relationsOf(parts.get('ppt/_rels/presentation.xml.rels'));
  const listed: string[] = [];
  const presentation = parts.get('ppt/presentation.xml');
  if (presentation) {
    walkXml(presentation, {
      open: ({ name, attributes }) => {
        // `id` and `r:id` have the same local name. `r:id`, which names the relation, comes last and is therefore the
        // one that is kept.
        const target = name === 'sldId' ? relations.get(attributes['id'] ?? '')?.target : undefined;
        if (target !== undefined) listed.push(`ppt/${target.replace(/^(?:\.\/|\/ppt\/)/, '')}`);
      },
    });
  }
  const known = listed.filter((name) => parts.has(name));
  if (known.length > 0) return known;
  const numberOf = (name: string) => Number(SLIDE.exec(name)?.[1] ?? 0);
  return [...parts.keys()].filter((name) => SLIDE.test(name)).sort((a, b) => numberOf(a) - numberOf(b));
}

function addSlide(bytes: Uint8Array | undefined, blocks: BlockList, page: number, isNotes = false): void {
  if (!bytes) return;
  const spot = { page, fromLine: null, toLine: null };
  let isTitle = false;
  let isSkipped = false;
  let said = '';
  let paragraphs: string[] = [];
  let cells: string[] | undefined;
  let rows: string[][] = [];
  let inText = false;
  let title = '';
  const others: (() => void)[] = [];
  walkXml(bytes, {
    open: ({ name, attributes }) => {
      if (name === 'sp') [isTitle, isSkipped, paragraphs] = [false, false, []];
      if (name === 'ph') {
        isTitle = /^(?:title|ctrTitle)$/.test(attributes['type'] ?? '');
        isSkipped = /^(?:sldNum|dt|ftr|hdr|sldImg)$/.test(attributes['type'] ?? '');
      }
      if (name === 'tbl') rows = [];
      if (name === 'tr') cells = [];
      if (name === 'tc') paragraphs = [];
      if (name === 'p') said = '';
      if (name === 'br') said += '\n';
      if (name === 't') inText = true;
    },
    text: (text) => {
      if (inText) said += text;
    },
    close: (name) => {
      if (name === 't') inText = false;
      if (name === 'p' && said.trim() !== '') paragraphs.push(said.trim());
      if (name === 'tc') cells?.push(paragraphs.join(' '));
      if (name === 'tr' && cells) rows.push(cells);
      if (name === 'tbl') {
        const [header = [], ...body] = rows;
        others.push(() => blocks.table(header, body, spot));
        paragraphs = [];
      }
      if (name !== 'sp' || isSkipped) return;
      const texts = paragraphs;
      if (isTitle) title = texts.join(' ');
      else if (texts.length > 1 && !isNotes) {
        const items = texts.map((text) => `- ${text}`);
        others.push(() => blocks.list(items, spot));
      } else others.push(() => blocks.paragraph(texts.join('\n'), spot));
    },
  });
  // The title may be stored behind what it stands above.
  blocks.heading(title, 1, spot);
  for (const add of others) add();
}
