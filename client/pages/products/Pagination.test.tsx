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
    const shown = [...html.matchAll(/<a [^>]*>(\d+)<\/a>/g)].map(([, text]) => Number(text))
    expect(shown.length).toBeLessThanOrEqual(9)
    expect(shown).toEqual(expect.arrayContaining([1, page, 12_500]))
  },
)
