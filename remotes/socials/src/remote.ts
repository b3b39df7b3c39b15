import { defineRemote } from '@portico/contracts'
import messages from '../messages/en.json'

export default defineRemote({
  messages,
  views: {
    ConnectSocials: { title: 'socials.all', load: () => import('./views/ConnectSocials.tsx') },
    ConnectingSocial: { title: 'socials.logIn', load: () => import('./views/ConnectingSocial.tsx') },
    ConnectingFarcaster: { title: 'socials.farcaster', load: () => import('./views/ConnectingFarcaster.tsx') },
  },
  slots: { 'connect.socials': [{ label: 'socials.continue', more: 'socials.more' }] },
})
