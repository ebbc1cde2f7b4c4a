/** The help pages that a search names, because shoppers also search for help. */
import type { HelpTopic } from '../../../server/shared/pages'
import { wordsIn } from '../../../server/shared/searchWords'

interface HelpPage {
  topic: HelpTopic
  /** As in pages/help/topics.ts, which is loaded only with a help page. */
  title: string
  words: string[]
}

export const HELP_PAGES: HelpPage[] = [
  {
    topic: 'returns',
    title: 'Return & Refund',
    words: ['return', 'returns', 'refund', 'refunds', 'exchange', 'replace', 'replacement', 'damaged', 'broken'],
  },
  {
    topic: 'shipping',
    title: 'Shipping',
    words: ['shipping', 'delivery', 'deliver', 'courier', 'track', 'tracking', 'parcel', 'pincode'],
  },
  {
    topic: 'faq',
    title: 'FAQ',
    words: ['faq', 'help', 'question', 'questions', 'cancel', 'cancellation', 'cod', 'payment', 'upi', 'dishwasher'],
  },
  { topic: 'contact', title: 'Contact Us', words: ['contact', 'email', 'phone', 'support', 'complaint', 'complain'] },
  { topic: 'privacy', title: 'Privacy Policy', words: ['privacy', 'data', 'cookies'] },
  { topic: 'terms', title: 'Terms of Use', words: ['terms', 'conditions', 'grievance', 'gst', 'invoice'] },
  { topic: 'accessibility', title: 'Accessibility', words: ['accessibility'] },
]

/** The shortest beginning of a word that counts while the shopper is still typing. */
const SHORTEST_BEGINNING = 4

/** At most two pages, those with the most words first. */
export function helpPagesFor(text: string): HelpPage[] {
  const typed = wordsIn(text)
  const matches = (word: string) =>
    typed.some((each) => each === word || (each.length >= SHORTEST_BEGINNING && word.startsWith(each)))
  return HELP_PAGES.map((page) => ({ page, count: page.words.filter(matches).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, 2)
    .map(({ page }) => page)
}
