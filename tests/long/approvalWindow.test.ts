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
 * Firefox and Safari cannot detect what a page puts over a frame. In these browsers the frame approves nothing, but
 * opens a window, which no page can cover. These tests turn off the detection in Chromium.
 */

jest.setTimeout(90_000)

const AS_ITSELF = withoutWallet({ defaultAccountTypes: { eip155: 'eoa' } })
const TEXT = 'attack at dawn'
/** EIP-1193: the visitor has rejected the request. */
const REJECTED = { code: 4001 }
const ABORTED = { code: -32603, message: 'Request was aborted' }

/** The visitor of all tests, who signs in once because codes per client and hour are limited. */
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

/** The page requests a signature, and the frame shows it. */
async function asked(): Promise<number> {
  const index = await asks(visitor, 'personal_sign', TEXT)
  await reviewButton(visitor).waitFor()
  return index
}

const isSigned = async (index: number) => {
  const signature = (await outcome(visitor, index)) as Hex
  return verifyMessage({ address: account, message: TEXT, signature })
}

/** Expects that nothing is decided: the request is still shown and can be rejected. */
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
  expect(await frameHint(visitor).textContent()).toContain('the page could hide part of this from you')
  await isNotApproved(index)
})

test('a request approved in the window is signed, and the page gets the signature', async () => {
  const index = await asked()
  const opened = await review(visitor)
  expect(new URL(opened.url()).origin).toBe(stack.urls.secureSite)
  expect(await opened.getByTestId('origin').textContent()).toBe(new URL(stack.urls.playground).origin)
  await opened.getByText(TEXT).waitFor()
  // The focus is on an element that decides nothing.
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

test('a rejection in the window rejects the request', async () => {
  const index = await asked()
  const opened = await review(visitor)
  await opened.getByTestId('reject').click()
  expect(await outcome(visitor, index)).toMatchObject(REJECTED)
  await nothingIsShown(visitor)
  expect(opened.isClosed()).toBe(true)
})

test('a window that is reloaded or closed decides nothing, and can be opened again', async () => {
  const index = await asked()
  const first = await review(visitor)
  await first.reload()
  await first.getByTestId('approval').getByText(TEXT).waitFor()
  await first.close()
  await frameHint(visitor).getByText('The window was closed before you decided').waitFor()
  const second = await review(visitor)
  await approveThere(second)
  expect(await isSigned(index)).toBe(true)
})

test('the window closes with the modal, and with the page', async () => {
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

describe('a page that hides the request', () => {
  /** Presses where the frame's main button is, like a visitor who sees something else there. */
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
      'by covering all of it',
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
  ])('%s only opens a window that shows the request, and nothing is signed', async (_, trick) => {
    const index = await asked()
    await onFrameElement(visitor, trick)
    const opened = await windowAfter(visitor, pressThere)
    // The window is outside the page, and shows the request.
    await opened.getByTestId('approval').getByText(TEXT).waitFor()
    await isNotApproved(index)
    expect(opened.isClosed()).toBe(true)
  })
})

test('when the browser blocks the window the frame explains how to continue, and nothing can be approved', async () => {
  const index = await asked()
  await frameOf(visitor).evaluate(() => {
    window.open = () => null
  })
  const said = frameHint(visitor).getByText('Couldn’t open the window')
  const isSaid = () =>
    said.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    )
  // Chromium does not deliver presses to a frame that has just moved.
  do await reviewButton(visitor).click()
  while (!(await isSaid()))
  expect(await approval(visitor).getByTestId('approve').count()).toBe(0)
  await isNotApproved(index)
  await visitor.page.reload()
  await visitor.reads('status', 'connected')
})

test('if the page itself opens the window, the window shows no request and says that it has lost the page', async () => {
  const opening = visitor.context.waitForEvent('page')
  await visitor.page.evaluate((url) => void window.open(url, '_blank', 'popup'), `${stack.urls.secureSite}/approve`)
  const opened = await opening
  await opened.getByText('This window lost its connection to the page that opened it').waitFor()
  expect(await opened.getByRole('button').count()).toBe(0)
})
