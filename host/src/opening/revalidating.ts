import { afterFrame, whenPainted } from '../async/idle.ts'
import type { Part } from '../modalShell.ts'
import { selectIsShown } from '../router/selectIsShown.ts'

const REVALIDATE_MS = 60_000

/**
 * Uses the configuration and index that the loader requested; requests both again at each later `open()`, and every
 * minute while the modal is open.
 */
export const revalidate: Part = ({ store, events, context, project, releases }) => {
  async function refresh({ config, release }: Partial<typeof context.early> = {}): Promise<void> {
    void releases.refresh(release)
    await project.refresh(config)
    whenPainted(() => void project.checkOrigin())
  }

  void refresh(context.early)
  let wasOpened = false
  const unsubscribe = events.subscribe(({ data }) => {
    if (data.event !== 'MODAL_OPEN') return
    // Requested only after the window is painted.
    if (wasOpened) afterFrame(refresh)
    wasOpened = true
  })
  const timer = setInterval(() => void (selectIsShown(store.getState()) && refresh()), REVALIDATE_MS)
  return () => {
    unsubscribe()
    clearInterval(timer)
  }
}
