/** The invoice page of an order, for its buyer. */
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom'
import { ButtonLink } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { InvoiceSheet } from '../../components/order/InvoiceSheet'
import { ShopperPage } from '../../components/page/ShopperPage'
import { whenLoggedIn } from '../../data/apollo/apollo'
import { paths } from '../../paths'
import { InvoicePageQueryDocument, type InvoicePageQuery } from './InvoicePage.generated'

export const loader = (args: LoaderFunctionArgs) =>
  whenLoggedIn(args, (preload) =>
    preload(InvoicePageQueryDocument, { variables: { number: args.params.number! }, fetchPolicy: 'network-only' }),
  )

type Me = NonNullable<InvoicePageQuery['me']>

export const Component = () => (
  <ShopperPage query={useLoaderData<typeof loader>()}>
    {({ order }: Me) =>
      order?.invoice ? (
        <InvoiceSheet order={order} invoice={order.invoice} back={paths.order(order.number)} />
      ) : (
        <NoInvoice />
      )
    }
  </ShopperPage>
)

const NoInvoice = () => (
  <EmptyState drawing="orders" sentence="There is no invoice for this order.">
    <ButtonLink to={paths.orders()}>Your orders</ButtonLink>
  </EmptyState>
)
