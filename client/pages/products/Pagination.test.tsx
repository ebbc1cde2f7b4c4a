import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { EVERYTHING } from '../../paths'
import { Pagination } from './Pagination'

it.each([1, 6_000, 12_500])(
  'page %i of a large catalogue links to a few pages, the first and the last among them',
  (page) => {
    const html = renderToString(
      <MemoryRouter>
        <Pagination filter={{ ...EVERYTHING, page }} pageCount={12_500} />
      </MemoryRouter>,
    )
    // CSS shows the first list on wide screens, and the second on phones.
    const lists = html.split('<div').slice(1)
    const shown = lists.map((list) => [...list.matchAll(/<a [^>]*>(\d+)<\/a>/g)].map(([, text]) => Number(text)))
    expect(shown).toEqual([expect.any(Array), expect.any(Array)])
    for (const [i, most] of [9, 7].entries()) {
      expect(shown[i]!.length).toBeLessThanOrEqual(most)
      expect(shown[i]).toEqual(expect.arrayContaining([1, page, 12_500]))
    }
  },
)
