import type { Locator } from 'playwright-core'
import { switchRemote } from '../../../scripts/switchRemote.mjs'
import { stack } from './stack.ts'
import type { Visit } from './visit.ts'

/** Helpers for Receive, a feature that is a remote, and for switching it on and off. */

export const receiveButton = ({ page }: Visit): Locator => page.getByTestId('wallet-features-receive-button')
export const receiveView = (visitor: Visit): Locator => visitor.view('WalletReceive')
export const copyButton = ({ page }: Visit): Locator => page.getByTestId('receive-address-copy-button')
export const retryButton = ({ page }: Visit): Locator => page.getByTestId('view-retry')
export const CONFIG_URL = `${stack.urls.services}/appkit/v1/config**`

/** Signs with the page's own button: the wallet answers whatever else fails. */
export async function signs({ page }: Visit): Promise<void> {
  await page.getByTestId('sign-message-button').click()
  await page
    .getByTestId('signature')
    .filter({ hasText: /^0x[0-9a-f]{130}$/ })
    .waitFor()
}

/** Does what `npm run project -- toggle receive on|off` does, without a process. */
export const toggleReceive = (on: boolean): Promise<void> => switchRemote(stack, 'receive', on)

const OTHERS = ['activity', 'onramp', 'send', 'swaps'] as const

/** Toggles the account's other features: hovering over them fetches their code, which would spoil the counts. */
export async function toggleOthers(on: boolean): Promise<void> {
  await Promise.all(OTHERS.map((remote) => switchRemote(stack, remote, on)))
}

/** Opens the modal by its API and waits for the project configuration. */
export async function openWithConfig(visitor: Visit): Promise<void> {
  const arrived = visitor.page.waitForResponse(CONFIG_URL)
  await visitor.onPage((modal) => modal.open())
  await visitor.dialog.waitFor()
  await (await arrived).finished()
  await visitor.settled()
  // The account's balance comes from another request.
  await visitor.view('Account').locator('[data-skeleton]').first().waitFor({ state: 'detached' })
}

export async function closeModal(visitor: Visit): Promise<void> {
  await visitor.onPage((modal) => modal.close())
  await visitor.dialog.waitFor({ state: 'detached' })
}

/**
 * Reopens the modal until Receive appears or disappears. An answer more than 300 ms after an open takes effect only at
 * the next open: a second open is always enough.
 */
export async function reopenUntilReceive(visitor: Visit, isThere: boolean): Promise<void> {
  for (const _ of ['this open', 'the next one']) {
    await closeModal(visitor)
    await openWithConfig(visitor)
    if ((await receiveButton(visitor).count()) === Number(isThere)) return
  }
  throw new Error(`Receive is ${isThere ? 'not there' : 'still there'} at the second open`)
}

/** State of each remote as the modal reports it: `{ receive: '1.0.0 ready' }`. */
export const remotesOf = (visitor: Visit): Promise<Record<string, string>> =>
  visitor.onPage((modal) => {
    const { remotes = [] } = modal.getDiagnostics() ?? {}
    return Object.fromEntries(
      remotes.flatMap(({ id, version, state }) => (version ? [[id, `${version} ${state}`]] : [])),
    )
  })
