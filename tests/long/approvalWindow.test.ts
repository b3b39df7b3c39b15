import { type Address, type Hex, parseEther, toHex, verifyMessage } from 'viem'
import { mined } from '../../services/testing/mined.ts'
import {
  approval,
  asks,
  asksFor,
  frameOf,
  nothingIsShown,
  onFrameElement,
  outcome,
} from '../browser/support/approvals.ts'
import {
  approveThere,
  frameHint,
  review,
  reviewButton,
  windowAfter,
  withoutSight,
} from '../browser/support/approvalWindow.ts'
import { addressOf, newAddress, reject, signIn, withoutWallet } from '../browser/support/embeddedWallet.ts'
import { chain, coinsOf, setBalance, stranger } from '../browser/support/evmChain.ts'
import { stack } from '../browser/support/stack.ts'
import { closeBrowser, type Visit, visit } from '../browser/support/visit.ts'

/**
 * Firefox and Safari cannot tell what a page lays over a frame. There nothing is approved in the frame: it opens a window over
 * which no page can lay anything. Here it is Chromium that is kept from telling.
 */

jest.setTimeout(90_000)

const AS_ITSELF = withoutWallet({ defaultAccountTypes: { eip155: 'eoa' } })
const TEXT = 'attack at dawn'
/** As EIP-1193 has it. */
const REJECTED = { code: 4001 }
const ABORTED = { code: -32603, message: 'Request was aborted' }

/** Signed in once: how many codes a client may ask for in an hour is limited. */
let visitor: Visit
let account: Address

beforeAll(async () => {
  visitor = await visit({ ...AS_ITSELF, prepare: withoutSight })
  await signIn(visitor, newAddress())
  account = (await addressOf(visitor)) as Address
})
afterEach(async () => {
  for (const page of visitor.context.pages()) if (page !== visitor.page) await page.close()
  await nothingIsShown(visitor)
})
afterAll(async () => {
  await visitor?.end()
  await closeBrowser()
})

/** The page asks for a signature, and the frame shows it. */
async function asked(): Promise<number> {
  const index = await asks(visitor, 'personal_sign', TEXT)
  await reviewButton(visitor).waitFor()
  return index
}

const isSigned = async (index: number) => {
  const signature = (await outcome(visitor, index)) as Hex
  return verifyMessage({ address: account, message: TEXT, signature })
}

/** Nothing has been decided: what is shown is still there, and the visitor can say no to it. */
async function isNotApproved(index: number): Promise<void> {
  expect(await approval(visitor).count()).toBe(1)
  await visitor.page.evaluate(() => {
    document.getElementById('trap')?.remove()
    document.querySelector<HTMLElement>('iframe[name=w3m-secure-iframe]')?.style.removeProperty('opacity')
  })
  await reject(visitor)
  expect(await outcome(visitor, index)).toMatchObject(REJECTED)
}

test('the frame shows the request without a button that approves it', async () => {
  const index = await asked()
  await approval(visitor).getByText(TEXT).waitFor()
  expect(await approval(visitor).getByRole('button').allInnerTexts()).toEqual(['Reject', 'Review in a window'])
  expect(await frameHint(visitor).textContent()).toContain('a page could hide a part of this from you')
  await isNotApproved(index)
})

test('what is approved in the window is signed, and the page gets the signature', async () => {
  const index = await asked()
  const opened = await review(visitor)
  expect(new URL(opened.url()).origin).toBe(stack.urls.secureSite)
  expect(await opened.getByTestId('origin').textContent()).toBe(new URL(stack.urls.playground).origin)
  await opened.getByText(TEXT).waitFor()
  // The keyboard is there, on what decides nothing.
  expect(await opened.evaluate(() => document.activeElement?.textContent)).toBe('Reject')
  await approveThere(opened)
  expect(await isSigned(index)).toBe(true)
})

test('a payment is shown in the window with what would change, and is sent', async () => {
  await setBalance(account, parseEther('5'))
  const to = stranger()
  const index = await asksFor(visitor, 'eth_sendTransaction', [{ from: account, to, value: toHex(parseEther('1.5')) }])
  await reviewButton(visitor).waitFor()
  const opened = await review(visitor)
  await opened.locator('.approval-changes').getByText('1.5').waitFor()
  await approveThere(opened)
  const hash = (await outcome(visitor, index)) as Hex
  expect(await mined(chain(), hash)).toMatchObject({ status: 'success' })
  expect(await coinsOf(to)).toBe(parseEther('1.5'))
})

test('what is rejected in the window is rejected', async () => {
  const index = await asked()
  const opened = await review(visitor)
  await opened.getByTestId('reject').click()
  expect(await outcome(visitor, index)).toMatchObject(REJECTED)
  await nothingIsShown(visitor)
  expect(opened.isClosed()).toBe(true)
})

test('a window that is loaded anew, or closed, has decided nothing, and can be opened again', async () => {
  const index = await asked()
  const first = await review(visitor)
  await first.reload()
  await first.getByTestId('approval').getByText(TEXT).waitFor()
  await first.close()
  await frameHint(visitor).getByText('nothing is decided').waitFor()
  const second = await review(visitor)
  await approveThere(second)
  expect(await isSigned(index)).toBe(true)
})

test('the window closes when the modal does, and when the page goes', async () => {
  const index = await asked()
  const opened = await review(visitor)
  const closed = opened.waitForEvent('close')
  await visitor.page.getByTestId('w3m-header-close').click()
  await closed
  expect(await outcome(visitor, index)).toMatchObject(ABORTED)

  await asked()
  const other = await review(visitor)
  const gone = other.waitForEvent('close')
  await visitor.page.reload()
  await gone
  await visitor.reads('status', 'connected')
})

describe('a page that hides what is asked for', () => {
  /** Presses where the loud button of the frame is, as somebody would who sees something else there. */
  async function pressThere(): Promise<void> {
    const box = await reviewButton(visitor).boundingBox()
    if (!box) throw new Error('The button is not there.')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await visitor.page.mouse.move(x - 60, y)
    await visitor.page.mouse.move(x, y, { steps: 4 })
    await visitor.page.mouse.click(x, y)
  }

  test.each<[string, (frame: HTMLIFrameElement) => void]>([
    [
      'by something that lies over all of it',
      (frame) => {
        const trap = Object.assign(document.createElement('div'), { id: 'trap', textContent: 'Free cat pictures' })
        const { left, top, width, height } = frame.getBoundingClientRect()
        trap.style.cssText = `position:fixed;left:${left}px;top:${top}px;width:${width}px;height:${height}px;background:#fff;z-index:2147483647;pointer-events:none`
        document.documentElement.append(trap)
      },
    ],
    [
      'by making it transparent',
      (frame) => {
        frame.style.opacity = '0.01'
      },
    ],
  ])('%s gets a window opened that says what it is about, and nothing signed', async (_, trick) => {
    const index = await asked()
    await onFrameElement(visitor, trick)
    const opened = await windowAfter(visitor, pressThere)
    // What came up is beyond the page, and says what it is about.
    await opened.getByTestId('approval').getByText(TEXT).waitFor()
    await isNotApproved(index)
    expect(opened.isClosed()).toBe(true)
  })
})

test('where the browser opens no window the frame says how to go on, and nothing can be approved', async () => {
  const index = await asked()
  await frameOf(visitor).evaluate(() => {
    window.open = () => null
  })
  const said = frameHint(visitor).getByText('No window could be opened')
  const isSaid = () =>
    said.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    )
  // Chromium passes no press on to a frame that has just moved.
  do await reviewButton(visitor).click()
  while (!(await isSaid()))
  expect(await approval(visitor).getByTestId('approve').count()).toBe(0)
  await isNotApproved(index)
  await visitor.page.reload()
  await visitor.reads('status', 'connected')
})

test('a page that opens the window by itself gets an empty one, which says so', async () => {
  const opening = visitor.context.waitForEvent('page')
  await visitor.page.evaluate((url) => void window.open(url, '_blank', 'popup'), `${stack.urls.secureSite}/approve`)
  const opened = await opening
  await opened.getByText('This window has lost the page that opened it').waitFor()
  expect(await opened.getByRole('button').count()).toBe(0)
})
