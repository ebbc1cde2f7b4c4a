import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../settings'
import { MOST, readSearchWords, SearchWordsError } from './searchWords'

const meaning = (word: string, ...texts: string[]) => readSearchWords(...texts).meanings.get(word)

describe('a file of search words', () => {
  it('makes the words of a line synonyms of each other', () => {
    expect(meaning('cup', 'Mug, Cup, tumbler # three')).toEqual(['mug', 'tumbler'])
  })

  it('makes the words after = synonyms of those before it, but not vice versa', () => {
    const text = "mother's day, दिवाली = gift, diya\ngift, present"
    expect(meaning('mothers day', text)).toEqual(['gift', 'diya'])
    expect(meaning('दिवाली', text)).toEqual(['gift', 'diya'])
    expect(meaning('gift', text)).toEqual(['present'])
  })

  it('combines several lines for a word', () => {
    expect(meaning('pot', 'pot, planter\npot = handi')).toEqual(['planter', 'handi'])
  })

  it("adds to an earlier file's meanings", () => {
    const shipped = 'katori, vati, bowl\nhandmade = *'
    expect(meaning('katori', shipped, 'sakora, katori')).toEqual(['vati', 'bowl', 'sakora'])
    expect(meaning('sakora', shipped, 'sakora, katori')).toEqual(['katori'])
    expect(meaning('handmade', shipped, 'handmade = bowl')).toBe('*')
  })

  it("removes an earlier file's meaning if nothing follows =", () => {
    const shipped = 'matka = pot\nhandi = pot'
    expect(meaning('matka', shipped, 'matka =\nmatka = jar')).toEqual(['jar'])
    expect(meaning('matka', shipped, 'matka = jar\nmatka =')).toEqual(['jar'])
    expect(meaning('matka', shipped, 'matka =')).toEqual([])
    expect(meaning('handi', shipped, 'matka =')).toEqual(['pot'])
  })

  it('marks words that describe all products', () => {
    expect(meaning('handmade', 'handmade = *')).toBe('*')
  })

  it('recognizes a phrase, and uses it as a synonym', () => {
    expect(meaning('kettle', 'kettle, tea pot')).toEqual(['tea pot'])
    expect(meaning('tea pot', 'kettle, tea pot')).toEqual(['kettle'])
    expect(meaning('cup', 'cup = tea-cup')).toEqual(['tea cup'])
  })

  it.each([
    ['a = b = c', 'line 1: has more than one ='],
    ['# first\n= gift', 'line 2: has no word before the ='],
    ['cup,, mug', 'line 1: has an empty entry between commas'],
    ['cup, m*g', "line 1: 'm*g' contains a character"],
    ['cup, one two three four', "line 1: 'one two three four' has more than 3 words"],
    [`cup, ${'x'.repeat(41)}`, 'line 1: has an entry with more than 40 characters'],
    [Array.from({ length: 41 }, (_, i) => `w${i}`).join(','), 'line 1: has more than 40 words'],
    ['cup, mug\n'.repeat(MOST.lines), 'has more than 2000 lines'],
    ['x'.repeat(MOST.bytes + 1), 'has more than 64 KB'],
  ])('reports the error in invalid file %#', (text, error) => {
    expect(() => readSearchWords(text)).toThrow(SearchWordsError)
    expect(() => readSearchWords(text)).toThrow(error)
  })

  it('never throws any other error, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', '=', '*', '#', '\n', "'", 'क', '्', '😀') }),
        (text) => {
          try {
            for (const [key, meant] of readSearchWords(text).meanings) {
              expect(key).toMatch(/^\S+( \S+)*$/)
              if (meant !== '*') for (const each of meant) expect(each).toMatch(/^[^\s%_\\]+( [^\s%_\\]+)*$/)
            }
          } catch (error) {
            expect(error).toBeInstanceOf(SearchWordsError)
          }
        },
      ),
    )
  })

  it('is valid as shipped', () => {
    const shipped = readFileSync(join(projectRoot, 'prisma/catalogue/search-words.txt'), 'utf8')
    expect(readSearchWords(shipped).meanings.get('cup')).toContain('mug')
  })
})
