/** How long to wait for a busy page. */
const IDLE_LIMIT_MS = 2_000
/** Safari has no idle callback. */
const WITHOUT_IDLE_MS = 200

/** Runs when the page has nothing else to do. */
export const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: IDLE_LIMIT_MS })
  else setTimeout(run, WITHOUT_IDLE_MS)
}

/** Runs when the next frame is painted and the page is idle: for work that no visitor sees. */
export const whenPainted = (run: () => void) => void requestAnimationFrame(() => whenIdle(run))

/** Runs right after the next frame, however busy the page is: sending a request takes milliseconds on a slow phone. */
export const afterFrame = (run: () => void) => void requestAnimationFrame(() => setTimeout(run))
