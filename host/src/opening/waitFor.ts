import type { WaitFor } from '../connections/reconnect.ts'
import type { ModalShell } from '../modalShell.ts'

/** Waits until the state meets a condition. Resolves with false on time-out, or when the modal is disposed of. */
export const createWaitFor =
  ({ store, services: { life } }: Pick<ModalShell, 'store' | 'services'>): WaitFor =>
  (condition, timeoutMs) =>
    new Promise((resolve) => {
      if (condition(store.getState())) return resolve(true)
      const stop = (isMet: boolean) => {
        clearTimeout(timer)
        unsubscribe()
        life.removeEventListener('abort', end)
        resolve(isMet)
      }
      const end = () => stop(false)
      const timer = setTimeout(end, timeoutMs)
      const unsubscribe = store.subscribe(() => condition(store.getState()) && stop(true))
      life.addEventListener('abort', end)
    })
