/** Searches the texts of the help pages. */
import { HELP_TOPICS, type HelpTopic } from '../../../server/shared/pages'
import { wordsIn } from '../../../server/shared/searchWords'
import { TOPICS } from './topics'

export interface Answer {
  topic: HelpTopic
  part: (typeof TOPICS)[HelpTopic]['parts'][number]
}

/** The longest search text, in characters. */
export const MAX_HELP_SEARCH = 100
/** A word with fewer letters must be complete, because many words begin with it. */
const SHORTEST_BEGINNING = 3
/** Words of questions that say nothing about the answer. */
const SMALL = new Set(
  wordsIn(
    'a an and are as at be by can could did do does for from get has have how i if in into is it its me my of on or our please should so than that the their them there this to us want was we what when which who why will with would you your',
  ),
)

const ANSWERS = HELP_TOPICS.flatMap((topic) =>
  TOPICS[topic].parts.map((part) => ({
    topic,
    part,
    heading: wordsIn(`${part.heading} ${part.words ?? ''}`),
    all: wordsIn(`${part.heading} ${part.text} ${part.words ?? ''}`),
  })),
)

/** The plural also finds the singular. */
const hasWord = (words: string[], typed: string): boolean =>
  [typed, typed.replace(/(?<=..)s$/, '')].some((form) =>
    words.some((word) => word === form || (form.length >= SHORTEST_BEGINNING && word.startsWith(form))),
  )

/**
 * The parts with the most of the typed words, those with the words in their heading first. A part that two pages share is listed once. Null if
 * the text has no word to search for.
 */
export function findAnswers(text: string): Answer[] | null {
  const typed = [...new Set(wordsIn(text))].filter((word) => !SMALL.has(word))
  if (typed.length === 0) return null
  const counted = ANSWERS.map((answer) => ({
    ...answer,
    count: typed.filter((word) => hasWord(answer.all, word)).length,
    inHeading: typed.filter((word) => hasWord(answer.heading, word)).length,
  }))
  const most = Math.max(...counted.map(({ count }) => count))
  if (most === 0) return []
  return counted
    .filter(({ count, part }, i) => count === most && counted.findIndex((each) => each.part.text === part.text) === i)
    .sort((a, b) => b.inHeading - a.inHeading)
    .map(({ topic, part }) => ({ topic, part }))
}
