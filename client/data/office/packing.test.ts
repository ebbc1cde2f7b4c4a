import { afterEach, describe, expect, it } from 'vitest'
import { writeInTab, writeStored } from '../storage'
import { keepOrderList, orderList } from './orderList'
import { keepCourier, keepDrafts, lastCourier, readDrafts } from './packing'

afterEach(() => {
  writeInTab({ packingDrafts: null, orderList: null })
  writeStored({ lastCourier: null })
})

describe('the last courier', () => {
  it('is kept, and is empty at first', () => {
    expect(lastCourier()).toEqual({ name: '', link: '' })
    keepCourier({ name: 'Rajdoot', link: 'https://r.example/{number}' })
    expect(lastCourier()).toEqual({ name: 'Rajdoot', link: 'https://r.example/{number}' })
  })

  it.each(['null', '7', '[]', '{"name":7,"link":{}}', '{'])('is empty if the storage contains %s', (text) => {
    writeStored({ lastCourier: text })
    expect(lastCourier()).toEqual({ name: '', link: '' })
  })
})

describe('the drafts of the packing table', () => {
  it('are added to those of other pages, until they are empty', () => {
    keepDrafts({ A: { tick: 'CHOSEN', number: '' }, B: { tick: 'TYPED', number: '1' }, C: { tick: null, number: '' } })
    keepDrafts({ A: { tick: null, number: '' }, D: { tick: null, number: '2' } })
    expect(readDrafts()).toEqual({ B: { tick: 'TYPED', number: '1' }, D: { tick: null, number: '2' } })
  })

  it('keep the newest 500', () => {
    const draft = { tick: 'CHOSEN', number: '' } as const
    keepDrafts(Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`CER-${i}`, draft])))
    expect(Object.keys(readDrafts())).toHaveLength(500)
    expect(readDrafts()).not.toHaveProperty('CER-0')
  })

  it.each(['null', '7', '{'])('are empty if the storage contains %s', (text) => {
    writeInTab({ packingDrafts: text })
    expect(readDrafts()).toEqual({})
  })

  it('lose values of another type', () => {
    writeInTab({ packingDrafts: '{"A":null,"B":{"tick":"x","number":7}}' })
    expect(readDrafts()).toEqual({ A: { tick: null, number: '' }, B: { tick: null, number: '' } })
  })
})

describe('the list of orders', () => {
  it('is the one that staff opened last', () => {
    expect(orderList()).toEqual([])
    keepOrderList(['CER-000001', 'CER-000002'])
    expect(orderList()).toEqual(['CER-000001', 'CER-000002'])
    for (const text of ['{"a":1}', '{', 'null']) {
      writeInTab({ orderList: text })
      expect(orderList()).toEqual([])
    }
  })
})
