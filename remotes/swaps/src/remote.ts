import { defineRemote } from '@portico/contracts'
import messages from '../messages/en.json'
import { type Side, swapsSlice } from './swapsSlice.ts'

declare module '@portico/contracts' {
  interface ViewParams {
    SwapSelectToken: { readonly target: Side } | undefined
    SwapPreview: undefined
    SwapReceipt: undefined
  }
}

export default defineRemote({
  isRestricted: true,
  messages,
  state: [swapsSlice],
  views: {
    Swap: { title: 'swaps.title', needsAccount: true, load: () => import('./views/Swap.tsx') },
    SwapSelectToken: { title: 'swaps.select', needsAccount: true, load: () => import('./views/SwapSelectToken.tsx') },
    SwapPreview: { title: 'swaps.preview.title', needsAccount: true, load: () => import('./views/SwapPreview.tsx') },
    SwapReceipt: { title: 'swaps.receipt.title', needsAccount: true, load: () => import('./views/SwapReceipt.tsx') },
  },
  slots: {
    'account.actions': [
      {
        label: 'swaps.action',
        icon: 'swap',
        view: 'Swap',
        testId: 'wallet-features-swaps-button',
        namespaces: ['eip155', 'solana'],
        routed: ['solana'],
        order: 20,
      },
    ],
  },
})
