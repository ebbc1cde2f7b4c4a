/** The parts of the server that tools may use, in addition to its settings and server/shared. */
/** The products of a new shop. */
export { default as seededProducts } from '../../prisma/catalogue/products.json' with { type: 'json' }
export { progressBar } from '../commands/progress'
export { openDatabase } from '../database/client'
export { NO_LIMITS, startBuiltShop, type BuiltShop } from './builtShop'
export { ADDRESS, newcomer } from './data/fixtures'
export { generateCatalogue } from './data/generateCatalogue'
export { generatedProduct, MAX_GENERATED_VARIANTS } from '../../prisma/catalogue/generatedProducts'
export { generateOrders } from './data/generateOrders'
export { readOwnOperations } from './ownOperations'
export { asNobody, giveToNobody, newestInstalled, NO_POSTGRES, startPostgres, type Postgres } from './postgres'
export { stop } from './processes'
export { startProxy, type Proxy } from './stand-ins/proxy'
export { SECRET, startReceiver, type Receiver } from './stand-ins/webhookReceiver'
