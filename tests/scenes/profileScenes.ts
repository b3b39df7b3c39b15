import { everything, openWallets, walletNamed, withMultiWallet } from '../browser/support/multiWallet.ts'
import type { Reasons, Scene } from './scene.ts'

/** How visitors get to the view of all their connections. */

export const PROFILE_SCENES: readonly Scene[] = [
  {
    view: 'ProfileWallets',
    state: 'filled',
    query: everything,
    prepare: withMultiWallet,
    go: async (visitor) => {
      await visitor.connect()
      for (const connectorId of ['dev.portico.multi', 'dev.portico.other']) {
        await visitor.onPage((modal, id) => modal.connect({ connectorId: id }), connectorId)
      }
      await openWallets(visitor, 'eip155')
      // The row's last button disconnects, in every language.
      await walletNamed(visitor, 'Portico Dev Wallet').getByRole('button').last().click()
      await visitor.page.getByTestId('recent-connection').waitFor()
    },
  },
  {
    view: 'ProfileWallets',
    state: 'empty',
    query: everything,
    prepare: withMultiWallet,
    go: async (visitor) => {
      await visitor.connect()
      await openWallets(visitor, 'bip122')
      await visitor.page.getByTestId('empty-template').waitFor()
    },
  },
]

export const PROFILE_NOT_APPLICABLE: Reasons = {
  ProfileWallets: { loading: 'what is stored is listed once its wallet has answered', error: 'a snack says it' },
}
