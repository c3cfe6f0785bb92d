import { describe, expect, it } from 'vitest';
import { formOf, formsOf, WordFinder, type WordForms } from './word-forms.js';

function found(forms: WordForms, question: readonly string[], text: string): string[] {
  const finder = new WordFinder(
    question.map((word) => formOf(word, forms)),
    forms,
  );
  const has = finder.in(text.split(' '));
  return question.filter((_, place) => has[place]);
}

describe('the forms of words', () => {
  it('are those of the analyzer', () => {
    expect(['english', 'german', 'standard', 'cjk'].map(formsOf)).toEqual(['porter', 'endings', 'whole', 'whole']);
  });

  it('are stems in English, as its analyzer cuts them', () => {
    const question = ['opening', 'files', "driver's", 'universe', 'general'];
    expect(found('porter', question, 'opened file drivers university generally')).toEqual([
      'opening',
      'files',
      "driver's",
      'universe',
      'general',
    ]);
    expect(found('porter', ['run', 'rank'], 'rung ranger')).toEqual([]);
  });

  it('differ in their endings alone in other languages, whatever marks they carry', () => {
    expect(found('endings', ['dateien', 'öffnen'], 'die datei wird geöffnet')).toEqual(['dateien']);
    expect(found('endings', ['fenêtres'], 'une fenetre')).toEqual(['fenêtres']);
    expect(found('endings', ['karte', 'haus'], 'kartoffeln hausaufgaben')).toEqual([]);
    expect(found('endings', ['tee'], 'tee')).toEqual(['tee']);
    expect(found('endings', ['tee'], 'teer')).toEqual([]);
  });

  it('are one where no language is known', () => {
    expect(found('whole', ['file', 'café'], 'files cafe')).toEqual(['café']);
  });
});
