import { installAnalytics } from './analytics/installAnalytics.ts'
import { assembleShell } from './assembleShell.ts'
import { watchWallets } from './connections/watchWallets.ts'
import { BUILT_IN } from './createAdapters.ts'
import type { LoaderContext } from './loader/protocol.ts'
import type { ModalShell, Part } from './modalShell.ts'
import { mountShell } from './mountShell.tsx'
import { followAccounts } from './opening/afterConnecting.ts'
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

/** The parts that run while a modal lives. They start in this order and stop in reverse. */
const PARTS: readonly Part[] = [
  loadFirstMessages,
  watchWallets,
  (shell) => shell.openSignal.follow(shell),
  // Before the part that moves the window: a site with sign-in decides what is shown next.
  (shell) => shell.signIn.start(),
  installAnalytics,
  // The answers decide which features there are, so they are requested first.
  revalidate,
  restoreConnections,
  followAccounts,
  watchSupportedNetwork,
  prepareWhenOpened,
  showEmbedded,
  mountShell,
]

/** Starts parts in order. Returns the undo, which stops them in reverse. */
export function startParts(parts: readonly Part[], shell: ModalShell): () => void {
  const undo = parts.map((start) => start(shell))
  return () => {
    for (const end of undo.reverse()) end()
  }
}

/** A modal with its own store, adapters, kernel and shadow root. Shows invalid options, and never throws. */
export function createModal(input: PorticoOptions, context: LoaderContext): PorticoModal {
  const { shell, dispose } = assembleShell(readOptions(input, context.host, BUILT_IN), context)
  const endParts = startParts(PARTS, shell)
  shell.events.track('INITIALIZE', {})
  return createPublicModal(shell, whenReady(shell), async () => {
    endParts()
    await dispose()
  })
}
