import { describe, expect, it } from 'vitest'
import { freePlace } from './freePlace'

const PANEL = { width: 200, height: 160, lefts: [400, 20] }
const SCREEN = { top: 120, bottom: 800 }
const box = (top: number, left = 450, height = 44) => ({ left, right: left + 44, top, bottom: top + height })
const place = (controls: ReturnType<typeof box>[], texts: ReturnType<typeof box>[] = [], screen = SCREEN) =>
  freePlace(PANEL, { controls, texts }, screen)
/** A column of controls with no room for the panel between any two of them. */
const column = (left: number) => [120, 240, 360, 480, 600, 720].map((top) => box(top, left))

describe('freePlace', () => {
  it('returns the top of the screen if there are no controls', () => {
    expect(place([])).toEqual({ left: 400, top: 120 })
    expect(place([box(60), box(140, 300), box(284)])).toEqual({ left: 400, top: 120 })
  })

  it('returns a position between two controls that are far enough apart', () => {
    const { left, top } = place([box(130), box(300), box(520)])!
    expect(left).toBe(400)
    expect(top).toBeGreaterThanOrEqual(348)
    expect(top + PANEL.height).toBeLessThanOrEqual(516)
  })

  it('falls back to the other side if the first one has no room', () => {
    expect(place(column(450))).toEqual({ left: 20, top: 120 })
  })

  it('avoids covering text, or covers as little as possible', () => {
    expect(place([], [box(120, 450, 100)])!.top).toBeGreaterThanOrEqual(220)
    expect(place([], [box(0, 450, 900)])).toEqual({ left: 20, top: 120 })
    const everywhere = [...column(20), box(0, 450, 500), box(0, 450, 900)]
    expect(place(everywhere.slice(0, 6), everywhere.slice(6))!.top).toBeGreaterThanOrEqual(500)
  })

  it('returns null if the panel does not fit, or would cover a control in every position', () => {
    expect(place([...column(450), ...column(50)])).toBeNull()
    expect(place([], [], { top: 120, bottom: 280 })).toBeNull()
  })
})
