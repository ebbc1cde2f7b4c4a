import { describe, expect, it } from 'vitest'
import { networkHasher, networkOf, networksOf } from './network'

describe('networkOf', () => {
  it('returns the same IPv4 address for all its notations', () => {
    expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
    expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
    expect(networkOf('203.0.113.8')).not.toBe(networkOf('203.0.113.7'))
  })

  it('returns one network per IPv6 subscriber', () => {
    const own = networkOf('2001:db8:1:2:3:4:5:6')
    expect(networkOf('2001:db8:1:2::')).toBe(own)
    expect(networkOf('2001:0db8:0001:0002:ffff::1')).toBe(own)
    expect(networkOf('2001:db8:1:3::')).not.toBe(own)
    expect(networkOf('fe80::1%eth0')).toBe(networkOf('fe80::2'))
  })

  it('ignores a port', () => {
    for (const address of ['203.0.113.7:80', '203.0.113.7:65535', '[::ffff:203.0.113.7]:1'])
      expect(networkOf(address)).toBe('203.0.113.7')
    for (const address of ['[2001:db8:1:2::1]:80', '[2001:db8:1:2::1]'])
      expect(networkOf(address)).toBe(networkOf('2001:db8:1:2::'))
  })

  it('returns the same value for all unreadable addresses', () => {
    const texts = ['', 'unknown', '_hidden:80', '999.1.1.1:80', '[203.0.113.7', '1.1.1.1:80:80', '[2001:db8::1]x']
    expect(new Set(texts.map(networkOf))).toEqual(new Set([networkOf('a socket')]))
  })
})

describe('networksOf', () => {
  it('returns the networks of 64, 56 and 48 bits of an IPv6 address', () => {
    expect(networksOf('2001:db8:1:2345::1')).toEqual([
      { key: '20010db800012345/64', times: 1 },
      { key: '20010db8000123/56', times: 5 },
      { key: '20010db80001/48', times: 20 },
    ])
  })

  it('returns the address and the network of 24 bits of an IPv4 address', () => {
    const expected = [
      { key: '203.0.113.7', times: 1 },
      { key: '203.0.113/24', times: 20 },
    ]
    expect(networksOf('203.0.113.7')).toEqual(expected)
    expect(networksOf('::ffff:203.0.113.7')).toEqual(expected)
  })

  it('returns one network for an unreadable address', () => {
    expect(networksOf('a socket')).toEqual([{ key: 'unreadable', times: 1 }])
  })
})

describe('networkHasher', () => {
  it('distinguishes networks without revealing them', () => {
    const hasher = networkHasher('a secret')
    const hash = (address: string) => hasher(address)[0].hash
    expect(hash('203.0.113.7')).toBe(hash('::ffff:203.0.113.7'))
    expect(hash('203.0.113.7')).not.toBe(hash('203.0.113.8'))
    expect(hash('203.0.113.7')).not.toContain('203')
    expect(networkHasher('another secret')('203.0.113.7')[0].hash).not.toBe(hash('203.0.113.7'))
  })
})
