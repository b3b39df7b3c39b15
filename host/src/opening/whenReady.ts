import type { ModalShell } from '../modalShell.ts'

/** Settles once the modal is initialized. @throws ModalError as a rejection: the first error in the options */
export function whenReady({ read, store }: Pick<ModalShell, 'read' | 'store'>): Promise<void> {
  const problem = read.fatal ?? read.problems[0]
  const ready = new Promise<void>((resolve, reject) => {
    const unsubscribe = store.subscribe(() => {
      if (!store.getState().settings.isInitialized) return
      unsubscribe()
      if (problem) reject(problem)
      else resolve()
    })
  })
  ready.catch(() => {}) // only sites that call `ready()` get the rejection
  return ready
}
