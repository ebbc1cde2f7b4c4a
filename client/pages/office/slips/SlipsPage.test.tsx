import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import type { CartChoices } from '../../../../server/shared/validation'
import { Component } from './SlipsPage'

// A build defines it.
vi.stubGlobal('__PHOTO_VERSION__', 'test')

const ORDER = {
  id: 'order',
  number: 'CER-000001',
  placedAt: '2026-11-28T06:00:00.000Z',
  payOnDelivery: false,
  cancelledPaise: 0,
  replaces: null,
  deliveryAddress: {
    name: 'Asha Rao',
    street: '1 Kiln Lane',
    city: 'Pune',
    state: '',
    country: '',
    zipCode: '',
    mobile: '',
  },
  giftMessage: null,
  hidePrices: false,
  isGiftWrapped: false,
  items: [{ id: 'line', title: 'Bowl', quantity: 1, cancelled: 0, weightGrams: 300 }],
  priceDetails: { totalAmount: 500, giftWrap: 0 },
}

/** For each choice of a cart, an order with it and what its sheet says, or null if packers need not know the choice. */
const ON_THE_SLIP: Record<keyof CartChoices, [order: object, text: string] | null> = {
  couponCode: null,
  giftWrap: [{ isGiftWrapped: true }, 'Gift wrapped.'],
  giftMessage: [{ giftMessage: 'To Ravi' }, 'To Ravi'],
  hidePrices: [{ hidePrices: true }, 'No prices in the parcel.'],
}

function slipOf(order: object): string {
  const orders = { nodes: [{ addressChangedAt: null, order: { ...ORDER, ...order } }], pageInfo: {} }
  const routes = [{ id: 'slips', path: '/', Component, loader: () => null }]
  const router = createMemoryRouter(routes, { hydrationData: { loaderData: { slips: { office: { orders } } } } })
  const client = new ApolloClient({ link: ApolloLink.empty(), cache: new InMemoryCache() })
  return renderToString(
    <ApolloProvider client={client}>
      <RouterProvider router={router} />
    </ApolloProvider>,
  )
}

describe('the packing slip', () => {
  it.each(Object.entries(ON_THE_SLIP).filter(([, shown]) => shown))('shows packers the choice %s', (_, shown) => {
    const [order, text] = shown!
    expect(slipOf(order)).toContain(text)
    expect(slipOf({})).not.toContain(text)
  })

  it('says that an order is gift-wrapped, whatever the wrap costs', () => {
    expect(slipOf({ isGiftWrapped: true })).toContain('Gift wrapped.')
    expect(slipOf({ isGiftWrapped: true, priceDetails: { totalAmount: 530, giftWrap: 30 } })).toContain('Gift wrapped.')
    expect(slipOf({ isGiftWrapped: false, priceDetails: { totalAmount: 530, giftWrap: 30 } })).not.toContain('wrapped')
  })
})
