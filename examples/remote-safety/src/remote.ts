import { defineRemote } from '@portico/contracts'
import messages from '../messages/en.json'
import type { Grant } from './grant.ts'

declare module '@portico/contracts' {
  interface ViewParams {
    /** What the account has allowed others to take. A site may open it. */
    AccountSafety: undefined
    /** The review before something is taken back. */
    AccountSafetyRevoke: Grant
  }
}

export default defineRemote({
  messages,
  icons: {
    shield:
      '<svg viewBox="0 0 24 24"><path d="M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z"/><polyline points="9,12 11.5,14.5 15.5,9.5"/></svg>',
  },
  views: {
    AccountSafety: { title: 'safety.title', needsAccount: true, load: () => import('./views/AccountSafety.tsx') },
    AccountSafetyRevoke: {
      title: 'safety.revoke.title',
      needsAccount: true,
      load: () => import('./views/AccountSafetyRevoke.tsx'),
    },
  },
  slots: {
    'account.rows': [
      {
        label: 'safety.action',
        icon: 'shield',
        view: 'AccountSafety',
        testId: 'wallet-features-safety-button',
        namespaces: ['eip155', 'solana'],
      },
    ],
  },
})
