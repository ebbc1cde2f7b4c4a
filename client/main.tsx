/** Starts the client. */
import { ApolloProvider } from '@apollo/client/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { apollo } from './data/apollo'
import { installPrefetch } from './prefetch'
import { routes } from './routes'
import './styles/tokens.css'
import './styles/base.css'

const router = createBrowserRouter(routes)
const root = createRoot(document.getElementById('root')!)
const show = () =>
  root.render(
    <StrictMode>
      <ApolloProvider client={apollo}>
        <RouterProvider router={router} />
      </ApolloProvider>
    </StrictMode>,
  )

// The page as it was sent stays until the first one can take its place whole.
if (router.state.initialized) show()
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    show()
  })
}
installPrefetch(routes)
