import { describe, expect, it } from 'vitest'
import products from '../../prisma/catalogue/products.json' with { type: 'json' }
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
    ['Food safe, oven safe, and dishwasher safe', 'dishwasher oven'],
    ['Food and oven safe', 'oven'],
    ['Safe in the oven, the microwave and the freezer', 'microwave oven'],
    ['Ovenproof. Dishwasher safe.', 'dishwasher oven'],
    ['May be put in the dishwasher', 'dishwasher'],
    ['It can go into the oven or the microwave', 'microwave oven'],
    ['Microwave: yes\nDishwasher: yes\nOven: no', 'microwave dishwasher -oven'],
    ['Microwave: yes\r\nOven, grill or hob: no', 'microwave -oven'],
    ['Safe for microwave ovens', 'microwave'],
    ['SAFE FOR THE DISHWASHER!', 'dishwasher'],
    ['Dishwasher safe. Do not use steel wool.', 'dishwasher'],
    ['Microwave safe. The specks do not wear off.', 'microwave'],
  ])('finds the uses that %j allows', (care, uses) => expect(read(care)).toBe(uses))

  it.each([
    ['Not for the oven, the grill or the microwave.', '-microwave -oven'],
    ['Not microwave or oven safe', '-microwave -oven'],
    ['Do not microwave.', '-microwave'],
    ['Don’t use in the microwave or the dishwasher', '-microwave -dishwasher'],
    ['Never put it into the oven', '-oven'],
    ['Hand wash only', '-dishwasher'],
    ['Wash by hand only', '-dishwasher'],
    ['Wash by hand and dry at once; too thin for the microwave', '-microwave -dishwasher'],
    ['Microwave safe; not for the oven', 'microwave -oven'],
  ])('finds the uses that %j forbids', (care, uses) => expect(read(care)).toBe(uses))

  it.each([
    null,
    '',
    'Wipe with a damp cloth.',
    // Denials
    'Non-microwave safe',
    'Non microwave safe',
    'Un-safe for microwave',
    'It isnt microwave safe',
    'Hardly microwave safe',
    'None of these pieces is microwave safe',
    'Microwave safe: none',
    'Microwave safe ❌',
    'Microwave safe. ❌',
    '❌ Microwave safe',
    '− microwave safe',
    'Microwave safe नहीं',
    'Microwave safe\nनहीं',
    'माइक्रोवेव के लिए नहीं',
    'Microwave safe? No.',
    'Anything but oven safe',
    'This is far from dishwasher safe',
    'We do not call it\nmicrowave safe',
    'It cannot be called\noven safe',
    'Microwave safe. This isn’t true.',
    'Microwave safe! Not.',
    'Dishwasher unsafe',
    'Once dishwasher safe',
    'Microwave, dishwasher safe only',
    'Food safe, oven, hob or freezer: no',
    'Keep it out of the oven',
    'Avoid:\noven: yes',
    'Unsuitable:\noven safe',
    'Oven, food safe',
    // Doubts and circumstances
    'Microwave safe?',
    'Microwave safe!?',
    'Probably microwave safe',
    'Nearly oven safe',
    'Microwave safe (lid excluded)',
    'Microwave safe. Lid excluded.',
    'Oven safe; the saucer is not',
    'The cups are dishwasher safe. The tray is not.',
    'Dishwasher safe only on the top rack',
    'Top-rack dishwasher safe',
    'Safe for the microwave without the lid',
    'Microwave safe unless gilded',
    'Microwave safe. Only the plain ones.',
    'Microwave safe up to two minutes',
    'Ovenproof up to 220 °C',
    'Oven safe when dry',
    'Wash by hand or in the dishwasher',
    'Hand wash recommended',
    'Best washed by hand',
    'No problem in the microwave',
    'Microwave safe, not for the oven',
    // Other subjects
    'The microwave damages this food-safe glaze',
    'Food-safe glaze cracks in the microwave',
    'Comes in a microwave-safe box',
    'The glaze does not fade in the dishwasher',
    'Safe for food, fired in an oven at 1200 degrees',
    'Do not take it from the freezer to the oven',
    'Use oven gloves',
    'From oven to table',
    // Contradictions
    'Wash by hand. Dishwasher safe.',
    'Microwave safe. Not for the microwave.',
    'Oven: yes\nOven: no',
    'Dishwasher safe. Do not machine wash.',
    'Microwave safe. The microwave breaks it.',
  ])('finds no use in %j', (care) => expect(read(care)).toBe(''))

  it('reads the care texts of the catalogue', () => {
    const uses = products.map(({ id, care }) => [id, read(care)]).filter(([, found]) => found !== '')
    expect(Object.fromEntries(uses)).toEqual({
      'speckled-oat-tumbler': 'microwave dishwasher',
      'indigo-dip-espresso-cup': '-microwave dishwasher',
      'celadon-chai-cup': 'microwave dishwasher',
      'terracotta-kulhad-set-of-4': '-microwave -dishwasher',
      'sea-glass-serving-bowl': 'microwave dishwasher',
      'ash-ripple-ramen-bowl': 'microwave dishwasher',
      'saffron-nut-bowl': '-microwave -dishwasher',
      'midnight-nesting-bowls-set-of-3': 'microwave dishwasher',
      'cream-footed-fruit-bowl': '-dishwasher',
      'blush-rim-dinner-plate': 'microwave dishwasher',
      'cobalt-splash-quarter-plate': 'microwave dishwasher',
      'stone-grey-platter': 'dishwasher',
      'ivory-dinner-set-of-4': 'microwave dishwasher',
      'ochre-spiral-side-plate': '-microwave -dishwasher',
    })
  })
})
