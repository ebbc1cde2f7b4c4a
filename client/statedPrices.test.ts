/** Lists each file that tells shoppers a rule of the price, so that a change of the rule reaches all of them. docs/recipes.md: "A rule of the price". */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** The rule, the words that state it, and the files with these words. The first file computes it. */
const RULES: Record<string, [words: RegExp, files: string[]]> = {
  'the price of gift wrap': [
    /giftWrapPrice/,
    [
      'server/shared/money/pricing.ts',
      'server/shared/shop.ts',
      'server/graphql/types.ts',
      'client/data/catalogue/shop.ts',
      'client/pages/cart/CartSummary.tsx',
      'client/pages/help/topics.ts',
      'client/pages/home/HomePage.tsx',
    ],
  ],
  'free shipping': [
    /freeShippingCode|free (shipping|delivery)|(shipping|delivery) is free/i,
    [
      'server/shared/money/pricing.ts',
      'server/shared/shop.ts',
      'server/domain/cart/cart.ts',
      'client/components/layout/Layout.tsx',
      'client/pages/help/terms.ts',
      'client/pages/help/topics.ts',
      'client/pages/home/HomePage.tsx',
      'client/pages/product/Notes.tsx',
    ],
  ],
  'the convenience fee': [
    /SHOP\.convenienceFee|'convenience fee'/i,
    ['server/shared/money/pricing.ts', 'server/domain/mail/draft.ts', 'server/domain/orders/charges.ts'],
  ],
}

const FOLDERS = ['client', ...['shared', 'domain', 'graphql', 'rest', 'web'].map((room) => `server/${room}`)]
const FILES = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
).filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.generated\.|^client\/(e2e|generated)\//.test(file))
const codeOf = (file: string) =>
  readFileSync(file, 'utf8')
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
const CODE = FILES.map((file) => [file, codeOf(file)] as const)

describe.each(Object.entries(RULES))('%s', (_, [words, files]) => {
  it('is stated by the listed files only', () => {
    const stating = CODE.filter(([, code]) => words.test(code)).map(([file]) => file)
    expect(stating.sort()).toEqual([...files].sort())
  })
})

it('no text of a page or an email contains an amount: it derives from the rule', () => {
  const texts = CODE.filter(([file]) => /^(client\/(pages|components)|server\/domain\/mail)\//.test(file))
  expect(texts.length).toBeGreaterThan(100)
  expect(texts.filter(([, code]) => /(Rs\.|₹|rupees) ?\d|\d+ rupees/i.test(code)).map(([file]) => file)).toEqual([])
})
