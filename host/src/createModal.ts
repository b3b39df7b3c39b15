import { installAnalytics } from './analytics/installAnalytics.ts'
import { assembleShell } from './assembleShell.ts'
import { watchWallets } from './connections/watchWallets.ts'
import { BUILT_IN } from './createAdapters.ts'
import type { LoaderContext } from './loader/protocol.ts'
import type { ModalShell, Part } from './modalShell.ts'
import { mountShell } from './mountShell.tsx'
import { followAccounts } from './opening/afterConnecting.ts'
import { developing } from './opening/developing.ts'
import { prepareWhenOpened } from './opening/preparing.ts'
import { restoreConnections } from './opening/restoring.ts'
import { revalidate } from './opening/revalidating.ts'
import { showEmbedded } from './opening/showEmbedded.ts'
import { watchSupportedNetwork } from './opening/supportedNetwork.ts'
import { whenReady } from './opening/whenReady.ts'
import { readOptions } from './options/readOptions.ts'
import type { PorticoOptions } from './options/types.ts'
import { createPublicModal } from './site/createPublicModal.ts'
import type { PorticoModal } from './site/publicApi.ts'
import { loadFirstMessages } from './texts/hostMessages.ts'

/** The parts that run while a modal exists. They start in this order and stop in reverse order. */
const PARTS: readonly Part[] = [
  loadFirstMessages,
  watchWallets,
  (shell) => shell.openSignal.follow(shell),
  // Before the part that moves the window, because a site with sign-in decides what is shown next.
  (shell) => shell.signIn.start(),
  installAnalytics,
  // Early, because the responses decide which features there are.
  revalidate,
  restoreConnections,
  followAccounts,
  watchSupportedNetwork,
  prepareWhenOpened,
  developing,
  showEmbedded,
  mountShell,
]

/** Starts parts in order. Returns a function that stops them in reverse order. */
export function startParts(parts: readonly Part[], shell: ModalShell): () => void {
  const undo = parts.map((start) => start(shell))
  return () => {
    for (const end of undo.reverse()) end()
  }
}

/** Creates a modal with its own store, adapters, kernel and shadow root. Shows invalid options instead of throwing. */
export function createModal(input: PorticoOptions, context: LoaderContext): PorticoModal {
  const { shell, dispose } = assembleShell(readOptions(input, context.host, BUILT_IN), context)
  const endParts = startParts(PARTS, shell)
  shell.events.track('INITIALIZE', {})
  return createPublicModal(shell, whenReady(shell), async () => {
    endParts()
    await dispose()
  })
}
