import { defineRemote } from '@portico/contracts'
import messages from '../messages/en.json'
import { sendSlice } from './sendSlice.ts'

declare module '@portico/contracts' {
  interface ViewParams {
    WalletSendPreview: undefined
    WalletSendSelectToken: undefined
  }
}

export default defineRemote({
  messages,
  state: [sendSlice],
  views: {
    WalletSend: { title: 'send.title', needsAccount: true, load: () => import('./views/WalletSend.tsx') },
    WalletSendSelectToken: {
      title: 'send.select',
      needsAccount: true,
      load: () => import('./views/WalletSendSelectToken.tsx'),
    },
    WalletSendConfirmed: {
      title: 'send.done.title',
      needsAccount: true,
      load: () => import('./views/WalletSendConfirmed.tsx'),
    },
    WalletSendPreview: {
      title: 'send.preview.title',
      needsAccount: true,
      load: () => import('./views/WalletSendPreview.tsx'),
    },
  },
  slots: {
    'account.actions': [
      {
        label: 'send.action',
        icon: 'send',
        view: 'WalletSend',
        testId: 'wallet-features-send-button',
        namespaces: ['eip155', 'solana', 'bip122'],
        order: 40,
      },
    ],
  },
})
