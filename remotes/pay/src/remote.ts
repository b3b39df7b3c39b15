import { defineRemote } from '@portico/contracts'
import messages from '../messages/en.json'
import { followPayments } from './followPayments.ts'
import { type ExchangeChoice, paySlice } from './paySlice.ts'

declare module '@portico/contracts' {
  interface ViewParams {
    /** Without an exchange, the wallet pays. */
    PayQuote: { readonly exchange?: ExchangeChoice } | undefined
    PayLoading: undefined
  }
}

export default defineRemote({
  isRestricted: true,
  messages,
  state: [paySlice],
  views: {
    Pay: { title: 'pay.title', load: () => import('./views/Pay.tsx') },
    PayQuote: { title: 'pay.quote.title', load: () => import('./views/PayQuote.tsx') },
    PayLoading: { title: 'pay.loading.title', load: () => import('./views/PayLoading.tsx') },
  },
  start: followPayments,
})
