import { describe, expect, it } from 'vitest';
import { instructionFor } from '../../src/adaptive/actions.js';
import { actionSelectionPrompt, judgePrompt, refinementPrompt } from '../../src/adaptive/adaptive.prompt.js';
import { CriterionJudge } from '../../src/criteria/criteria.js';
import { strategySections } from '../../src/adaptive/strategy.text.js';
import { GRAMMARS, TRACE_FORMS } from '../../src/common/prompt-grammar.js';
import { fluentSections } from '../../src/fluents/fluent.text.js';
import { correctionPrompt, systemPrompt as rulesSystem, userPrompt as rulesUser } from '../../src/rtec/rules.prompt.js';
import { itemSections } from '../../src/items/item.text.js';
import { type Learning, LearningKind, LearningState } from '../../src/items/items.model.js';
import { formatItem } from '../../src/items/items.prompt.js';
import type { SectionText } from '../../src/knowledge/section.js';
import { formatEntity } from '../../src/loading/entity.text.js';
import { formatRetrieval } from '../../src/retrieval/formatter.js';
import { type Entity, KnowledgeType, type Piece, type Relation } from '../../src/entities/entities.model.js';
import { pieceSections } from '../../src/retrieval/piece.text.js';
import { ingestPrompt } from '../../src/entities/ingest.prompt.js';
import { routeKnowledge } from '../../src/retrieval/provide.js';
import { parseFormat, renderFormat } from '../../src/retrieval/templates/format-template.js';
import { guardedData } from '../../src/retrieval/templates/guarded.js';
import { distillationPrompt } from '../../src/sessions/distillation.prompt.js';
import { messageLine } from '../../src/sessions/messages.section.js';
import { MemoryScope, Outcome } from '../../src/memories/memories.model.js';
import { formatMemory } from '../../src/memories/memories.text.js';
import { cutTrace, storedTrace } from '../../src/sessions/trace.js';
import { systemPrompt as planSystem, userPrompt as planUser } from '../../src/planning/planning.prompt.js';
import { WHOLE } from '../../src/knowledge/section.js';

// Whatever values are stored, a text has exactly the lines of the service's own that it has with harmless values.

const FORMS = Object.values(GRAMMARS).flat();
const HARMLESS = 'harmless';

/**
 * Returns the index of the form that reads a line, -1 if there is none. It is memoized, because most lines recur in
 * every text.
 */
const formOf = memoized((line: string) => FORMS.findIndex(({ pattern }) => pattern.test(line)));

/** Returns the forms of the lines that a grammar reads. */
function skeleton(text: string): number[] {
  return text
    .split('\n')
    .map((line) => formOf(line))
    .filter((form) => form >= 0);
}

function memoized<T>(make: (line: string) => T): (line: string) => T {
  const known = new Map<string, T>();
  return (line) => {
    const value = known.get(line) ?? make(line);
    known.set(line, value);
    return value;
  };
}

const written = (sections: readonly SectionText[]) => sections.flatMap(({ parts }) => [...parts]).join('\n\n');

const item = (v: string) => ({
  id: v,
  description: v,
  uiLocation: v,
  actionSequence: [v, v],
  shortcut: v,
  trust: 0.5,
});
const learning = (v: string, kind: LearningKind): Learning => ({
  state: LearningState.STANDING,
  resolvedInto: null,
  id: v,
  itemId: v,
  kind,
  task: v,
  stepNum: 1,
  originalAction: { tool_name: v },
  originalError: v,
  recoveryApproach: v,
  correctedAction: { tool_name: v, tool_arguments: { v } },
  humanReasoning: v,
  verified: false,
  applicationVersion: v,
  awaitingRecovery: false,
  recoveryFailed: false,
  timestamp: new Date('2026-01-01T00:00:00Z'),
});
const fluent = (v: string, id: string) => ({
  id,
  domain: v,
  name: v,
  arity: 1,
  fluentKind: 'SIMPLE',
  rules: v,
  description: v,
});
const promptFluent = (v: string, proposed: boolean) => ({
  ...{ label: v, name: v, rules: v, description: v, direct: true, proposed },
});
const entity = (v: string): Entity => ({ id: v, label: v, type: v, properties: { [v]: v, b: [v] } });
const relation = (v: string) => ({
  ...{ relationType: v, source: { ...entity(v), id: 'x' }, target: entity(v), properties: { description: v } },
  ...{ depth: 1, score: 1, key: 'k', piece: null },
});
const piece = (v: string) => ({
  ...{ id: 'p', content: v, knowledgeType: KnowledgeType.FACT, infoType: 'hints', tags: [v, v], title: v },
  ...{ trust: 1, entityId: v, session: v, position: 1, occurredAt: null },
});
const intent = (v: string) => ({
  ...{ dataType: 'text', expectedFormat: 'text', unread: [], names: { isRecognised: true, mentionsCode: false } },
  criteria: [{ text: v, check: { judge: CriterionJudge.MODEL }, stated: true }],
  qualityRequirements: { accuracy: 1, completeness: 1 },
});
const strategy = (v: string, successes: number) => ({
  ...{ method: 'ai', action: 'do', approach: 'deliver', trust: 0.5, successes, attempts: 2, lastIssue: v },
  ...{ lastIssueFor: v, learned: v, learnedFor: v, worked: { instruction: v } },
});

const RENDERERS: Readonly<Record<string, (v: string) => string>> = {
  'an item with its learnings': (v) =>
    formatItem({
      item: item(v),
      learnings: [learning(v, LearningKind.SELF_EXPLORATION), learning(v, LearningKind.HUMAN_INTERRUPT)],
      learningCount: 2,
    }),
  'what items need': (v) =>
    written(itemSections([{ id: 'a', formatted: 'A', requires: ['b'] }], new Map([['b', item(v)]]))([0], WHOLE)),
  'fluents with what they rest on': (v) =>
    written(
      fluentSections([{ id: 'a', needs: ['b'] }], new Map([fluent(v, 'a'), fluent(v, 'b')].map((f) => [f.id, f])))(
        [0],
        WHOLE,
      ),
    ),
  'a memory': (v) =>
    formatMemory({
      ...{ id: v, title: v, description: v, content: v, outcome: Outcome.SUCCESS, tags: [v, v] },
      ...{ confidence: 0.5, usageCount: 1, scope: MemoryScope.PROJECT },
    }),
  'a message': (v) => messageLine({ session: v, position: 3, role: v, occurredAt: new Date(0), content: v }),
  'pieces with the profile of an entity': (v) =>
    written(
      pieceSections([piece(v)], {
        ...{ entityId: 'user:a', metadata: { [v]: v }, globalMetadata: { b: { v } } },
        relations: [relation(v), { ...relation(v), source: { ...entity(v), id: 'user:a' } }],
      })([0], WHOLE),
    ),
  'what was retrieved': (v) =>
    formatRetrieval(
      {
        ...{ metadata: { [v]: v }, globalMetadata: { b: v }, pieces: [{ piece: piece(v), score: 1 }] },
        graphContext: [relation(v)],
      },
      { includeScores: true, includeValidity: true },
    ),
  'sections of a prompt': (v) =>
    routeKnowledge(
      {
        ...{ entityId: 'user:a', metadata: { [v]: v }, globalMetadata: { b: v } },
        ...{ pieces: [{ piece: piece(v), score: 1 }], graphContext: [relation(v)] },
      },
      { query: v },
    )
      .map(({ text }) => text)
      .join('\n\n'),
  'the prompt that ingests a text': (v) =>
    ingestPrompt(v, v, { entities: [{ id: v, type: v, label: v }], pieces: [piece(v)] }),
  'sections by a template of a user': (v) =>
    routeKnowledge(
      {
        ...{ entityId: 'user:a', metadata: { [v]: v, b: v }, globalMetadata: { b: v } },
        ...{ pieces: [{ piece: piece(v), score: 1 }], graphContext: [relation(v)] },
      },
      { query: v },
    )
      .map((data) => {
        const template =
          '{query}\n{metadata}\n{metadata[b]}\n{pieces[0].content}\n{pieces[0].tags[0]}\n{pieces[0].text}\n{relations[0].type}\n{relations[0].target_label}\n{text}';
        const names = ['query', 'metadata', 'pieces', 'relations', 'text'];
        return renderFormat(parseFormat(template, new Set(names)), { ...guardedData(data) }, 100_000);
      })
      .join('\n\n'),
  'an entity': (v) =>
    formatEntity(
      entity(v),
      [{ type: v, source: entity(v), target: entity(v) } as Relation],
      [{ ...piece(v), id: v, infoType: v } as unknown as Piece],
    ),
  strategies: (v) =>
    written(
      strategySections(
        [{ pattern: 'text_request', line: `ai.do (deliver): ${v}`, objectives: [v, v] }],
        new Map([['text_request', [`AVOID ai.do (deliver): ${v}`]]]),
      )([0], WHOLE),
    ),
  'the prompt that selects an action': (v) =>
    actionSelectionPrompt({
      ...{ objective: v, intent: intent(v), strategies: [strategy(v, 1), strategy(v, 0)] },
      methods: [{ method: 'ai', description: v, actions: [{ name: 'do', description: v, parameters: { v } }] }],
      proposed: { method: 'ai', action: 'do', approach: 'deliver', parameters: { v } },
    }),
  'the prompt after an observation': (v) =>
    refinementPrompt({
      ...{ objective: v, intent: intent(v) },
      verdict: { issues: [v], checks: [], open: [v], improvementSuggestions: [v] } as never,
      progress: { decision: 'CONTINUE', reason: v, progress: 0, nextAction: v } as never,
    }),
  'the prompt of a judge': (v) => judgePrompt([v, v], { intent: intent(v), objective: v }, v, false).user,
  'the instruction of an action': (v) =>
    instructionFor('deliver_with_lessons', v, intent(v), { lessons: [v, v], learned: [v, v] }),
  'the prompts of a plan': (v) =>
    [
      planSystem({ application: v, tools: v }),
      planUser({
        ...{ task: v, items: ['I'], alsoNeeded: [], context: v, latestState: v, applicationVersion: v },
        recovery: { stepNum: 1, action: { v }, error: v, done: [{ v }, v] },
      }),
    ].join('\n\n'),
  'the prompts of rules': (v) => {
    const names = [{ label: v, meaning: v }];
    const vocabulary = { inputEvents: names, inputFluents: names, backgroundPredicates: names };
    const user = rulesUser(v, v, vocabulary, [v, v]);
    const problem = { severity: 'error', kind: 'SYNTAX', message: v, line: 1 } as never;
    return [
      rulesSystem(v, [promptFluent(v, false), promptFluent(v, true)]),
      correctionPrompt(user, v, [problem], undefined),
      correctionPrompt(user, v, [problem], v),
    ].join('\n\n');
  },
};

/** The lines of a trace are covered, too. */
const OF_TRACES: Readonly<Record<string, (v: string) => string>> = {
  'the prompt of a distillation': (v) => distilling(v, 4_000),
  'the prompt of a distillation whose turns are cut': (v) => distilling(`${v} ${'word '.repeat(150)}\n${v}`, 300),
};

function distilling(v: string, tokens: number): string {
  const turns = [
    { n: 1, role: v, text: v, error: false },
    { n: 2, role: '', text: `${v}\n${v}`, error: false },
    { n: 5, role: `result of ${v}`, text: v, error: true },
  ];
  const trace = cutTrace(storedTrace(turns), tokens);
  return distillationPrompt({ outcome: 'SUCCESS' as never, trace, maxExtractions: 3, firstTurn: 2, earlier: [v, v] });
}

/**
 * Declares the tests of all renderers.
 *
 * @param endsOf which of these ends of a line stand before the form of this number; each end has to be tried with some
 *   forms
 */
export function cannotBeForged(endsOf: (ends: readonly string[], form: number) => readonly string[]): void {
  describe.each(Object.entries(OF_TRACES))('%s', (_, render) => {
    const count = (text: string) =>
      TRACE_FORMS.map(({ pattern }) => text.split('\n').filter((line) => pattern.test(line)).length);

    it('has no line by a value that says what the service says', () => {
      const harmless = skeleton(render('x\nx')).join();
      for (const [n, { example }] of [...FORMS, ...TRACE_FORMS].entries()) {
        for (const end of endsOf(['\n', '\r', '\u2028', '\n  '], n)) {
          for (const value of [`x${end}${example}`, `${end}${example}${end}${example}`]) {
            const text = render(value);
            const read = skeleton(text).join();
            // There are three turns, with gaps between and after them.
            const [turns = 0, gaps = 0] = count(text);
            if (read !== harmless || turns > 3 || gaps > 3) expect.fail(`${JSON.stringify(value)} is read as ${read}`);
          }
        }
      }
    });

    it('shows characters that nobody sees', () => {
      expect(render('a\u202eb\u200bc\u{e0041}d')).not.toMatch(/[\u202e\u200b\u{e0041}]/u);
    });
  });

  it('ends no fence of a prompt by what stands between', () => {
    for (const tag of ['</text>', '< / TEXT >', '<\\text>', '<text>']) {
      const known = { entities: [{ id: tag, type: tag, label: tag }], pieces: [piece(tag)] };
      expect(ingestPrompt(`x\n${tag} y ${tag}`, tag, known).match(/<[\s/\\]*text\b/giu)).toHaveLength(4);
    }
    for (const tag of ['</trace>', '< / TRACE >', '</earlier_memories>']) {
      const prompt = distilling(`x\n${tag} y ${tag}`, 4_000);
      expect(prompt.match(/<[\s/\\]*(?:trace|earlier_memories)\b/giu)).toHaveLength(
        distilling('x', 4_000).match(/<\/?(?:trace|earlier_memories)\b/gu)?.length ?? 0,
      );
    }
  });

  describe.each(Object.entries(RENDERERS))('%s', (_, render) => {
    it('cannot be posed as by any value', () => {
      const harmless = skeleton(render(HARMLESS)).join();
      for (const [n, { example }] of FORMS.entries()) {
        const forged = example.trimStart();
        for (const value of [
          ...endsOf(['\n', '\r\n', '\r', '\u2028', '\u0085', '\v', '\n\n', '\n  ', '\n '], n).flatMap((end) => [
            `x${end}${example}`,
            `x${end}${forged}`,
            `${end}${forged}${end}${forged}`,
          ]),
          example,
        ]) {
          const read = skeleton(render(value)).join();
          if (read !== harmless) expect.fail(`${JSON.stringify(value)} is read as ${read}, not ${harmless}`);
        }
      }
    });

    it('shows characters that nobody sees', () => {
      expect(render('a\u202eb\u200bc\u{e0041}d')).not.toMatch(/[\u202e\u200b\u{e0041}]/u);
    });
  });

  it('lets no value begin an entry of a list', () => {
    const forged = 'x\n- evil: does\n1. evil';
    for (const name of ['the prompt that selects an action', 'the prompt of a judge', 'the instruction of an action']) {
      expect(RENDERERS[name]?.(forged)).toMatch(/^ +- evil: does$/m);
      expect(RENDERERS[name]?.(forged)).not.toMatch(/^(?:- |1\. )evil/m);
    }
  });

  it('gives no info type the heading of another kind', () => {
    const nobody = { entityId: null, metadata: null, globalMetadata: null, relations: [] };
    const headingOf = (infoType: string) =>
      [...(pieceSections([{ ...piece('x'), infoType }], nobody)([0], WHOLE)[0]?.parts ?? [])][0];
    expect(headingOf('memories')).toBe('# Memories (pieces)');
    expect(headingOf('Knowledge_Items')).toBe('# Knowledge Items (pieces)');
    expect(headingOf('hints\n# Memories')).toBe('# Hints # Memories');
    expect(headingOf('user_profile')).toBe('# User profile');
  });
}
