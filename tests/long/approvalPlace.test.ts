import { approval, approveButton, asks, outcome } from '../browser/support/approvals.ts'
import { approve, inFrame, newAddress, signIn, withoutWallet } from '../browser/support/embeddedWallet.ts'
import { closeBrowser, playgroundUrl, type Visit, visit } from '../browser/support/visit.ts'

/** Position of the wallet's frame while a request waits for approval (secure-frame.md §14). */

jest.setTimeout(120_000)
afterAll(closeBrowser)

const PLAIN = withoutWallet({ defaultAccountTypes: { eip155: 'eoa' } })
/** The tolerance for window borders and half pixels. */
const ROUNDED_PX = 2
const SIGNATURE = /^0x[\da-f]{130}$/

const frameBox = async ({ page }: Visit) => {
  const box = await page.locator('iframe[name=w3m-secure-iframe]').boundingBox()
  if (!box) throw new Error('The frame is not to be seen.')
  return box
}
const roomBox = async ({ page }: Visit) => {
  const box = await page.getByTestId('w3m-approve-transaction').boundingBox()
  if (!box) throw new Error('There is no room for the frame.')
  return box
}

/** The visitor of all tests, who signs in once because codes per client and hour are limited. */
let visitor: Visit
beforeAll(async () => {
  visitor = await visit(PLAIN)
  await signIn(visitor, newAddress())
})
afterAll(() => visitor?.end())

async function opens(size: { width: number; height: number }, query: object = {}): Promise<number> {
  await visitor.page.setViewportSize(size)
  await visitor.page.goto(playgroundUrl({ ...PLAIN.query, ...query }))
  await visitor.reads('status', 'connected')
  const asked = await asks(visitor, 'personal_sign')
  await approveButton(visitor, true).waitFor()
  await visitor.stands()
  return asked
}

/** Expects that everything to read and press is visible. */
async function isWhole(): Promise<void> {
  const { width, height } = visitor.page.viewportSize() ?? { width: 0, height: 0 }
  for (const part of [
    approval(visitor),
    inFrame(visitor).getByTestId('approve'),
    inFrame(visitor).getByTestId('reject'),
  ]) {
    const box = await part.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
  }
}

async function isApproved(asked: number): Promise<void> {
  await approve(visitor)
  expect(await outcome(visitor, asked)).toMatch(SIGNATURE)
}

test('on a desktop the frame is in the middle of the page, over the window and below its header', async () => {
  const asked = await opens({ width: 1280, height: 800 })
  const [frame, room] = [await frameBox(visitor), await roomBox(visitor)]
  expect(frame).toMatchObject({ width: 360, height: 600 })
  expect(Math.abs(frame.x - room.x)).toBeLessThanOrEqual(ROUNDED_PX)
  const header = await visitor.page.getByTestId('w3m-header-close').boundingBox()
  expect(frame.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
  expect(Math.abs(frame.y - room.y)).toBeLessThanOrEqual(ROUNDED_PX)
  await isWhole()
  await isApproved(asked)
  await visitor.dialog.waitFor({ state: 'detached' })
})

test('on a phone the frame is as wide as the page and ends at its bottom', async () => {
  const asked = await opens({ width: 390, height: 844 })
  const frame = await frameBox(visitor)
  expect(frame).toMatchObject({ x: 0, width: 390 })
  expect(frame.y + frame.height).toBe(844)
  await isWhole()
  await isApproved(asked)
  await visitor.dialog.waitFor({ state: 'detached' })
})

test.each([
  ['on a desktop', { width: 1280, height: 800 }],
  ['on a phone', { width: 390, height: 844 }],
])('in an embedded window the frame gets its own space, %s, and moves with the page', async (_, size) => {
  const asked = await opens(size, { embed: 1 })
  const lies = async () => {
    const [frame, room] = [await frameBox(visitor), await roomBox(visitor)]
    return (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(frame[side] - room[side]) <= ROUNDED_PX)
  }
  expect(await lies()).toBe(true)
  expect(await visitor.dialog.count()).toBe(0)

  const before = await frameBox(visitor)
  await visitor.page.evaluate(() => {
    document.body.style.minHeight = '3000px'
    scrollBy({ top: 40, behavior: 'instant' })
  })
  while ((await frameBox(visitor)).y === before.y) await visitor.settled()
  expect(await lies()).toBe(true)
  await visitor.page.evaluate(() => scrollTo({ top: scrollY + 10_000, behavior: 'instant' }))
  await visitor.page.getByTestId('w3m-approve-transaction').scrollIntoViewIfNeeded()
  await visitor.settled()
  expect(await lies()).toBe(true)

  await isApproved(asked)
  await visitor.view('Account').waitFor()
  await inFrame(visitor).getByTestId('approval').waitFor({ state: 'detached' })
})
