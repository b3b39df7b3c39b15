import { DEVELOPER_PARAMETER } from '@portico/contracts/developerParameter'
import { loadPinned } from '../kernel/loadPinned.ts'
import type { Part } from '../modalShell.ts'
import { opened } from '../router/routerSlice.ts'

/** Whether a developer's link is in the page's address, or was allowed in this tab before. */
function isAsked(): boolean {
  try {
    return location.hash.includes(`${DEVELOPER_PARAMETER}=`) || DEVELOPER_PARAMETER in sessionStorage
  } catch {
    return false
  }
}

/** Runs a developer's remote in this tab, if its person asks for it. All of its code is in a chunk of its own. */
export const developing: Part = (shell) => {
  let end: (() => void) | undefined
  let hasEnded = false
  const look = async () => {
    if (!isAsked() && !end) return
    const code = () => import(/* webpackChunkName: "developer" */ '../views/developer/developerViews.ts')
    const { develop } = await loadPinned(code)
    if (!hasEnded) end = develop(shell)
  }
  void look().catch(console.error)
  const unlisten = shell.startListening({ actionCreator: opened, effect: look })
  return () => {
    hasEnded = true
    unlisten()
    end?.()
  }
}
