/** The entry of `npm start`. */
import './process/nodeVersion'

await import('./main')
