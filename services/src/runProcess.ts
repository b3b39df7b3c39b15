/**
 * Starts what a process is for, and ends it when a supervisor or Ctrl-C asks for that. What stops the start is one sentence
 * on standard error, and the exit code 1.
 * @param name begins the sentence: `The services`
 */
export async function runProcess(name: string, start: () => Promise<{ close(): Promise<void> }>): Promise<void> {
  // What the process writes is for its own user only.
  process.umask(0o077)
  try {
    const starting = start()
    // Also while it starts: a database that is being made is not left half done, and a first process of a container, which
    // no signal ends unless it listens, stops in time. A failed start is told below.
    const stop = () =>
      void starting.then(
        (running) => running.close(),
        () => {},
      )
    // Once: a second Ctrl-C ends the process where it stands.
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
    await starting
  } catch (error) {
    process.stderr.write(`${name} did not start: ${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
}
