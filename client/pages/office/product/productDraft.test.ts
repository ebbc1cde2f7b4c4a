import { describe, expect, it } from 'vitest'
import { fieldError } from '../kit/form/fieldError'
import {
  checkDraft,
  EMPTY_DRAFT,
  errorsAfter,
  hasCard,
  messageAt,
  newDraft,
  numberIn,
  type Draft,
} from './productDraft'

const BOWL: Draft = {
  ...EMPTY_DRAFT,
  title: 'Monsoon Bowl',
  description: 'Thrown in July.',
  categoryId: 'bowls',
  original: '1200',
  rating: '4',
  photos: [{ url: '/media/bowl.jpg', alt: 'A bowl', width: 9, height: 9 }],
}
const invalidFields = (draft: Draft) => checkDraft(draft, null).errors.map(({ field }) => field)

describe('newDraft', () => {
  it('has the grade of the newest product, and shows it if that one does', () => {
    expect(newDraft({ studioRating: 4, isGraded: true })).toEqual({ ...EMPTY_DRAFT, rating: '4' })
    expect(newDraft({ studioRating: 5, isGraded: false })).toMatchObject({ rating: '5', isGraded: 'no' })
    expect(newDraft(undefined)).toEqual(EMPTY_DRAFT)
  })
})

describe('checkDraft', () => {
  it('marks the fields of an empty form that must not be empty', () => {
    expect(invalidFields(EMPTY_DRAFT)).toEqual(['title', 'description', 'categoryId', 'original', 'rating', 'images'])
  })

  it.each(['', ' ', '0', '-3', 'free', '12.5', '200001', '1e3', '₹', '1,2,3'])(
    'marks only the price if it is %j and the sale price is empty',
    (original) => {
      expect(invalidFields({ ...BOWL, original })).toEqual(['original'])
    },
  )

  it('marks a sale price that is wrong or above the price', () => {
    expect(invalidFields({ ...BOWL, discounted: '₹1,201' })).toEqual(['discounted'])
    expect(invalidFields({ ...BOWL, discounted: 'half' })).toEqual(['discounted'])
    expect(invalidFields({ ...BOWL, discounted: ' ' })).toEqual([])
  })
})

describe('errorsAfter', () => {
  const errors = ['title', 'original', 'discounted', 'images', 'rating', 'stock'].map((field) => fieldError(field, '!'))
  const general = { code: null, field: null, message: 'Not reachable' }

  it.each<[Partial<Draft>, string[]]>([
    [{ title: 'Bowl' }, ['original', 'discounted', 'images', 'rating', 'stock']],
    [{ original: '9' }, ['title', 'images', 'rating', 'stock']],
    [{ discounted: '9' }, ['title', 'original', 'images', 'rating', 'stock']],
    [{ photos: [] }, ['title', 'original', 'discounted', 'rating', 'stock']],
    [{ rating: '4', stock: '2' }, ['title', 'original', 'discounted', 'images']],
    [{ hidden: true }, ['title', 'original', 'discounted', 'images', 'rating', 'stock']],
  ])('removes the errors of %j', (change, left) => {
    expect(errorsAfter([...errors, general], change).map(({ field }) => field)).toEqual([...left, null])
  })
})

describe('messageAt', () => {
  const errors = [fieldError('discounted', 'would cost less than its product')]

  it('shows an error of the selling price at the price if there is no sale price', () => {
    expect(messageAt('original', BOWL, errors)).toBe('would cost less than its product')
    expect(messageAt('discounted', BOWL, errors)).toBeUndefined()
  })

  it('shows it at the sale price otherwise', () => {
    const onSale = { ...BOWL, discounted: '900' }
    expect(messageAt('discounted', onSale, errors)).toBe('would cost less than its product')
    expect(messageAt('original', onSale, errors)).toBeUndefined()
  })
})

describe('the preview', () => {
  it.each([
    ['₹1,299', 1299],
    ['Rs. 2,499', 2499],
    ['rs 45', 45],
    ['INR 1,05,000', 105000],
    ['899/-', 899],
    ['1 250', 1250],
    ['750.00', 750],
    [' 12 ', 12],
    ['', 0],
    ['abc', 0],
    ['12.5', 0],
  ])('reads %j as the save does', (text, number) => {
    expect(numberIn(text)).toBe(number)
    expect(hasCard({ ...BOWL, original: text })).toBe(number > 0)
    if (number > 0) expect(checkDraft({ ...BOWL, original: text }, null).input).toMatchObject({ original: number })
  })
})
