import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../settings'
import { MOST, readSearchWords, SearchWordsError } from './searchWords'

describe('a file of search words', () => {
  const ONE_WAY = "mother's day, दिवाली = gift, diya\ngift, present"
  const SHIPPED = 'katori, vati, bowl\nhandmade = *'
  const OWN = 'sakora, katori'
  const POTS = 'matka = pot\nhandi = pot'
  const PHRASE = 'kettle, tea pot'

  it.each<[string, string, string[], string[] | '*']>([
    ['makes the words of a line synonyms of each other', 'cup', ['Mug, Cup, tumbler # three'], ['mug', 'tumbler']],
    ['makes the words after = synonyms of those before it', 'mothers day', [ONE_WAY], ['gift', 'diya']],
    ['makes the words after = synonyms of those before it', 'दिवाली', [ONE_WAY], ['gift', 'diya']],
    ['does not make the words before = synonyms of those after it', 'gift', [ONE_WAY], ['present']],
    ['combines several lines for a word', 'pot', ['pot, planter\npot = handi'], ['planter', 'handi']],
    ["adds to an earlier file's meanings", 'katori', [SHIPPED, OWN], ['vati', 'bowl', 'sakora']],
    ["adds to an earlier file's meanings", 'sakora', [SHIPPED, OWN], ['katori']],
    ["keeps an earlier file's * for a word", 'handmade', [SHIPPED, 'handmade = bowl'], '*'],
    ["removes an earlier file's meaning if nothing follows =", 'matka', [POTS, 'matka ='], []],
    ["removes an earlier file's meaning, before its own", 'matka', [POTS, 'matka =\nmatka = jar'], ['jar']],
    ["removes an earlier file's meaning, after its own", 'matka', [POTS, 'matka = jar\nmatka ='], ['jar']],
    ["keeps an earlier file's meaning of another word", 'handi', [POTS, 'matka ='], ['pot']],
    ['marks words that describe all products', 'handmade', ['handmade = *'], '*'],
    ['uses a phrase as a synonym', 'kettle', [PHRASE], ['tea pot']],
    ['recognizes a phrase', 'tea pot', [PHRASE], ['kettle']],
    ['reads a hyphen in a phrase as a space', 'cup', ['cup = tea-cup'], ['tea cup']],
  ])('%s: %j', (_, word, texts, meanings) => {
    expect(readSearchWords(...texts).meanings.get(word)).toEqual(meanings)
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
