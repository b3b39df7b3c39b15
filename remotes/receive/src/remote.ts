import { defineRemote } from '@portico/contracts'
import messages from '../messages/en.json'

declare module '@portico/contracts' {
  interface ViewParams {
    WalletCompatibleNetworks: undefined
  }
}

const entry = { label: 'receive.action', icon: 'receive', view: 'WalletReceive', order: 30 } as const

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
    'account.actions': [{ ...entry, testId: 'wallet-features-receive-button' }],
    'account.topUps': [{ ...entry, testId: 'w3m-account-receive-button' }],
  },
})
