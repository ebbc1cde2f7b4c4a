/** Lists each file that tells shoppers a rule of the price, so that a change of the rule reaches all of them. docs/recipes.md: "A rule of the price". */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { priceCart, type PriceDetails } from '../server/shared/money/pricing'
import { SHOP } from '../server/shared/shop'

interface Rule {
  /** The words that state the rule. */
  words: RegExp
  /** The files with these words. The first file computes the rule. */
  files: string[]
  /** True if the price follows the rule as the files state it. */
  isAsStated: (price: PriceDetails) => boolean
}

const RULES: Record<string, Rule> = {
  'the price of gift wrap': {
    words: /giftWrapPrice/,
    files: [
      'server/shared/money/pricing.ts',
      'server/shared/shop.ts',
      'server/graphql/types.ts',
      'client/data/catalogue/shop.ts',
      'client/pages/cart/CartSummary.tsx',
      'client/pages/help/topics.ts',
      'client/pages/home/HomePage.tsx',
    ],
    isAsStated: ({ giftWrap }) => giftWrap === SHOP.giftWrapPrice,
  },
  'free shipping': {
    words: /freeShippingCode|free (shipping|delivery|on every order)|(shipping|delivery) is free/i,
    files: [
      'server/shared/money/pricing.ts',
      'server/shared/shop.ts',
      'server/domain/cart/cart.ts',
      'client/components/layout/Layout.tsx',
      'client/pages/help/terms.ts',
      'client/pages/help/topics.ts',
      'client/pages/home/HomePage.tsx',
      'client/pages/product/Notes.tsx',
      'client/pages/product/Sections.tsx',
    ],
    isAsStated: ({ trace }) => trace.every(({ kind, amount }) => kind !== 'SHIPPING' || amount === 0),
  },
  'the convenience fee': {
    words: /SHOP\.convenienceFee|'convenience fee'/i,
    files: ['server/shared/money/pricing.ts', 'server/domain/mail/draft.ts', 'server/domain/orders/charges.ts'],
    isAsStated: ({ convenienceFee }) => convenienceFee === SHOP.convenienceFee,
  },
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

const CARTS = [1, 450, 500, 999, 1_000, 2_000, 5_000, 20_000, 200_000].flatMap((discounted) =>
  [1, 2, 99].flatMap((quantity) =>
    [null, { code: 'CLAY', percent: 50 }].map((coupon) => ({
      lines: [{ discounted, original: discounted + 50, quantity }],
      options: { coupon, giftWrap: true },
    })),
  ),
)

describe.each(Object.entries(RULES))('%s', (_, { words, files, isAsStated }) => {
  it('is stated by the listed files only', () => {
    const stating = CODE.filter(([, code]) => words.test(code)).map(([file]) => file)
    expect(stating.sort()).toEqual([...files].sort())
  })

  it('computes what the listed files state, for any cart', () => {
    const others = CARTS.filter(({ lines, options }) => !isAsStated(priceCart(lines, options)))
    expect(
      others,
      `The rule has changed. Change its texts in ${files.slice(1).join(', ')}, and then isAsStated in this test.`,
    ).toEqual([])
  })
})

it('no text of a page or an email contains an amount: it derives from the rule', () => {
  const texts = CODE.filter(([file]) => /^(client\/(pages|components)|server\/domain\/mail)\//.test(file))
  expect(texts.length).toBeGreaterThan(100)
  expect(texts.filter(([, code]) => /(Rs\.|₹|rupees) ?\d|\d+ rupees/i.test(code)).map(([file]) => file)).toEqual([])
})
