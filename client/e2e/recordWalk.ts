/**
 * Prints as JSON the requests that the built client sends during a walk through the shop. The argument is the shop's
 * origin. The benchmark calls this script.
 */
import { launch, VIEWPORTS } from './launch'
import { recordWalk } from './walk'

const browser = await launch()
try {
  const context = await browser.newContext({
    viewport: VIEWPORTS.desktop,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(30_000)
  console.log(JSON.stringify(await recordWalk(await context.newPage(), process.argv[2]!)))
} finally {
  await browser.close()
}
