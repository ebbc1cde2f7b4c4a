import { expect, it } from 'vitest'
import { HELP_TOPICS, type HelpTopic } from '../../../server/shared/pages'
import { TOPICS } from '../../pages/help/topics'
import { HELP_PAGES, helpPagesFor } from './helpPages'

it('lists each help page with its title', () => {
  expect(HELP_PAGES.map(({ topic, title }) => [topic, title])).toEqual(
    HELP_TOPICS.map((topic) => [topic, TOPICS[topic].title]),
  )
})

it.each<[text: string, first: HelpTopic | undefined]>([
  ['return', 'returns'],
  ['RETURNS', 'returns'],
  ['how to return a plate', 'returns'],
  ['refu', 'returns'],
  ['broken cup', 'returns'],
  ['shipping', 'shipping'],
  ['track my order', 'shipping'],
  ['delivery time', 'shipping'],
  ['cod', 'faq'],
  ['cancel order', 'faq'],
  ['contact', 'contact'],
  ['privacy policy', 'privacy'],
  ['gst invoice', 'terms'],
  ['bowl', undefined],
  ['tea', undefined],
  ['leaf plate', undefined],
  ['ret', undefined],
  ['', undefined],
])('for %j the first help page is %s', (text, first) => {
  expect(helpPagesFor(text)[0]?.topic).toBe(first)
})
