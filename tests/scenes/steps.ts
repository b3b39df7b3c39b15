import type { Visit } from '../browser/support/visit.ts'

/** What visitors do on the way to more than one subject's views. */

/** Presses the wallet of their browser, whatever that answers. */
export const openWallet = async (visitor: Visit) => {
  await visitor.open()
  await visitor.devWallet.click()
}
/** On a phone the way to pair is another one: there the list of wallets leads to their apps. */
export const byCode = { touch: false } as const
/** It has failed, and can be tried once more. */
export const retry = (visitor: Visit) => visitor.page.getByTestId('w3m-connecting-widget-secondary-button').waitFor()
