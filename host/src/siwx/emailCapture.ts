import { type EmailCaptureCommands, ModalError, type SIWXConfig, selectAccount } from '@portico/contracts'
import { safely } from '../chains/announced.ts'
import type { HostCommands } from '../router/createCommands.ts'
import type { ShellStore } from '../store.ts'
import { ask } from './ask.ts'
import { disconnectAccount } from './disconnectAccount.ts'
import type { Frame } from './signInView.ts'
import { siwxChanged } from './siwxSlice.ts'

/** The extra methods of the plug-in of services.md §10. Another plug-in's methods with these names are called too. */
type Taker = SIWXConfig & {
  requestEmailOtp(request: { email: string; account: string }): Promise<unknown>
  confirmEmailOtp(request: { code: string }): Promise<unknown>
}

const takerIn = (config: SIWXConfig | undefined): Taker | undefined =>
  safely(() => {
    const { requestEmailOtp, confirmEmailOtp } = config as Taker
    const isTaker = typeof requestEmailOtp === 'function' && typeof confirmEmailOtp === 'function'
    return isTaker ? (config as Taker) : undefined
  })

/** Whether the service has refused a code, because it is wrong or used up. */
const isRefused = (cause: unknown) => (cause as { readonly code?: unknown } | undefined)?.code === 'siwx.refused'

export interface Surroundings {
  readonly store: ShellStore
  readonly commands: HostCommands
  readonly arrive: Frame['arrive']
  /** The site's plug-in, if it has one. */
  readonly config: SIWXConfig | undefined
}

/** The part of views.md §16 that the host handles. */
export function createEmailCapture({ store, commands, arrive, config }: Surroundings): EmailCaptureCommands {
  const taker = takerIn(config)
  const account = () => selectAccount(store.getState())

  /** @throws ModalError */
  async function askPlugIn<T>(question: (taker: Taker, caipAddress: string) => Promise<T>): Promise<T> {
    const who = account()
    if (!who) throw new ModalError('connection.modalClosed')
    try {
      if (!taker) throw new Error('the plug-in takes no e-mail address')
      return await ask(() => question(taker, who.caipAddress))
    } catch (cause) {
      throw new ModalError('siwx.signFailed', { cause, details: { isRefused: isRefused(cause) } })
    }
  }

  return {
    canTake: taker !== undefined,
    requestCode: (email) =>
      askPlugIn(async (plugIn, caipAddress) => {
        const answer = (await plugIn.requestEmailOtp({ email, account: caipAddress })) as { uuid?: unknown } | undefined
        if (answer?.uuid === undefined) throw new Error('the answer is not what it should be')
        return answer.uuid !== null
      }),
    confirmCode: (code) => askPlugIn(async (plugIn) => void (await plugIn.confirmEmailOtp({ code }))),
    goOn() {
      const who = account()
      if (!who) return commands.close()
      const { unsigned } = store.getState().siwx
      store.dispatch(siwxChanged({ captured: who.caipAddress }))
      if (unsigned === who.caipAddress) return void commands.replace('SIWXSignMessage')
      arrive(who)
      // The visitor is asked again when this account next connects.
      store.dispatch(siwxChanged({ captured: undefined }))
    },
    async disconnect() {
      const who = account()
      const { isOn, unsigned } = store.getState().siwx
      // A visitor who has signed in meanwhile, for example in another tab, stays connected.
      if (who && (!isOn || unsigned === who.caipAddress)) await store.dispatch(disconnectAccount(who))
    },
  }
}
