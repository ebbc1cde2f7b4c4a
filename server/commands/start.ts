/** The entry of `npm run <command>`. */
import '../process/nodeVersion'

await import('./main')
