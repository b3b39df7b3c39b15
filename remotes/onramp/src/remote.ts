import { defineRemote } from '@portico/contracts'
import messages from '../messages/en.json'
import { followPurchases } from './followPurchases.ts'
import { onrampSlice } from './onrampSlice.ts'

declare module '@portico/contracts' {
  interface ViewParams {
    BuyInProgress: undefined
    OnRampBuy: undefined
    OnRampFiatSelect: undefined
    OnRampTokenSelect: undefined
    WhatIsABuy: undefined
  }
}

const entry = {
  label: 'onramp.action',
  icon: 'card',
  view: 'OnRampProviders',
  namespaces: ['eip155', 'solana'],
  order: 10,
} as const

export default defineRemote({
  isRestricted: true,
  messages,
  state: [onrampSlice],
  // Where the feature is unavailable, the first view's title names it.
  views: {
    OnRampBuy: { title: 'onramp.title', needsAccount: true, load: () => import('./views/OnRampBuy.tsx') },
    OnRampProviders: {
      title: 'onramp.providers.title',
      needsAccount: true,
      load: () => import('./views/OnRampProviders.tsx'),
    },
    OnRampTokenSelect: {
      title: 'onramp.token.title',
      needsAccount: true,
      load: () => import('./views/OnRampTokenSelect.tsx'),
    },
    OnRampFiatSelect: {
      title: 'onramp.fiat.title',
      needsAccount: true,
      load: () => import('./views/OnRampFiatSelect.tsx'),
    },
    BuyInProgress: { title: 'onramp.buy.title', needsAccount: true, load: () => import('./views/BuyInProgress.tsx') },
    WhatIsABuy: { title: 'onramp.what.title', load: () => import('./views/WhatIsABuy.tsx') },
  },
  slots: {
    'account.actions': [{ ...entry, testId: 'wallet-features-onramp-button' }],
    'account.topUps': [{ ...entry, testId: 'w3m-account-onramp-button' }],
  },
  start: followPurchases,
})
