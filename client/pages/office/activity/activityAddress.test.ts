import { describe, expect, it } from 'vitest'
import { activityWanted } from './activityAddress'

const wanted = (query: string) => activityWanted(new URLSearchParams(query))
const ACCOUNT = '0198f0a2-5b6e-7c11-9d3a-1f2e3d4c5b6a'

describe('the URL of the Activity page', () => {
  it('filters by person and record', () => {
    expect(wanted(`by=${ACCOUNT}&type=ORDER&id=CER-000001&after=x`)).toEqual({
      by: ACCOUNT,
      type: 'ORDER',
      id: 'CER-000001',
      after: 'x',
    })
  })

  it.each(['', 'by=nonsense', 'by=', 'type=', 'id=%00', 'type=%00', 'type=order', 'type=toString', 'what=1'])(
    'ignores an invalid filter: %j',
    (query) => {
      expect(wanted(query)).toEqual({})
    },
  )
})
