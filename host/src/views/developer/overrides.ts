import type { ModalShell } from '../../modalShell.ts'
import { createOverride, type Override } from '../../releases/developer/createOverride.ts'

/** The override of each modal on the page, by its store. */
const overrides = new WeakMap<object, Override>()

export const overrideOf = (store: object): Override | undefined => overrides.get(store)

/** Looks for what the page is asked to run. Returns a function that ends this for good. */
export function develop(shell: ModalShell): () => void {
  const override = overrides.get(shell.store) ?? createOverride(shell)
  overrides.set(shell.store, override)
  void override.look()
  return override.dispose
}
