// Generates the conversation set: four pairs of friends who talk about their lives in several sessions, and questions
// in other words than theirs. Each turn states its speaker and session. Pure: the same bytes in every run.
import { chooser, dataOf, sentence } from './words.mjs';

const SEED = 1_912;
const SESSIONS = 20;
const TURNS = 50;
const QUESTIONS_A_SESSION = 10;
/** Share of the questions that repeat words of the thread they ask about. */
const LIKE = 0.6;

const { pairs, opening, closing, chatter, topics } = dataOf('conversation');

/** @returns `{ documents, queries, grades }` */
export function conversationSet() {
  const choose = chooser(SEED);
  // A person talks about a topic only once, so that a question with the person's name has one answer.
  const left = new Map(pairs.flat().map((name) => [name, choose.shuffled(topics)]));
  const sessions = Array.from({ length: SESSIONS }, (_, i) => session(choose, pairs[i % pairs.length], left));
  const documents = [];
  const asked = [];
  sessions.forEach(({ turns, questions }, i) => {
    const name = `talk-${String(i + 1).padStart(2, '0')}`;
    const ids = turns.map((_, position) => `${name}-turn-${String(position + 1).padStart(2, '0')}`);
    turns.forEach(({ speaker, text }, position) =>
      documents.push({
        id: ids[position],
        text: `${speaker}: ${text}`,
        session: name,
        position,
        mentions: [`person:${speaker}`],
      }),
    );
    for (const { text, needs } of choose.some(questions, QUESTIONS_A_SESSION)) {
      asked.push({ text, needs: needs.map((turn) => ids[turns.indexOf(turn)]) });
    }
  });
  const shuffled = choose.shuffled(asked);
  const queries = shuffled.map(({ text }, i) => ({ id: `talk-question-${String(i + 1).padStart(3, '0')}`, text }));
  return {
    documents,
    queries,
    grades: new Map(queries.map(({ id }, i) => [id, new Map(shuffled[i].needs.map((turn) => [turn, 1]))])),
  };
}

/** An opening, a thread on each topic with small talk between them, and a closing. */
function session(choose, pair, left) {
  const [one, other] = choose.shuffled(pair);
  const talk = (lines) => lines.map((line, i) => said(choose, i % 2 === 0 ? one : other, line, { A: one, B: other }));
  const [begin, end] = [talk(choose.pick(opening)), talk(choose.pick(closing))];
  const threads = [];
  const questions = [];
  const room = () => TURNS - begin.length - end.length - threads.flat().length;
  for (;;) {
    const [A, B] = choose.shuffled(pair);
    const topic = left.get(A).find(({ turns }) => turns.length <= room() - SHORTEST);
    if (!topic) break;
    left.set(
      A,
      left.get(A).filter((other) => other !== topic),
    );
    const thread = threadOf(choose, topic, A, B);
    threads.push(thread.turns);
    questions.push(...thread.questions);
  }
  while (room() > 0) {
    const lines = choose.pick(chatter.filter(({ length }) => length === room() || length <= room() - SHORTEST));
    threads.splice(choose.below(threads.length + 1), 0, talk(lines));
  }
  return { turns: [...begin, ...threads.flat(), ...end], questions };
}

/** Turns of the shortest small talk, which can fill any remaining length. */
const SHORTEST = Math.min(...chatter.map(({ length }) => length));

function threadOf(choose, { slots, turns, ask }, A, B) {
  const chosen = { A, B };
  for (const [slot, values] of Object.entries(slots)) chosen[slot] = choose.pick(values);
  const marked = new Map();
  const thread = turns.map((turn) => {
    const [[key, text]] = Object.entries(turn);
    const spoken = said(choose, key.startsWith('A') ? A : B, text, chosen);
    if (key.length > 1) marked.set(Number(key.slice(1)), spoken);
    return spoken;
  });
  return {
    turns: thread,
    questions: ask.map(({ needs, as, like }) => ({
      text: sentence(choose.write(choose.chance(LIKE) ? like : as, chosen)),
      needs: needs.map((mark) => marked.get(mark)),
    })),
  };
}

function said(choose, speaker, line, slots) {
  return { speaker, text: sentence(choose.write(line, slots)) };
}
