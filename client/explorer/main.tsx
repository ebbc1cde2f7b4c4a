/** Starts the explorer, which a browser gets at /graphql. It has a build of its own: nobody who shops pays for it. */
import 'graphiql/setup-workers/vite'
import 'graphiql/style.css'
import './explorer.css'
import { createRoot } from 'react-dom/client'
import { Explorer } from './Explorer'

createRoot(document.getElementById('explorer')!).render(<Explorer />)
