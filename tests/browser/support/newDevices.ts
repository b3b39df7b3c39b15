import { inFrame, press } from './embeddedWallet.ts'
import { readToEnd, windowAfter } from './reviewWindow.ts'
import type { Visit } from './visit.ts'

/** The frame's screen that asks about a new device. */
export const newDevice = (visitor: Visit) => inFrame(visitor).getByTestId('newDevice')

/** Reloads the owner's page on a known device, and answers the question about the new device. */
export async function decideNewDevice(visitor: Visit, meant: 'confirm' | 'refuse'): Promise<void> {
  await visitor.page.reload()
  await newDevice(visitor).waitFor()
  if (meant === 'refuse') await press(visitor, 'refuseDevice')
  else {
    const review = inFrame(visitor).getByTestId('review')
    const opened = await windowAfter(visitor, () => review.click({ timeout: 2_000 }).catch(() => {}))
    await opened.getByTestId('newDevice').waitFor()
    await readToEnd(opened)
    await opened.locator('[data-testid=confirmDevice][aria-disabled=false]').focus()
    await opened.keyboard.press('Enter')
  }
  await newDevice(visitor).waitFor({ state: 'detached' })
}
