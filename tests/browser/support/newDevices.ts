import { inFrame, press } from './embeddedWallet.ts'
import { readToEnd, windowAfter } from './reviewWindow.ts'
import type { Visit } from './visit.ts'

/** The screen of the frame that asks about a device which wants to open the wallet. */
export const newDevice = (visitor: Visit) => inFrame(visitor).getByTestId('newDevice')

/** On a device that the wallet knows: the owner loads the page anew and is asked about the one that waits. */
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
