/**
 * Runs a process until a supervisor or Ctrl-C ends it. A failed start prints one sentence to standard error, and exits
 * with code 1.
 * @param name the subject of that sentence: `The services`
 */
export async function runProcess(name: string, start: () => Promise<{ close(): Promise<void> }>): Promise<void> {
  // Only the process's own user can read the files that it writes.
  process.umask(0o077)
  try {
    const starting = start()
    // Registered before the start is complete, so that a signal neither interrupts the creation of the database nor is
    // lost: the first process of a container ignores unhandled signals. A failed start is reported below.
    const stop = () =>
      void starting.then(
        (running) => running.close(),
        () => {},
      )
    // `once`, so that a second Ctrl-C ends the process immediately.
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
    await starting
  } catch (error) {
    process.stderr.write(`${name} did not start: ${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
}
