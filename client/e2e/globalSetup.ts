/** Unpacks the browser once, before several test files need it at the same time. */
import { unpackedBrowser } from './launch'

export default async function setup(): Promise<void> {
  if (!process.env['TEST_BROWSER']) await unpackedBrowser()
}
