import type { Visit } from '../browser/support/visit.ts'
import { cut, hang } from './routes.ts'
import { ofRemote, type Reasons, type Scene } from './scene.ts'
import { login, scene } from './walletSteps.ts'

/** How visitors get to the views of social login. */

const toProvider = async (visitor: Visit, id: string) => {
  await visitor.open()
  await visitor.page.getByTestId(`social-selector-${id}`).click()
}

export const SOCIAL_SCENES: readonly Scene[] = ofRemote('socials', [
  scene('ConnectSocials', 'filled', async (visitor) => {
    await toProvider(visitor, 'more')
    await visitor.view('ConnectSocials').getByTestId('social-selector-facebook').waitFor()
  }),
  scene(
    'ConnectingSocial',
    'loading',
    async (visitor) => {
      const asked = visitor.context.waitForEvent('request', (request) => request.url().includes('/social/start'))
      await toProvider(visitor, 'google')
      await asked
    },
    { prepare: hang(login('social/start')) },
  ),
  scene(
    'ConnectingSocial',
    'error',
    async (visitor) => {
      await toProvider(visitor, 'google')
      await visitor.view('ConnectingSocial').getByRole('alert').waitFor()
    },
    { prepare: cut(login('social/start')) },
  ),
  scene(
    'ConnectingFarcaster',
    'filled',
    async (visitor) => {
      await toProvider(visitor, 'farcaster')
      await visitor.page.getByTestId('wui-qr-code').getByRole('img').waitFor()
    },
    { touch: false },
  ),
  scene(
    'ConnectingFarcaster',
    'loading',
    async (visitor) => {
      await toProvider(visitor, 'farcaster')
    },
    { prepare: hang(login('farcaster/start')), touch: false },
  ),
  scene(
    'ConnectingFarcaster',
    'error',
    async (visitor) => {
      await toProvider(visitor, 'farcaster')
      await visitor.view('ConnectingFarcaster').getByRole('alert').waitFor()
    },
    { prepare: cut(login('farcaster/start')), touch: false },
  ),
])

export const SOCIAL_NOT_APPLICABLE: Reasons = {
  ConnectSocials: { loading: 'options', empty: 'without providers nothing leads there', error: 'nothing is asked for' },
  ConnectingSocial: { empty: 'it is about one provider', filled: 'success leaves it' },
  ConnectingFarcaster: { empty: 'a code is there or is on its way' },
}
