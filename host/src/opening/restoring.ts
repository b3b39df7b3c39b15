import { connectionCode } from '../connections/connectionCode.ts'
import { storedConnections } from '../connections/storedConnections.ts'
import type { Part } from '../modalShell.ts'
import { initialized } from '../settingsSlice.ts'
import { createWaitFor } from './waitFor.ts'

/** How long the configuration and the index have to provide the view for a visitor who returns from a login. */
const RETURN_WAIT_MS = 20_000

const tell = (error: unknown) => console.error('[portico]', error)

/** Restores the last visit's connections; then the modal counts as initialized. Follows other tabs' connections. */
export const restoreConnections: Part = (shell) => {
  const { read, store, services, project, views, opening } = shell
  const { storage, embeddedWallet } = services
  const { enableReconnect } = read.options
  const waitFor = createWaitFor(shell)

  async function restore(): Promise<void> {
    // Without a stored connection, the code for restoring is not fetched.
    const mayBeInside = Object.values(services.adapters).some(({ home }) => home)
    if (!mayBeInside && !storedConnections(storage).length) return
    await store.dispatch((await connectionCode()).reconnect(enableReconnect, waitFor))
  }

  async function followOtherTabs(): Promise<void> {
    await store.dispatch((await connectionCode()).follow(enableReconnect, waitFor))
  }

  /** Continues a login when a provider has led back to a mini app. */
  async function comeBack(): Promise<void> {
    const view = 'ConnectingSocial'
    const came = embeddedWallet?.comeBack() // called first, to remove the result from the address bar
    await restored
    if (came && (await waitFor(() => views.find(view) !== undefined, RETURN_WAIT_MS))) opening.present(view, came)
  }

  // Delayed by one microtask, so that a page that subscribes as soon as the shell is ready misses nothing.
  const restored = Promise.resolve().then(restore).catch(tell)
  void comeBack().catch(tell)
  void Promise.all([project.untilAnswered(), restored]).then(() => store.dispatch(initialized()))
  return storage.watch('connections', () => void followOtherTabs().catch(tell))
}
