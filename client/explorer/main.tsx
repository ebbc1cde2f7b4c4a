/**
 * Starts the explorer, which the server sends for /graphql. It has a separate build, so the shop's pages do not load
 * it.
 */
import 'graphiql/style.css'
import './explorer.css'
import { createRoot } from 'react-dom/client'
import { Explorer } from './Explorer'

createRoot(document.getElementById('explorer')!).render(<Explorer />)
