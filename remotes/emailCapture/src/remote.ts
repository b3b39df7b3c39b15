import { defineRemote } from '@portico/contracts'
import messages from '../messages/en.json'

declare module '@portico/contracts' {
  interface ViewParams {
    DataCaptureOtpConfirm: { readonly email: string }
  }
}

export default defineRemote({
  messages,
  views: {
    DataCapture: { title: 'emailCapture.title', needsAccount: true, load: () => import('./views/DataCapture.tsx') },
    DataCaptureOtpConfirm: {
      title: 'emailCapture.code.title',
      needsAccount: true,
      load: () => import('./views/DataCaptureOtpConfirm.tsx'),
    },
  },
})
