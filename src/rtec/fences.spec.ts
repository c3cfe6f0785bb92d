import { describe, expect, it } from 'vitest';
import { extractRules } from './fences.js';

const RULE = 'initiatedAt(f=true, T) :-\n    happensAt(e, T).';

describe('rules in a reply', () => {
  it.each(['prolog', 'Prolog', 'rtec', '', 'erlang title="rules"'])('are taken from a block in %j', (language) => {
    expect(extractRules(`Here they are:\n\n\`\`\`${language}\n${RULE}\n\`\`\`\n\nI hope this helps.`)).toBe(
      `${RULE}\n`,
    );
  });

  it('are taken from all blocks, in order, tildes and indentation too', () => {
    expect(extractRules(`1. First\r\n   ~~~~prolog\r\n   a.\r\n   ~~~\r\n   ~~~~\r\ntext\n\`\`\`\nb.\n\`\`\``)).toBe(
      'a.\n   ~~~\n\nb.\n',
    );
  });

  it('are taken from a block that is cut off', () => {
    expect(extractRules(`Sure.\n\`\`\`prolog\n${RULE}\nterminatedAt(f=true, T) :-`)).toBe(
      `${RULE}\nterminatedAt(f=true, T) :-\n`,
    );
  });

  it('are told from blocks of other things', () => {
    expect(extractRules(`\`\`\`json\n{"a": 1}\n\`\`\`\n\`\`\`prolog\n${RULE}\n\`\`\``)).toBe(`${RULE}\n`);
    expect(extractRules(`\`\`\`text\n${RULE}\n\`\`\``)).toBe(`${RULE}\n`);
    expect(extractRules('```json\n{"a": 1}\n```')).toBe('{"a": 1}\n');
  });

  it('are taken from bare text, without the prose around it', () => {
    const reply = `The activity begins with e.\n\n${RULE}\n\nterminatedAt(f=true, T) :-\n\n    happensAt(g, T).\n\nLet me know if anything is missing.`;
    expect(extractRules(reply)).toBe(`${RULE}\n\nterminatedAt(f=true, T) :-\n\n    happensAt(g, T).\n`);
  });

  it('may be missing: the reply is given back', () => {
    expect(extractRules('I cannot do that.')).toBe('I cannot do that.');
    expect(extractRules('')).toBe('');
  });

  it('takes the last of several drafts, and all blocks that say different things', () => {
    const block = (...clauses: string[]) => `Then:\n\`\`\`prolog\n${clauses.join('\n')}\n\`\`\`\n`;
    const begins = 'initiatedAt(f(X)=true, T) :- happensAt(e(X), T).';
    const ends = 'terminatedAt(f(X)=true, T) :- happensAt(g(X), T).';
    const draft = begins.replace('e(X)', 'wrong(X)');
    expect(extractRules(block(draft) + block(begins, ends))).toBe(`${begins}\n${ends}\n`);
    expect(extractRules(block(begins) + block(ends))).toBe(`${begins}\n\n${ends}\n`);
    expect(extractRules(block('zone(kitchen).') + block(begins))).toBe(`zone(kitchen).\n\n${begins}\n`);
  });
});
