import { expect, it } from 'vitest'
import { HELP_TOPICS } from '../../../server/shared/pages'
import { findAnswers } from './findAnswers'
import { TOPICS } from './topics'

const headings = (text: string) => findAnswers(text)?.map(({ part }) => part.heading)

it.each([
  ['where is my order', 'Where is my order?'],
  ['track order', 'Where is my order?'],
  ['TRACKING', 'Where is my order?'],
  ['How do I cancel?', 'Can I cancel an order?'],
  ['cancellation', 'Can I cancel an order?'],
  ['cod', 'Can I pay cash on delivery?'],
  ['cash on delivery refund', 'Refunds of cash on delivery'],
  ['broken', 'Broken in transit'],
  ['my cup arrived cracked', 'Broken in transit'],
  ['exchange', 'Exchanges'],
  ['gift wrap', 'Can you gift wrap my order?'],
  ['microwave', 'Are the items safe for food and the dishwasher?'],
  ['sold out', 'A product is sold out'],
  ['Ladakh', 'How long it takes'],
  ['grievance officer', 'Grievance officer'],
  ['who reviews?', 'Who can review an item?'],
  ['phone', 'Write to us'],
])('the search in the help pages finds for %j an answer: %s', (text, heading) => {
  expect(headings(text)).toContain(heading)
  expect(headings(text)!.indexOf(heading)).toBeLessThan(3)
})

it.each(['', '  ', '?!', 'how do I', 'the'])('the search in the help pages takes %j for an empty search', (text) => {
  expect(findAnswers(text)).toBeNull()
})

it.each(['xylophone', 'zz', '<script>'])('the search in the help pages finds nothing for %j', (text) => {
  expect(findAnswers(text)).toEqual([])
})

it('the search in the help pages lists an answer of two pages once', () => {
  expect(headings('broken transit')!.filter((heading) => heading === 'Broken in transit')).toHaveLength(1)
})

it.each(HELP_TOPICS.flatMap((topic) => TOPICS[topic].parts.map(({ heading }) => [topic, heading] as const)))(
  'the search in the help pages finds the part of %s by its heading: %s',
  (_topic, heading) => {
    expect(headings(heading)).toContain(heading)
  },
)
