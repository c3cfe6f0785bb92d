import { firstCharacters } from '../common/text.js';
import { judge } from './checks.js';
import type { Content } from './content.js';
import { FILES, isCertainlyOther, matchesFormat, matchesType } from './content-type.js';
import { CheckedBy, CriterionJudge, ValidationVerdict } from './criteria.js';
import type { Criterion } from './intent.model.js';
import { NOT_READ } from './delivered-files.js';
import { type Finding, type Problem, UNDECIDED } from './finding.js';
import type { ReadIntent } from './intent.js';
import type { CriterionCheck, Validation } from './verdict.model.js';
import { undeliveredOf } from './undelivered.js';

// Compares delivered content with the intent. Rules decide first; the model may answer the questions they leave open.
// Stated criteria decide; guesses at a request refuse only what is certain, and never certify.

/** A question that no rule decides, as a statement to be judged. */
export interface OpenQuestion {
  readonly about: 'type' | 'format' | 'criterion' | 'objective';
  readonly statement: string;
  /** Index of the criterion. */
  readonly index?: number;
}

/** Answer to an open question; `met` is null if it could not be decided either. */
export interface Judgement {
  readonly met: boolean | null;
  readonly reason: string;
}

export interface Draft extends Pick<Content, 'type' | 'setAside' | 'unread'> {
  /** Null if no rule can decide the type. */
  readonly typeMatches: boolean | null;
  readonly formatMatches: boolean | null;
  readonly checks: readonly (Criterion & { readonly finding: Finding })[];
  /** The questions that a model may answer. */
  readonly open: readonly OpenQuestion[];
  /** What is certainly wrong, whatever the criteria say. */
  readonly refused: Problem | undefined;
}

/**
 * Checks content by rules. If something is certainly wrong, no questions are left open.
 *
 * @param objective the user's request, if known
 */
export function draftOf(intent: ReadIntent, content: Content, objective?: string): Draft {
  // The content of an unread file stays undecided; only its format is known, by its signature.
  const isUnread = content.unread.length > 0 || (FILES.has(content.type) && content.text === '');
  const known = (matches: boolean | null) => (isUnread && matches === false ? null : matches);
  const checks = intent.criteria.map((criterion) => ({
    ...criterion,
    finding: isUnread ? UNDECIDED : judge(criterion.check, criterion.text, content),
  }));
  // With the numbers that were asked for in it, a text is a delivery of numbers.
  const hasNumbers = checks.some(({ check, finding }) => check.numbers && finding.met === true);
  const byType = known(matchesType(intent.dataType, content));
  const byFormat = FILES.has(content.type)
    ? matchesFormat(intent.expectedFormat, intent.dataType, content)
    : known(matchesFormat(intent.expectedFormat, intent.dataType, content));
  const isNumbers = intent.dataType === 'numbers' && byType === null && hasNumbers;
  const isStated = intent.unread.length === 0;
  // What a guess denies is open.
  const guessed = (matches: boolean | null) => (isStated || matches !== false ? matches : null);
  const isEmpty = content.type === 'empty' && !isUnread;
  const isOther = !isStated && !isUnread && isCertainlyOther(intent, content);
  const typeMatches = isEmpty || isOther ? false : isNumbers ? true : guessed(byType);
  const formatMatches = isEmpty ? false : isNumbers && intent.expectedFormat === 'raw_data' ? true : guessed(byFormat);
  const [misnamed] = content.misnamed;
  const refused =
    misnamed !== undefined
      ? { issue: misnamed, suggestion: 'Ask for the file itself, whole and in the format of its name' }
      : isEmpty
        ? undefined
        : undeliveredOf(content.text, objective, intent.dataType);
  const isRefused = refused !== undefined || typeMatches === false;
  const open =
    isRefused || isUnread || isEmpty ? [] : questions(intent, { typeMatches, formatMatches, checks }, objective);
  const { type, setAside, unread } = content;
  return { type, setAside, unread, typeMatches, formatMatches, checks, open, refused };
}

function questions(
  intent: ReadIntent,
  { typeMatches, formatMatches, checks }: Pick<Draft, 'typeMatches' | 'formatMatches' | 'checks'>,
  objective: string | undefined,
): OpenQuestion[] {
  const isStated = intent.unread.length === 0;
  const open: OpenQuestion[] = [];
  if (isStated && typeMatches === null) {
    open.push({ about: 'type', statement: `The content is of the type "${intent.dataType}".` });
  }
  if (isStated && formatMatches === null) {
    open.push({ about: 'format', statement: `The content is in the format "${intent.expectedFormat}".` });
  }
  checks.forEach(({ text, check, finding, stated }, index) => {
    // What the caller leaves to an agent or to a reviewer is no question for the model.
    if (check.judge !== undefined && check.judge !== CriterionJudge.MODEL) return;
    if (finding.met === undefined || !(stated || finding.met)) {
      open.push({ about: 'criterion', statement: `The content meets the criterion "${text}".`, index });
    }
  });
  if (objective !== undefined && !checks.some(({ stated }) => stated)) {
    const statement = `The content is itself what this request asks for, and no refusal, excuse or promise instead of it: ${JSON.stringify(objective)}.`;
    open.push({ about: 'objective', statement });
  }
  return open;
}

/**
 * Computes the verdict (docs/adaptive.md has the rules and the formula of the quality).
 *
 * @param answers answers to the open questions, in order; empty if no model was asked
 */
export function verdictOf(
  intent: ReadIntent,
  draft: Draft,
  answers: readonly Judgement[] = [],
  objective?: string,
): Validation {
  const answerTo = (about: OpenQuestion['about'], index?: number) =>
    answers[draft.open.findIndex((question) => question.about === about && question.index === index)];
  const typeMet = draft.typeMatches ?? answerTo('type')?.met ?? null;
  const formatMet = draft.formatMatches ?? answerTo('format')?.met ?? null;
  const ofObjective = answerTo('objective');
  const checks = [
    ...draft.checks.map((check, index) => decided(check, answerTo('criterion', index))),
    ...(objective !== undefined && typeof ofObjective?.met === 'boolean' ? [objectiveCheck(objective, ofObjective.met, ofObjective.reason)] : []),
  ]; // prettier-ignore

  const isStated = intent.unread.length === 0;
  const hasStated = draft.checks.some(({ stated }) => stated);
  const isWrong =
    draft.refused !== undefined || typeMet === false || formatMet === false || checks.some(({ met }) => met === false);
  const findings = checks.flatMap((check) => check.findings);
  const anyDecided = checks.some(({ met }) => met !== null) && typeMet !== false;
  const accuracy = anyDecided ? meanCredit(findings, 'accuracy') : 0;
  const completeness = anyDecided ? meanCredit(findings, 'completeness') : 0;
  const qualityScore = (formatMet === false ? 0.5 : 1) * ((accuracy + completeness) / 2);
  const wanted = (intent.qualityRequirements.accuracy + intent.qualityRequirements.completeness) / 2;

  const open = [
    ...draft.unread,
    ...(isStated && typeMet === null ? [`whether it is of the type "${intent.dataType}"`] : []),
    ...(isStated && formatMet === null && typeMet !== null ? [`whether it is in the format "${intent.expectedFormat}"`] : []),
    ...checks.flatMap(({ met, criterion, doubt }) => (met === null ? [doubt ?? criterion] : [])),
    ...(hasStated || typeof ofObjective?.met === 'boolean' ? [] : [unreadOf(intent)]),
  ]; // prettier-ignore
  const isGood = !isWrong && open.length === 0 && qualityScore >= wanted;
  const isHeld = checks.some(({ met, decidedBy }) => met === true && decidedBy === CheckedBy.RULES);
  const { FAILURE, SUCCESS, PASSED, UNDECIDED: OPEN } = ValidationVerdict;
  const verdict = isWrong ? FAILURE : isGood ? SUCCESS : isHeld ? PASSED : OPEN;
  const isUnmet = draft.checks.some(({ stated, finding }) => stated && finding.met === false);
  const isRuledOut = draft.refused !== undefined || draft.typeMatches === false || draft.formatMatches === false;
  const byModel = verdict === FAILURE ? !isRuledOut && !isUnmet : answers.some(({ met }) => met !== null);

  const problems: Problem[] = draft.refused ? [draft.refused] : [];
  if (typeMet === false && !draft.refused) problems.push(typeProblem(intent, draft.type));
  if (formatMet === false && typeMet !== false) problems.push(formatProblem(intent));
  if (typeMet !== false) {
    problems.push(...findings.flatMap(({ issue, suggestion }) => (issue === undefined ? [] : [{ issue, suggestion }])));
  }
  if (draft.setAside.length > 0) problems.push({ issue: `Code was not counted: ${draft.setAside.join(', ')}` });
  return {
    verdict,
    checks: checks.map(({ criterion, met, decidedBy, reason }) => ({
      criterion,
      met,
      decidedBy,
      ...(reason !== undefined && { reason }),
    })),
    decidedBy: verdict === OPEN ? CheckedBy.NONE : verdict !== PASSED && byModel ? CheckedBy.MODEL : CheckedBy.RULES,
    overallSuccess: verdict === SUCCESS,
    dataTypeMatch: typeMet ?? false,
    formatMatch: formatMet ?? false,
    successCriteriaMet: checks.map(({ met }) => met === true),
    qualityScore,
    accuracy,
    completeness,
    contentType: draft.type,
    issues: problems.map(({ issue }) => issue),
    open: isWrong ? [] : open,
    improvementSuggestions: [...new Set(problems.flatMap(({ suggestion }) => suggestion ?? []))],
    isGuess: !isStated && isRuledOut && !isUnmet,
  };
}

interface DecidedCheck extends CriterionCheck {
  readonly findings: readonly Finding[];
  /** What is open about it. */
  readonly doubt?: string;
}

/** Rules decide a stated criterion; what they find of a guess is a doubt, unless it holds. */
function decided({ text, finding, stated }: Draft['checks'][number], answer: Judgement | undefined): DecidedCheck {
  if (finding.met === true || (finding.met === false && stated)) {
    return { criterion: text, met: finding.met, decidedBy: CheckedBy.RULES, findings: [finding] };
  }
  if (typeof answer?.met === 'boolean') {
    const { met, reason } = answer;
    const problem = { issue: `${text}: ${reason}`, suggestion: `Ask for: ${text}` };
    const found: Finding = { met, credit: Number(met), aspect: 'accuracy', ...(!met && problem) };
    return { criterion: text, met, decidedBy: CheckedBy.MODEL, reason, findings: [found] };
  }
  const doubt = finding.issue === undefined ? text : `${finding.issue} (read from the request by guess)`;
  return { criterion: text, met: null, decidedBy: CheckedBy.NONE, findings: stated ? [UNDECIDED] : [], doubt };
}

/** Maximum characters of an objective that is judged in place of criteria; the same limit as for criteria. */
const OBJECTIVE_LENGTH = 500;

/** The model's answer on the objective. It counts for both aspects of quality. */
function objectiveCheck(objective: string, met: boolean, reason: string): DecidedCheck {
  const problem = { issue: reason, suggestion: 'Ask for what is asked for itself' };
  const findings: Finding[] = [
    { met, credit: Number(met), aspect: 'accuracy', ...(!met && problem) },
    { met, credit: Number(met), aspect: 'completeness' },
  ];
  return { criterion: firstCharacters(objective, OBJECTIVE_LENGTH), met, decidedBy: CheckedBy.MODEL, reason, findings };
}

/** Maximum number of unread words in a message. */
const SHOWN_WORDS = 12;

function unreadOf({ unread }: ReadIntent): string {
  if (unread.length === 0) return 'whether it is what was asked for: there is no criterion';
  const words = unread.slice(0, SHOWN_WORDS).join(' ');
  return `whether it is what was asked for: no rule reads "${words}${unread.length > SHOWN_WORDS ? ' …' : ''}"`;
}

/** What a verdict leaves open, in one sentence; undefined for SUCCESS and FAILURE. */
export function undecidedReason({ verdict, open, checks }: Validation): string | undefined {
  const { UNDECIDED: OPEN, PASSED } = ValidationVerdict;
  if (verdict !== OPEN && verdict !== PASSED) return undefined;
  const unread = open.find((one) => one.includes(NOT_READ));
  if (unread !== undefined) return unread;
  const held = checks.filter(({ met }) => met === true).map(({ criterion }) => criterion);
  const begin =
    verdict === PASSED ? `The form holds (${held.join(', ')}), but the content was not judged` : 'Nothing decides it';
  return `${begin}. Open: ${open.join('; ')}`;
}

function meanCredit(findings: readonly Finding[], aspect: Finding['aspect']): number {
  const credits = findings.filter((finding) => finding.aspect === aspect).map(({ credit }) => credit);
  return credits.length === 0 ? 1 : credits.reduce((sum, credit) => sum + credit, 0) / credits.length;
}

const CALLED: Readonly<Record<string, string>> = {
  numbers: 'Numbers were', list: 'A list was', table: 'A table was', json: 'JSON was', code: 'Code was', html: 'HTML was',
  text: 'A text was', pdf: 'A PDF file was', word: 'A Word file was', excel: 'An Excel file was',
  powerpoint: 'A PowerPoint file was', binary: 'A file of an unknown kind was', empty: 'Nothing was',
}; // prettier-ignore

function typeProblem({ dataType, expectedFormat }: ReadIntent, type: Content['type']): Problem {
  const what = FILES.has(expectedFormat) || dataType !== 'document' ? dataType : `a document (${expectedFormat})`;
  const issue = `${CALLED[type] ?? 'Something else was'} delivered, but ${what} ${dataType === 'numbers' ? 'are' : 'is'} wanted`;
  if (type === 'empty') return { issue: 'Nothing was delivered', suggestion: 'Ask for the content itself' };
  if (type === 'code') return { issue, suggestion: 'Ask for the data itself, not for code that makes it' };
  if (dataType === 'document') return { issue, suggestion: `Ask for the finished document (${expectedFormat})` };
  return { issue, suggestion: `Ask for ${dataType} and nothing else` };
}

function formatProblem({ expectedFormat }: ReadIntent): Problem {
  return {
    issue: `The content is not in the format ${expectedFormat}`,
    suggestion: `Ask for ${expectedFormat} and nothing around it`,
  };
}
