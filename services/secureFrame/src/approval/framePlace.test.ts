import fc from 'fast-check'
import { createFramePlace, type Pointed } from './framePlace.ts'

/** A pointer at a point of the frame; `left` and `top` place the frame's corner on the screen. */
const at = (clientX: number, clientY: number, { zoom = 1, left = 100, top = 200 } = {}): Pointed => ({
  clientX,
  clientY,
  screenX: Math.round(left + clientX * zoom),
  screenY: Math.round(top + clientY * zoom),
})

test.each([0.25, 0.5, 0.9, 1, 1.25, 2, 4])('at a zoom of %d a pointer move does not count as a frame move', (zoom) => {
  const hasMoved = createFramePlace()
  const way = [at(20, 20, { zoom }), at(120, 60, { zoom }), at(160, 61, { zoom }), at(162, 61, { zoom })]
  // The zoom is unknown until it has been derived from the first moves.
  const found = way.map(hasMoved)
  expect(found.slice(-2)).toEqual([false, false])
})

test.each([0.5, 1, 2])('at a zoom of %d a frame that jumps under a pointer counts as moved', (zoom) => {
  for (const [left, top] of [
    [180, 200],
    [100, 260],
    [60, 190],
  ]) {
    const hasMoved = createFramePlace()
    for (const event of [at(20, 20, { zoom }), at(120, 60, { zoom }), at(160, 80, { zoom })]) hasMoved(event)
    // The pointer has not moved on the screen: the frame below it has.
    const still = at(160, 80, { zoom })
    const shifted = {
      ...still,
      clientX: still.clientX - ((left ?? 0) - 100) / zoom,
      clientY: still.clientY - ((top ?? 0) - 200) / zoom,
    }
    expect(hasMoved(shifted)).toBe(true)
  }
})

test('a jump under a still pointer is always detected', () => {
  const points = fc.array(fc.tuple(fc.integer({ min: 0, max: 360 }), fc.integer({ min: 0, max: 600 })), {
    minLength: 1,
    maxLength: 6,
  })
  const jump = fc.integer({ min: 12, max: 400 })
  fc.assert(
    fc.property(points, fc.constantFrom(0.5, 1, 1.5, 2, 3), jump, (way, zoom, by) => {
      const hasMoved = createFramePlace()
      for (const [x, y] of way) hasMoved(at(x, y, { zoom }))
      const [x = 0, y = 0] = way.at(-1) ?? []
      expect(hasMoved({ ...at(x, y, { zoom }), clientX: x + by })).toBe(true)
    }),
  )
})

test('the first event does not count as a move', () => {
  expect(createFramePlace()(at(1, 1))).toBe(false)
})
