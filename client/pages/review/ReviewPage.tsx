/** The page behind the link in an email that asks for reviews. It needs no login, and can only review the items of one order. */
import { ApolloClient, HttpLink } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { useLocation } from 'react-router-dom'
import { ButtonLink } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { OrderLine } from '../../components/order/OrderLine'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { LineReview } from '../../components/review/LineReview'
import { useQuery } from '../../data/reading'
import { newCache } from '../../data/apollo/cache'
import { paths } from '../../paths'
import styles from './ReviewPage.module.css'
import { ReviewPageQueryDocument } from './ReviewPage.generated'

/** A separate client, as on the page of an order's link: no requested URL contains the key, and no call carries a session. */
const client = new ApolloClient({ cache: newCache(), link: new HttpLink({ uri: '/graphql' }) })

export function Component() {
  const key = useLocation().hash.slice(1)
  // No loader: it has a client of its own, and the server never gets the key after #.
  const { data, error, refetch } = useQuery(ReviewPageQueryDocument, {
    client,
    variables: { key },
    skip: key === '',
    fetchPolicy: 'no-cache',
  })
  if (error && !data) throw error as Error
  if (key !== '' && !data) return <PageSkeleton />
  const linked = data?.reviewsByLink
  return (
    <ApolloProvider client={client}>
      <div className="wrap page">
        <meta name="referrer" content="no-referrer" />
        {linked ? (
          <>
            <h1>Review your order</h1>
            <p className={styles.number}>{linked.number}</p>
            <ul className={styles.lines}>
              {linked.items.map(({ id, product, ...line }) => (
                <OrderLine key={id} {...line} productId={product?.id ?? null} estimatedDelivery={null}>
                  <LineReview
                    about={{ orderLineId: id, orderId: null, linkKey: key }}
                    title={line.title}
                    canWrite={product !== null}
                    review={linked.reviews.find(({ orderLineId }) => orderLineId === id) ?? null}
                    onChange={() => void refetch()}
                  />
                </OrderLine>
              ))}
            </ul>
          </>
        ) : (
          <EmptyState drawing="orders" sentence="Sorry! This link has expired.">
            <ButtonLink to={paths.orders()}>Log in to see your orders</ButtonLink>
          </EmptyState>
        )}
      </div>
    </ApolloProvider>
  )
}
