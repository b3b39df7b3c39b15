import { inFrame, press } from './embeddedWallet.ts'
import type { Visit } from './visit.ts'

/** The screen of the frame that asks about a device which wants to open the wallet. */
export const newDevice = (visitor: Visit) => inFrame(visitor).getByTestId('newDevice')

/** On a device that the wallet knows: the owner loads the page anew and is asked about the one that waits. */
export async function decideNewDevice(visitor: Visit, meant: 'confirm' | 'refuse'): Promise<void> {
  await visitor.page.reload()
  await newDevice(visitor).waitFor()
  if (meant === 'confirm') {
    await inFrame(visitor).locator('[data-testid=confirmDevice][aria-disabled=false]').waitFor()
  }
  await press(visitor, meant === 'confirm' ? 'confirmDevice' : 'refuseDevice')
  await newDevice(visitor).waitFor({ state: 'detached' })
}
