/** One Ctrl-C arrives several times: from the terminal, and from npm and the shell in between, which pass it on. */
const SAME_SIGNAL_MS = 1_000

/**
 * Calls `stop` at the first signal. A later signal ends the process at once, unless it is the same Ctrl-C again. With a
 * handler that listens only once, the same Ctrl-C would end the process while `stop` is running.
 * @param {() => Promise<void>} stop ends the process
 */
export function stopOnSignal(stop) {
  /** @type {number | undefined} */
  let since
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (since !== undefined && performance.now() - since > SAME_SIGNAL_MS) process.exit(1)
      if (since !== undefined) return
      since = performance.now()
      void stop()
    })
  }
}
