/** What a product can be safe for, with names for shoppers. careUses.ts reads it from the product's texts. */

export const PRODUCT_USES = ['MICROWAVE', 'DISHWASHER', 'OVEN', 'FOOD_SAFE'] as const
export type ProductUse = (typeof PRODUCT_USES)[number]

/** Each fits into 'Safe for: …' and '… safe'. */
export const USE_NAMES: Record<ProductUse, string> = {
  MICROWAVE: 'Microwave',
  DISHWASHER: 'Dishwasher',
  OVEN: 'Oven',
  FOOD_SAFE: 'Food',
}

/** In URLs: 'microwave', 'dishwasher', 'oven' and 'food'. */
export const urlPartOf = (use: ProductUse): string => USE_NAMES[use].toLowerCase()
