import { strToU8, zipSync } from 'fflate';

// Minimal files of the formats that the service reads.

/** A line of a PDF: its text, and the height of its letters. */
export type PdfLine = readonly [text: string, height?: number];

export function pdfOf(pages: readonly (readonly PdfLine[])[], { encrypted = false } = {}): Uint8Array {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  add('<< /Type /Catalog /Pages 2 0 R >>');
  const kids = pages.map((_, n) => `${4 + n * 2} 0 R`).join(' ');
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  pages.forEach((lines, n) => {
    let y = 780;
    const content = lines
      .map(([text, height = 11]) => {
        y -= height * 1.4;
        return `BT /F1 ${height} Tf 50 ${y.toFixed(1)} Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`;
      })
      .join('\n');
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + n * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  });
  let file = '%PDF-1.4\n';
  const places = objects.map((body, n) => {
    const at = file.length;
    file += `${n + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const start = file.length;
  const rows = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const locked = encrypted
    ? ` /Encrypt << /Filter /Standard /V 1 /R 2 /O <${'01'.repeat(32)}> /U <${'02'.repeat(32)}> /P -4 >> /ID [<${'03'.repeat(16)}> <${'03'.repeat(16)}>]`
    : '';
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${locked} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

function archive(main: string, type: string, parts: Readonly<Record<string, string>>): Uint8Array {
  const xml = (body: string) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body}`);
  return zipSync({
    '[Content_Types].xml': xml(
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="${type}"/></Types>`,
    ),
    '_rels/.rels': xml(
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="${main}"/></Relationships>`,
    ),
    ...Object.fromEntries(Object.entries(parts).map(([name, body]) => [name, xml(body)])),
  });
}

function relationsPart(targets: readonly (readonly [id: string, type: string, target: string])[]): string {
  const rows = targets.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${rows.join('')}</Relationships>`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export type WordPart = { readonly heading: string; readonly level: number } | string | readonly (readonly string[])[];

export function docxOf(parts: readonly WordPart[]): Uint8Array {
  const run = (text: string) => `<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;
  const body = parts.map((part) => {
    if (typeof part === 'string') return `<w:p>${run(part)}</w:p>`;
    if ('heading' in part) {
      return `<w:p><w:pPr><w:pStyle w:val="Heading${part.level}"/></w:pPr>${run(part.heading)}</w:p>`;
    }
    const rows = part.map((row) => {
      return `<w:tr>${row.map((cell) => `<w:tc><w:p>${run(cell)}</w:p></w:tc>`).join('')}</w:tr>`;
    });
    return `<w:tbl>${rows.join('')}</w:tbl>`;
  });
  const styles = [1, 2, 3].map(
    (level) => `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/></w:style>`,
  );
  const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
  return archive('word/document.xml', `${type}.document.main+xml`, {
    'word/document.xml': `<w:document ${word}><w:body>${body.join('')}</w:body></w:document>`,
    'word/styles.xml': `<w:styles ${word}>${styles.join('')}</w:styles>`,
    'word/_rels/document.xml.rels': relationsPart([['rId1', 'styles', 'styles.xml']]),
  });
}

export interface Slide {
  readonly title: string;
  readonly points: readonly string[];
}

export function pptxOf(slides: readonly Slide[]): Uint8Array {
  const names =
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
  const shape = (type: string, texts: readonly string[]) =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody>${texts
      .map((text) => `<a:p><a:r><a:t>${escaped(text)}</a:t></a:r></a:p>`)
      .join('')}</p:txBody></p:sp>`;
  return archive(
    'ppt/presentation.xml',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
    {
      'ppt/presentation.xml': `<p:presentation ${names}><p:sldIdLst>${slides
        .map((_, n) => `<p:sldId id="${256 + n}" r:id="rId${n + 1}"/>`)
        .join('')}</p:sldIdLst></p:presentation>`,
      'ppt/_rels/presentation.xml.rels': relationsPart(
        slides.map((_, n) => [`rId${n + 1}`, 'slide', `slides/slide${n + 1}.xml`]),
      ),
      ...Object.fromEntries(
        slides.map(({ title, points }, n) => [
          `ppt/slides/slide${n + 1}.xml`,
          `<p:sld ${names}><p:cSld><p:spTree>${shape('title', [title])}${shape('body', points)}</p:spTree></p:cSld></p:sld>`,
        ]),
      ),
    },
  );
}

export function xlsxOf(sheets: Readonly<Record<string, readonly (readonly (string | number)[])[]>>): Uint8Array {
  const names =
    'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
  const cell = (value: string | number, row: number, column: number) => {
    const at = `r="${String.fromCharCode(65 + column)}${row + 1}"`;
    return typeof value === 'number'
      ? `<c ${at}><v>${value}</v></c>`
      : `<c ${at} t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
  };
  const entries = Object.entries(sheets);
  return archive('xl/workbook.xml', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml', {
    'xl/workbook.xml': `<workbook ${names}><sheets>${entries
      .map(([name], n) => `<sheet name="${escaped(name)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationsPart(
      entries.map((_, n) => [`rId${n + 1}`, 'worksheet', `worksheets/sheet${n + 1}.xml`]),
    ),
    ...Object.fromEntries(
      entries.map(([, rows], n) => [
        `xl/worksheets/sheet${n + 1}.xml`,
        `<worksheet ${names}><sheetData>${rows
          .map((row, r) => `<row r="${r + 1}">${row.map((value, c) => cell(value, r, c)).join('')}</row>`)
          .join('')}</sheetData></worksheet>`,
      ]),
    ),
  });
}
