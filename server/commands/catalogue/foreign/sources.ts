/** The shop systems whose product files the import reads. */
import { shopify } from './shopify'
import { woocommerce } from './woocommerce'
import type { Source } from './source'

export const SOURCES: Readonly<Record<string, Source>> = { shopify, woocommerce }
