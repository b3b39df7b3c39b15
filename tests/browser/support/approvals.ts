import type { Frame } from 'playwright-core'
import { inFrame } from './embeddedWallet.ts'
import type { Visit } from './visit.ts'

/** The frame of the secure site as a page of its own: what a visitor's own tools would show, and no page can. */
export function frameOf({ page }: Visit): Frame {
  const frame = page.frame({ name: 'w3m-secure-iframe' })
  if (!frame) throw new Error('There is no frame.')
  return frame
}

export const approval = (visitor: Visit) => inFrame(visitor).getByTestId('approval')
export const approveButton = (visitor: Visit, isAlive: boolean) =>
  inFrame(visitor).locator(`[data-testid=approve][aria-disabled=${!isAlive}]`)

interface Asking {
  outcomes?: Promise<unknown>[]
}

/** Has the page ask the wallet. Resolves as soon as it has asked. @returns which of `outcome` it is */
export const asks = ({ page }: Visit, method: string, text = 'attack at dawn'): Promise<number> =>
  page.evaluate(
    ([name, message]) => {
      const modal = window.portico
      const provider = modal?.getWalletProvider() as { request(asked: object): Promise<unknown> }
      const hex = `0x${[...new TextEncoder().encode(message)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
      const params = [hex, modal?.getAddress()]
      const asking = window as Asking
      asking.outcomes ??= []
      const outcome = provider.request({ method: name, params }).catch(({ code, message }) => ({ code, message }))
      // Whatever was asked for cannot be made something else any more.
      params[0] = '0x00'
      return asking.outcomes.push(outcome) - 1
    },
    [method, text] as const,
  )

/** What the page was answered: a signature, or the error. */
export const outcome = ({ page }: Visit, index: number): Promise<unknown> =>
  page.evaluate((at) => (window as Asking).outcomes?.[at], index)

/** Something to sign is shown, and can be approved. */
export async function showApproval(visitor: Visit): Promise<number> {
  const asked = await asks(visitor, 'personal_sign')
  await approveButton(visitor, true).waitFor()
  return asked
}

/** Does something to the element of the frame, as any script of the page could. */
export const onFrameElement = ({ page }: Visit, act: (element: HTMLIFrameElement) => void): Promise<void> =>
  page.locator('iframe[name=w3m-secure-iframe]').evaluate(act as (element: Element) => void)

/** Where the middle of Approve is on the page. */
export async function middleOfApprove(visitor: Visit): Promise<readonly [number, number]> {
  const box = await inFrame(visitor).getByTestId('approve').boundingBox()
  if (!box) throw new Error('Approve is not there.')
  return [box.x + box.width / 2, box.y + box.height / 2]
}
