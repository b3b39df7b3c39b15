import type { Visit } from '../browser/support/visit.ts'

/** Steps that several files of scenes share. */

/** Presses the browser wallet's row, whatever the wallet answers. */
export const openWallet = async (visitor: Visit) => {
  await visitor.open()
  await visitor.devWallet.click()
}
/** Not on phones, where the list of wallets links to their apps instead. */
export const byCode = { touch: false } as const
/** Retries after a failure. */
export const retry = (visitor: Visit) => visitor.page.getByTestId('w3m-connecting-widget-secondary-button').waitFor()
