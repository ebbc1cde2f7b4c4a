/** Shows the shop's bestsellers with React and urql. Render <ShopPage url="http://localhost:3000" /> in your page. */
import { Suspense, useState } from 'react'
import { cacheExchange, Client, fetchExchange, gql, Provider, useQuery } from 'urql'

const BESTSELLERS = gql<
  {
    products: {
      nodes: { id: string; title: string; price: { discounted: number }; image: { url: string; alt: string } }[]
      pageInfo: { hasNextPage: boolean; endCursor: string | null }
    }
  },
  { after: string | null }
>`
  query ($after: String) {
    products(first: 4, after: $after, filter: { bestsellersOnly: true }) {
      nodes {
        id
        title
        price {
          discounted
        }
        image {
          url(absolute: true, width: 240)
          alt
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`

function Bestsellers() {
  const [after, setAfter] = useState<string | null>(null)
  const [{ data, error }] = useQuery({ query: BESTSELLERS, variables: { after } })
  if (error || !data) return <p role="alert">The shop does not answer: {error?.message}</p>
  const { nodes, pageInfo } = data.products
  return (
    <>
      <ul>
        {nodes.map(({ id, title, price, image }) => (
          <li key={id}>
            <img src={image.url} alt={image.alt} width={240} />
            {title}, Rs. {price.discounted}
          </li>
        ))}
      </ul>
      {pageInfo.hasNextPage && <button onClick={() => setAfter(pageInfo.endCursor)}>More</button>}
    </>
  )
}

export function ShopPage({ url }: { url: string }) {
  // GET lets the browser and other caches store public responses.
  const [client] = useState(
    () =>
      new Client({
        url: new URL('/graphql', url).href,
        exchanges: [cacheExchange, fetchExchange],
        preferGetMethod: true,
        suspense: true,
      }),
  )
  return (
    <Provider value={client}>
      <Suspense fallback={<p>Loading</p>}>
        <Bestsellers />
      </Suspense>
    </Provider>
  )
}
