import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openShopfront } from '../browser'
import { recordWalk } from '../walk'

const shopfront = openShopfront()

// If this fails, run `npm run bench -- --record` to update the recording.
it('the client sends exactly the requests that the benchmark replays', async () => {
  const { page, complaints, close } = await shopfront.visit('desktop', null)
  const recorded = await recordWalk(page, shopfront.origin)
  expect(recorded).toEqual(JSON.parse(readFileSync('client/e2e/recording.json', 'utf8')))
  expect(complaints).toEqual([])
  await close()
})
