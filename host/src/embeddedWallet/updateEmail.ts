import { type ChainNamespace, ModalError, selectConnection } from '@portico/contracts'
import { isSameConnector } from '../connections/connectionsSlice.ts'
import type { HostServices } from '../hostServices.ts'
import { selectIsOpen } from '../router/routerSlice.ts'
import type { OpenOptions } from '../site/publicApi.ts'
import type { ShellStore } from '../store.ts'
import { frameError } from './frameErrors.ts'
import { createLogin } from './login.ts'
import { AUTH_ID } from './types.ts'

interface UpdateEmailContext {
  readonly store: ShellStore
  readonly services: HostServices
  open(options: OpenOptions): Promise<void>
  close(): void
}

/**
 * Lets the visitor change the wallet's email address when the page asks for this (secure-frame.md §9.6.5).
 * @returns the new address
 * @throws ModalError as a rejection: `connection.noAuthConnector`, `connection.notEmbedded`, `connection.modalClosed`,
 *   `view.unavailable`
 */
export async function updateEmail({ store, services, open, close }: UpdateEmailContext): Promise<string> {
  const { adapters, embeddedWallet, storage, life } = services
  if (!embeddedWallet?.isOn()) throw new ModalError('connection.noAuthConnector')
  const login = createLogin(storage)
  const isConnected = (Object.keys(adapters) as ChainNamespace[]).some((family) =>
    isSameConnector(selectConnection(store.getState(), family)?.connectorId ?? '', AUTH_ID),
  )
  const { id, provider, email } = login.read()
  if (!isConnected || !id || provider !== 'email') throw frameError('connection.notEmbedded')

  const until = new AbortController()
  try {
    const changed = await new Promise<string>((resolve, reject) => {
      const giveUp = () => reject(new ModalError('connection.modalClosed'))
      const isOpen = () => selectIsOpen(store.getState())
      let wasOpen = isOpen()
      const stops = [
        // The visitor may enter the codes in another tab.
        storage.watch('login', () => {
          const now = login.read()
          if (now.id === id && now.email !== undefined && now.email !== email) resolve(now.email)
        }),
        store.subscribe(() => {
          if (wasOpen && !isOpen()) giveUp()
          wasOpen = isOpen()
        }),
      ]
      until.signal.addEventListener('abort', () => {
        for (const stop of stops) stop()
      })
      life.addEventListener('abort', giveUp, { signal: until.signal })
      // The window is not open if it was closed meanwhile.
      open({ view: 'UpdateEmailWallet' }).then(() => isOpen() || giveUp(), reject)
    })
    close()
    return changed
  } finally {
    until.abort()
  }
}
