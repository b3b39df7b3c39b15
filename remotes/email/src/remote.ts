import { defineRemote } from '@portico/contracts'
import messages from '../messages/en.json'
import type { EmailChange } from './emailChange.ts'

declare module '@portico/contracts' {
  interface ViewParams {
    UpdateEmailPrimaryOtp: EmailChange
    UpdateEmailSecondaryOtp: EmailChange
  }
}

export default defineRemote({
  messages,
  views: {
    EmailLogin: { title: 'email.title', load: () => import('./views/EmailLogin.tsx') },
    EmailVerifyOtp: { title: 'email.otp.title', load: () => import('./views/EmailVerifyOtp.tsx') },
    EmailVerifyDevice: { title: 'email.device.title', load: () => import('./views/EmailVerifyDevice.tsx') },
    UpdateEmailWallet: {
      title: 'email.update.title',
      needsAccount: true,
      load: () => import('./views/UpdateEmailWallet.tsx'),
    },
    UpdateEmailPrimaryOtp: {
      title: 'email.update.primary',
      needsAccount: true,
      load: () => import('./views/UpdateEmailPrimaryOtp.tsx'),
    },
    UpdateEmailSecondaryOtp: {
      title: 'email.update.secondary',
      needsAccount: true,
      load: () => import('./views/UpdateEmailSecondaryOtp.tsx'),
    },
  },
  slots: { 'connect.email': [{ label: 'email.label', placeholder: 'email.placeholder' }] },
})
