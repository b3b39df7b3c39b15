/**
 * Runs a process until a supervisor or Ctrl-C ends it. A failed start prints one sentence to standard error, and exits
 * with code 1.
 * @param name begins the sentence: `The services`
 */
export async function runProcess(name: string, start: () => Promise<{ close(): Promise<void> }>): Promise<void> {
  // Files of the process are for its own user only.
  process.umask(0o077)
  try {
    const starting = start()
    // Also during the start: a database creation is completed, and the first process of a container, which ignores
    // unhandled signals, stops in time. A failed start is reported below.
    const stop = () =>
      void starting.then(
        (running) => running.close(),
        () => {},
      )
    // Once: a second Ctrl-C ends the process immediately.
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
    await starting
  } catch (error) {
    process.stderr.write(`${name} did not start: ${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
}
