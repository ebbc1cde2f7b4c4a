import { expect, it } from 'vitest'
import { keepShapeOfTicks } from './tuning'

// Another Node might call it otherwise: then the shop would work, but be slower than it was measured.
it("keeps one of Node's own tick objects", () => {
  expect(keepShapeOfTicks()).toMatchObject({ callback: expect.any(Function) })
})
