import { describe, expect, it } from 'vitest'
import { AtOnce } from './atOnce'
import type { Network } from './network'

const [near, other, wide]: Network[] = [
  { key: 'near', times: 1 },
  { key: 'other', times: 1 },
  { key: 'wide', times: 5 },
]

describe('the limit of what is open at once', () => {
  it.each([
    ['refuses a network at its maximum', near!, 2, 9, 2],
    ['refuses a network whose wide network is at its maximum', other!, 9, 2, 0],
    ['is off at 0', near!, 0, 0, 4],
  ])('%s', (_, next, perNetwork, perWide, more) => {
    const open = new AtOnce()
    const begin = (network: Network) => open.begin([network, wide!], ({ times }) => (times > 1 ? perWide : perNetwork))
    if (more === 0) expect([begin(near!), begin(near!)]).not.toContain(null)
    const begun = Array.from({ length: 4 }, () => begin(next))
    expect(begun.filter((end) => end !== null)).toHaveLength(more)
  })

  it('does not count a refused request, and counts one less after a request ends', () => {
    const open = new AtOnce()
    const begin = (...networks: Network[]) => open.begin(networks, () => 1)
    const end = begin(near!, wide!)!
    expect(begin(other!, wide!)).toBeNull()
    end()
    expect(begin(other!, wide!)).not.toBeNull()
    expect(begin(near!)).not.toBeNull()
  })
})
