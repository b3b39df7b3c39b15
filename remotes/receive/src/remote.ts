import { defineRemote } from '@portico/contracts'
import messages from '../messages/en.json'

declare module '@portico/contracts' {
  interface ViewParams {
    WalletCompatibleNetworks: undefined
  }
}

export default defineRemote({
  messages,
  views: {
    WalletReceive: { title: 'receive.title', needsAccount: true, load: () => import('./views/WalletReceive.tsx') },
    WalletCompatibleNetworks: {
      title: 'receive.networks.title',
      needsAccount: true,
      load: () => import('./views/WalletCompatibleNetworks.tsx'),
    },
  },
  slots: {
    'account.actions': [
      { label: 'receive.action', icon: 'receive', view: 'WalletReceive', testId: 'wallet-features-receive-button' },
    ],
  },
})
