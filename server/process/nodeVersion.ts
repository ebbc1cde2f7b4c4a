/**
 * Stops an older Node with a sentence. Without this, Node would stop at the first import that it does not know, with a stack trace. This
 * module imports nothing, and uses only what old versions of Node have. Entries import it first, and load the rest dynamically, because Node
 * links all static imports before it runs a line.
 */
const OLDEST = [20, 19]

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < OLDEST[0]! || (major === OLDEST[0] && minor < OLDEST[1]!)) {
  console.error(`Cerashop needs Node ${OLDEST.join('.')} or later; this is ${process.versions.node}.`)
  process.exit(1)
}
