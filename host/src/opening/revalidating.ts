import { afterFrame, whenPainted } from '../async/idle.ts'
import type { Part } from '../modalShell.ts'
import { opened, selectIsOpen } from '../router/routerSlice.ts'
import { selectIsShown } from '../router/selectIsShown.ts'

const REVALIDATE_MS = 60_000

/**
 * Uses the configuration and release index that the loader has requested, and requests them again at each later opening
 * and once a minute while the modal is open.
 */
export const revalidate: Part = ({ store, startListening, context, project, releases }) => {
  async function refresh({ config, release }: Partial<typeof context.early> = {}): Promise<void> {
    void releases.refresh(release)
    await project.refresh(config)
    whenPainted(() => void project.checkOrigin())
  }

  void refresh(context.early)
  let wasOpened = false
  const unlisten = startListening({
    actionCreator: opened,
    effect(_, { getOriginalState }) {
      if (selectIsOpen(getOriginalState())) return
      // Paint first.
      if (wasOpened) afterFrame(refresh)
      wasOpened = true
    },
  })
  const timer = setInterval(() => void (selectIsShown(store.getState()) && refresh()), REVALIDATE_MS)
  return () => {
    unlisten()
    clearInterval(timer)
  }
}
