import type { Frame } from 'playwright-core'
import { inFrame } from './embeddedWallet.ts'
import { readToEnd } from './reviewWindow.ts'
import type { Visit } from './visit.ts'

/** The secure site's frame, as developer tools would show it; no page has this access. */
export function frameOf({ page }: Visit): Frame {
  const frame = page.frame({ name: 'w3m-secure-iframe' })
  if (!frame) throw new Error('There is no frame.')
  return frame
}

export const approval = (visitor: Visit) => inFrame(visitor).getByTestId('approval')
export const approveButton = (visitor: Visit, isAlive: boolean) =>
  inFrame(visitor).locator(`[data-testid=approve][aria-disabled=${!isAlive}]`)

/** Whether a button approves the request, or leads to a button that does. */
export const canGoOn = async (visitor: Visit): Promise<boolean> =>
  (await inFrame(visitor).locator('[data-testid=approve], [data-testid=review]').count()) > 0

/** Waits until something can be approved, in the frame or in a window, and its effect has been worked out. */
export async function isApprovable(visitor: Visit): Promise<void> {
  const frame = inFrame(visitor)
  await readToEnd(frame)
  await frame.locator('[data-testid=approve][aria-disabled=false], [data-testid=review]').waitFor()
  await frame.getByText('Checking what would change').waitFor({ state: 'detached' })
}

interface Asking {
  outcomes?: Promise<unknown>[]
}

/** Has the page send a request to the wallet. Resolves once the request is sent. @returns its index, for `outcome` */
export const asks = ({ page }: Visit, method: string, text = 'attack at dawn'): Promise<number> =>
  page.evaluate(
    ([name, message]) => {
      const modal = window.portico
      const provider = modal?.getWalletProvider() as { request(call: object): Promise<unknown> }
      const hex = `0x${[...new TextEncoder().encode(message)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
      const params = [hex, modal?.getAddress()]
      const asking = window as Asking
      asking.outcomes ??= []
      const outcome = provider.request({ method: name, params }).catch(({ code, message }) => ({ code, message }))
      // The page can no longer change a request that it has sent.
      params[0] = '0x00'
      return asking.outcomes.push(outcome) - 1
    },
    [method, text] as const,
  )

/** The page's answer: a signature, or the error. */
export const outcome = ({ page }: Visit, index: number): Promise<unknown> =>
  page.evaluate((at) => (window as Asking).outcomes?.[at], index)

/** Waits until something to sign is shown and can be approved. @returns its index, for `outcome` */
export async function showApproval(visitor: Visit): Promise<number> {
  const index = await asks(visitor, 'personal_sign')
  await approveButton(visitor, true).waitFor()
  return index
}

/** Manipulates the frame's element, as any of the page's scripts could. */
export const onFrameElement = ({ page }: Visit, act: (element: HTMLIFrameElement) => void): Promise<void> =>
  page.locator('iframe[name=w3m-secure-iframe]').evaluate(act as (element: Element) => void)

/** The center of Approve, in page coordinates. */
export async function middleOfApprove(visitor: Visit): Promise<readonly [number, number]> {
  const box = await inFrame(visitor).getByTestId('approve').boundingBox()
  if (!box) throw new Error('Approve is not there.')
  return [box.x + box.width / 2, box.y + box.height / 2]
}

/** Has the page send any request to the wallet. Resolves once the request is sent. @returns its index, for `outcome` */
export const asksFor = ({ page }: Visit, method: string, params?: readonly unknown[]): Promise<number> =>
  page.evaluate(
    ([name, given]) => {
      const provider = window.portico?.getWalletProvider() as { request(call: object): Promise<unknown> }
      const asking = window as Asking
      asking.outcomes ??= []
      const answer = provider.request({ method: name, ...(given && { params: given }) })
      return asking.outcomes.push(answer.catch(({ code, message }) => ({ code, message }))) - 1
    },
    [method, params] as const,
  )

/** The response to the page, for a request that shows nothing or that the visitor has decided on. */
export async function answerTo(visitor: Visit, method: string, params?: readonly unknown[]): Promise<unknown> {
  return outcome(visitor, await asksFor(visitor, method, params))
}

/** Checks that nothing is shown. Closes a screen that a test left behind, and fails. */
export async function nothingIsShown(visitor: Visit): Promise<void> {
  try {
    await approval(visitor).waitFor({ state: 'detached', timeout: LEFT_AFTER_MS })
  } catch (error) {
    await visitor.page.reload()
    await visitor.reads('status', 'connected')
    throw error
  }
}

const LEFT_AFTER_MS = 10_000

/** Excludes the summary, which repeats the parts of a batch. */
const OF_BODY = ':not(.approval-brief *)'

/** The title of the screen. */
export const shownTitle = (visitor: Visit) => approval(visitor).locator('h1')

/** The values beside a label, with spaces removed from addresses; for a batch, part by part. */
export const shownLines = (visitor: Visit, label: string): Promise<string[]> =>
  approval(visitor)
    .locator(`.approval-line${OF_BODY}`)
    .evaluateAll(
      (lines, wanted) =>
        lines
          .filter(({ firstElementChild }) => firstElementChild?.textContent === wanted)
          .map(({ lastElementChild }) => lastElementChild?.textContent?.trim() ?? ''),
      label,
    )

/** The changes that the screen predicts, a line for each coin and token. */
export const shownChanges = (visitor: Visit): Promise<string[]> =>
  approval(visitor).locator('.approval-changes li').allTextContents()

/** All warnings of the screen. */
export const shownWarnings = (visitor: Visit): Promise<string[]> =>
  approval(visitor).locator(`.approval-warning${OF_BODY}`).allTextContents()
