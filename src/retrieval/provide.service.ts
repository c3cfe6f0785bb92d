import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import type { Caller } from '../common/caller.js';
import { BadUserInputError, type FieldProblem } from '../common/errors.js';
import { metrics } from '../common/metrics.js';
import { TokenCounter } from '../common/workers/token-counter.js';
import { RetrievalMerge } from '../entities/entities.model.js';
import { RetrievalService } from './retrieval.service.js';
import type { ProvideKnowledgeArgs, SectionTemplate } from './provide.inputs.js';
import { type ProvidedKnowledge, type ProvidedSection, TemplateEngine } from './provide.model.js';
import { mergeFeed, routeKnowledge, type SectionData } from './provide.js';
import { RelationChoice } from '../entities/relation-choice.js';
import type { RetrievalResult } from './retrieval.model.js';
import { guardedData } from './templates/guarded.js';
import { parseFormat, renderFormat } from './templates/format-template.js';
import { TemplateError } from './templates/template-error.js';
import { TemplateRenderer } from './templates/template-renderer.js';

/** Maximum number of relations; those that fit the question best are taken. */
const RELATIONS = 20;

const NAMES: ReadonlySet<string> = new Set<keyof SectionData>([
  'info_type',
  'query',
  'entity_id',
  'metadata',
  'global_metadata',
  'pieces',
  'relations',
  'more_relations',
  'text',
]);

const templatesTotal = new Counter({
  name: 'heartwood_templates_total',
  help: 'Templates of prompt sections that were read or rendered, by engine and outcome',
  labelNames: ['engine', 'outcome'] as const,
  registers: [metrics],
});

/** Writes retrieved knowledge into the sections of an agent's prompt. */
@Injectable()
export class KnowledgeProvider {
  constructor(
    private readonly retrieval: RetrievalService,
    private readonly renderer: TemplateRenderer,
    private readonly tokens: TokenCounter,
  ) {}

  /**
   * Retrieves knowledge for a question and writes it as sections of a prompt. Every template is parsed, even if its section
   * is empty.
   *
   * @throws BadUserInputError when `asOf` is in the future or before the first record of the namespace; when a template has an
   *   error or exceeds a limit, with the field `templates.<n>.template`
   * @throws LimitExceededError when too many templates wait, or counting the tokens of their output takes too long
   */
  async provideKnowledge(caller: Caller, args: ProvideKnowledgeArgs): Promise<ProvidedKnowledge> {
    const { query, entityId, first, depth, asOf, validAt, metadataInfoType } = args;
    const { templates = [], feed = {}, conflict } = args;
    refuseRepeated(templates);
    const result = await this.retrieval.retrieve(caller, {
      query,
      first,
      depth,
      merge: RetrievalMerge.MAX,
      firstRelations: RELATIONS,
      relationsBy: RelationChoice.RELEVANCE,
      ...(entityId !== undefined && { entityId }),
      ...(asOf && { asOf }),
      ...(validAt && { validAt }),
    });
    const routed = routeKnowledge(result satisfies RetrievalResult, { query, metadataInfoType });
    const rendered = await this.renderAll(templates, routed);
    const written = routed
      .map((data): Pick<ProvidedSection, 'infoType' | 'text' | 'data'> => {
        const infoType = data.info_type;
        return { infoType, text: rendered.get(infoType) ?? data.text, data };
      })
      .filter(({ text }) => text.trim() !== '');
    const sections = await Promise.all(
      written.map(async (section): Promise<ProvidedSection> => {
        return { ...section, tokens: await this.tokens.count(section.text) };
      }),
    );
    return { sections, feed: mergeFeed(feed, sections, conflict) };
  }

  /** @returns output of the templates by info type; none for empty sections */
  private async renderAll(
    templates: readonly SectionTemplate[],
    sections: readonly SectionData[],
  ): Promise<Map<string, string>> {
    const texts = new Map<string, string>();
    const problems: FieldProblem[] = [];
    for (const [index, template] of templates.entries()) {
      const section = sections.find(({ info_type }) => info_type === template.infoType);
      const data = section && guardedData(section);
      try {
        const text = await this.render(template, data);
        if (data) texts.set(template.infoType, text);
        templatesTotal.inc({ engine: template.engine, outcome: 'ok' });
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        templatesTotal.inc({ engine: template.engine, outcome: error.rule });
        const path = `templates.${index}.template`;
        problems.push({ path, rule: error.rule, message: `${path}: ${error.message}` });
      }
    }
    if (problems.length > 0) throw new BadUserInputError(problems);
    return texts;
  }

  private async render({ engine, template }: SectionTemplate, data: SectionData | undefined): Promise<string> {
    if (engine !== TemplateEngine.FORMAT) return this.renderer.render(engine, template, data && { ...data });
    const parts = parseFormat(template, NAMES);
    return data ? renderFormat(parts, { ...data }, this.renderer.limits.outputCharacters) : '';
  }
}

function refuseRepeated(templates: readonly SectionTemplate[]): void {
  const infoTypes = templates.map(({ infoType }) => infoType);
  const index = infoTypes.findIndex((infoType, at) => infoTypes.indexOf(infoType) < at);
  if (index < 0) return;
  const path = `templates.${index}.infoType`;
  throw BadUserInputError.of(path, 'unique', `${path}: an earlier template writes the same section`);
}
