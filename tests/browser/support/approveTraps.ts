import { approval, approveButton, middleOfApprove, onFrameElement, outcome, showApproval } from './approvals.ts'
import { inFrame, reject } from './embeddedWallet.ts'
import type { Visit } from './visit.ts'

/** EIP-1193. */
const REJECTED = 4001

/** Ways in which a page can hide from its visitors what they approve. */
export const TRAPS: readonly [does: string, trick: (frame: HTMLIFrameElement) => void][] = [
  [
    'something of the page lies over all of it',
    (frame) => {
      const trap = Object.assign(document.createElement('div'), { id: 'trap', textContent: 'Free cat pictures' })
      const { left, top, width, height } = frame.getBoundingClientRect()
      trap.style.cssText = `position:fixed;left:${left}px;top:${top}px;width:${width}px;height:${height}px;background:#fff;z-index:2147483647;pointer-events:none`
      document.documentElement.append(trap)
    },
  ],
  [
    'a small thing lies over who asks',
    (frame) => {
      const trap = Object.assign(document.createElement('div'), { id: 'trap' })
      const { left, top } = frame.getBoundingClientRect()
      trap.style.cssText = `position:fixed;left:${left + 20}px;top:${top + 8}px;width:80px;height:20px;background:#fff;z-index:2147483647;pointer-events:none`
      document.documentElement.append(trap)
    },
  ],
  [
    'the frame can hardly be seen',
    (frame) => {
      frame.style.opacity = '0.01'
    },
  ],
  [
    'the page around it can hardly be seen',
    () => {
      document.body.style.opacity = '0.02'
    },
  ],
  [
    'a filter changes its colours',
    (frame) => {
      frame.style.filter = 'contrast(0)'
    },
  ],
  [
    'it is turned over',
    (frame) => {
      frame.style.transform = 'rotate(180deg)'
    },
  ],
  [
    'only the button is left of it',
    (frame) => {
      frame.style.clipPath = 'inset(85% 0 0 0)'
    },
  ],
  [
    'a part of it is beyond the edge of the page',
    (frame) => {
      frame.style.top = '-200px'
    },
  ],
  [
    'it is shown small',
    (frame) => {
      frame.style.transform = 'scale(0.2)'
    },
  ],
]

/** @throws Error when something was approved; the request must still be shown and can be refused */
export async function isNotApproved(visitor: Visit, index: number): Promise<void> {
  if ((await approval(visitor).count()) !== 1) throw new Error('What was shown is gone.')
  await visitor.page.evaluate(() => {
    const frame = document.querySelector<HTMLIFrameElement>('iframe[name=w3m-secure-iframe]')
    document.getElementById('trap')?.remove()
    if (frame) Object.assign(frame.style, { opacity: '', filter: '', transform: '', clipPath: '' })
  })
  await reject(visitor)
  const answer = (await outcome(visitor, index)) as { code?: unknown }
  if (answer.code !== REJECTED) throw new Error(`The page was answered ${JSON.stringify(answer)}.`)
}

/** Presses where Approve is, like a visitor who does not see the button. */
async function pressThere(visitor: Visit): Promise<void> {
  const [x, y] = await middleOfApprove(visitor)
  await visitor.page.mouse.move(x - 60, y)
  await visitor.page.mouse.move(x, y, { steps: 4 })
  await visitor.page.mouse.click(x, y)
  await inFrame(visitor).getByTestId('approve').focus()
  await visitor.page.keyboard.press('Enter')
  await visitor.page.keyboard.press('Space')
}

/** Sets up one of `TRAPS` and presses. @throws Error when that approves anything */
export async function pressesInto(visitor: Visit, trick: (frame: HTMLIFrameElement) => void): Promise<void> {
  const index = await showApproval(visitor)
  await onFrameElement(visitor, trick)
  await approveButton(visitor, false).waitFor()
  await pressThere(visitor)
  await visitor.page.evaluate(() => {
    document.body.style.opacity = ''
  })
  await isNotApproved(visitor, index)
}
