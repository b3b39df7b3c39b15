import fc from 'fast-check'
import { BODY_LEAST, isAtEnd, isRoomy, judge, type PartSeen } from './visibilityRules.ts'

/** A rectangle in CSS pixels of the frame. */
interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})
const meet = (one: Box, other: Box): Box => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
})
const areaOf = ({ left, top, right, bottom }: Box) => Math.max(0, right - left) * Math.max(0, bottom - top)
const hidden = (whole: Box, clip: Box) => areaOf(whole) - areaOf(meet(whole, clip))

/** Heights of the screen's parts in CSS pixels; they are as wide as the frame. */
const CONTENT = {
  asker: fc.integer({ min: 48, max: 240 }),
  title: fc.integer({ min: 24, max: 96 }),
  outcome: fc.integer({ min: 20, max: 400 }),
  warning: fc.integer({ min: 20, max: 400 }),
  receiver: fc.integer({ min: 40, max: 120 }),
  footer: fc.integer({ min: 90, max: 200 }),
}

const geometries = fc.record({
  content: fc.record(CONTENT),
  /** Size of the frame: from nothing to a large screen. */
  frame: fc.record({ width: fc.integer({ min: 0, max: 900 }), height: fc.integer({ min: 0, max: 1_400 }) }),
  /** What clips the frame: the edge of the window, `clip-path`, `overflow`, or nothing. */
  clip: fc.oneof(
    fc.constant(undefined),
    fc.record({
      left: fc.integer({ min: -50, max: 900 }),
      top: fc.integer({ min: -50, max: 1_400 }),
      width: fc.integer({ min: 0, max: 1_000 }),
      height: fc.integer({ min: 0, max: 1_500 }),
    }),
  ),
  scale: fc.double({ min: 0.25, max: 4, noNaN: true }),
  isRead: fc.boolean(),
})

type Geometry = typeof geometries extends fc.Arbitrary<infer Value> ? Value : never

/** Lays the screen out as `approval.css` does: only the scrolling part shrinks. */
function layOut({ content, frame, clip, scale }: Geometry) {
  const viewport = box(0, 0, frame.width, frame.height)
  const visible = clip ? meet(viewport, box(clip.left, clip.top, clip.width, clip.height)) : viewport
  let top = 0
  const next = (height: number) => {
    const placed = box(0, top, frame.width, height)
    top += height
    return placed
  }
  const asker = next(content.asker)
  const title = next(content.title)
  const outcome = next(content.outcome)
  const warning = next(content.warning)
  const receiver = next(content.receiver)
  const body = next(Math.max(0, frame.height - top - content.footer))
  const footer = next(content.footer)
  return { parts: { asker, title, outcome, warning, receiver, body, footer }, visible, scale }
}

/** What an IntersectionObserver reports for an element. */
const seenOf = (part: Box, visible: Box): PartSeen => ({
  ratio: areaOf(part) === 0 ? 0 : areaOf(meet(part, visible)) / areaOf(part),
  isCovered: false,
})

const judgeLayout = (geometry: Geometry) => {
  const { parts, visible, scale } = layOut(geometry)
  const room = { width: geometry.frame.width, height: parts.body.bottom - parts.body.top, scale }
  const seen = Object.values(parts).map((part) => seenOf(part, visible))
  return { judged: judge(seen, room, geometry.isRead), parts, visible, room }
}

test('in 10,000 frame geometries, nothing can be approved while title, outcome, warning or receiver is hidden', () => {
  let armed = 0
  fc.assert(
    fc.property(geometries, (geometry) => {
      const { judged, parts, visible, room } = judgeLayout(geometry)
      if (judged !== 'seen') return
      armed++
      for (const part of [parts.title, parts.outcome, parts.warning, parts.receiver]) {
        // At most one hundredth of each part is hidden, which allows for rounding.
        expect(hidden(part, visible)).toBeLessThanOrEqual(areaOf(part) * 0.01 + 1e-6)
      }
      expect(room.height).toBeGreaterThanOrEqual(BODY_LEAST.height)
      expect(room.width).toBeGreaterThanOrEqual(BODY_LEAST.width)
      expect(geometry.isRead).toBe(true)
    }),
    { numRuns: 10_000 },
  )
  // The property is not vacuous: some geometries can be approved.
  expect(armed).toBeGreaterThan(50)
})

test('a frame with one pixel of room for the scrolling part is too small, even if everything is in sight', () => {
  const all = [{ ratio: 1, isCovered: false }]
  expect(judge(all, { width: 360, height: 1 }, true)).toBe('small')
  expect(judge(all, { width: 360, height: 95 }, true)).toBe('small')
  expect(judge(all, { width: 360, height: 96 }, true)).toBe('seen')
  expect(judge(all, { width: 279, height: 400 }, true)).toBe('small')
  expect(judge(all, { width: 280, height: 400 }, true)).toBe('seen')
})

test.each([
  [0.25, 'small'],
  [0.5, 'small'],
  [0.74, 'small'],
  [0.75, 'seen'],
  [1, 'seen'],
  [2, 'seen'],
  [4, 'seen'],
])('at a zoom of %d the frame is judged as "%s"', (scale, expected) => {
  expect(judge([{ ratio: 1, isCovered: false }], { width: 360, height: 300, scale }, true)).toBe(expected)
})

test('nothing is in sight without watched parts, with one part covered, or in a hidden frame', () => {
  const room = { width: 360, height: 300 }
  const seen = { ratio: 1, isCovered: false }
  expect(judge([], room, true)).toBe('unseen')
  expect(judge([seen, { ratio: 1, isCovered: true }], room, true)).toBe('unseen')
  expect(judge([seen, { ratio: 0.98, isCovered: false }], room, true)).toBe('unseen')
  expect(judge([seen], { width: 0, height: 0 }, true)).toBe('unseen')
  expect(judge([seen], room, false)).toBe('unread')
})

test('the end counts as reached within one pixel', () => {
  expect(isAtEnd({ top: 0, height: 300, end: 301 })).toBe(true)
  expect(isAtEnd({ top: 0, height: 300, end: 302 })).toBe(false)
  expect(isAtEnd({ top: 1_366, height: 300, end: 1_667 })).toBe(true)
  expect(isRoomy({ width: 280, height: 96 })).toBe(true)
})
