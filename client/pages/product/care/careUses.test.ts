import { describe, expect, it } from 'vitest'
import products from '../../../../prisma/catalogue/products.json' with { type: 'json' }
import { careUsesOf } from './careUses'

/** `microwave dishwasher -oven`: a minus means that the text forbids it. */
const read = (care: string | null): string =>
  careUsesOf(care)
    .map(({ appliance, isAllowed }) => (isAllowed ? appliance : `-${appliance}`))
    .join(' ')

describe('careUsesOf', () => {
  it.each([
    ['Microwave safe', 'microwave'],
    ['Dishwasher-safe and microwave-safe', 'microwave dishwasher'],
    ['Microwave, dishwasher and oven safe', 'microwave dishwasher oven'],
    ['Safe in the oven, the microwave and the freezer', 'microwave oven'],
    ['Ovenproof up to 220 °C. Dishwasher friendly.', 'dishwasher oven'],
    ['May be washed in the dishwasher', 'dishwasher'],
    ['It can go into the oven or the microwave', 'microwave oven'],
    ['Microwave: yes\nDishwasher: yes\nOven: no', 'microwave dishwasher -oven'],
    ['Suitable for microwave ovens', 'microwave'],
    ['Microwavable, but not ovenproof', 'microwave -oven'],
    ['It goes into the dish washer.', 'dishwasher'],
    ['Do not worry, safe for the micro-wave.', 'microwave'],
    ['SAFE FOR THE DISHWASHER!', 'dishwasher'],
  ])('finds what %j allows', (care, uses) => expect(read(care)).toBe(uses))

  it.each([
    ['Not for the oven, the grill or the microwave.', '-microwave -oven'],
    ['Do not microwave.', '-microwave'],
    ['Don’t use it in the microwave or the dishwasher', '-microwave -dishwasher'],
    ['Never put it into the oven', '-oven'],
    ['Hand wash only', '-dishwasher'],
    ['Wash by hand and dry at once; too thin for the microwave', '-microwave -dishwasher'],
    ['Keep it out of the oven', '-oven'],
    ['Avoid the dishwasher', '-dishwasher'],
    ['Microwave safe and not for the oven', 'microwave -oven'],
    ['No microwave, no oven', '-microwave -oven'],
    ['Neither oven nor microwave', '-microwave -oven'],
    ['The gold rim is unsuitable for the microwave', '-microwave'],
  ])('finds what %j forbids', (care, uses) => expect(read(care)).toBe(uses))

  it.each([
    null,
    '',
    'Wipe with a damp cloth.',
    'Dishwasher safe only on the top rack',
    'Safe for the microwave without the lid',
    'The cups are dishwasher safe. The tray is not.',
    'Wash by hand or in the dishwasher',
    'Hand wash recommended',
    'Best washed by hand',
    'Wash by hand. Dishwasher safe.',
    'The glaze does not fade in the dishwasher',
    'Safe for food, fired in an oven at 1200 degrees',
    'Do not take it from the freezer to the oven',
    'No problem in the microwave',
    'Use oven gloves',
    'Do not heat it in the microwave for more than two minutes',
    'Microwave safe? No.',
    'From oven to table',
    'माइक्रोवेव के लिए नहीं',
  ])('finds nothing in %j', (care) => expect(read(care)).toBe(''))

  it('reads the care texts of the catalogue', () => {
    const uses = Object.fromEntries(products.map(({ id, care }) => [id, read(care)]))
    expect(uses).toMatchObject({
      'speckled-oat-tumbler': 'microwave dishwasher',
      'indigo-dip-espresso-cup': '-microwave dishwasher',
      'terracotta-kulhad-set-of-4': '-microwave -dishwasher',
      'cream-footed-fruit-bowl': '-dishwasher',
      'stone-grey-platter': 'dishwasher',
      'tea-for-two-set': '',
      'grand-moon-jar': '',
    })
  })
})
