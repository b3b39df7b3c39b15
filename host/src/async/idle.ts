/** The longest wait for a busy page. */
const IDLE_LIMIT_MS = 2_000
/** Safari has no idle callback. */
const WITHOUT_IDLE_MS = 200

/** Calls `run` when the page has nothing else to do. */
export const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: IDLE_LIMIT_MS })
  else setTimeout(run, WITHOUT_IDLE_MS)
}

/** Calls `run` once the next frame is painted and the page is idle: for work that no visitor sees. */
export const whenPainted = (run: () => void) => void requestAnimationFrame(() => whenIdle(run))

/** Calls `run` right after the next frame, even on a busy page: sending requests takes milliseconds on a slow phone. */
export const afterFrame = (run: () => void) => void requestAnimationFrame(() => setTimeout(run))
