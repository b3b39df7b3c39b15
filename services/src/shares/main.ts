import { readShareEnvironment } from './environment.ts'
import { startShareStore } from './startShareStore.ts'

/** One share store as a process: `SHARE_STORE` says which. */
async function main() {
  const starting = startShareStore(readShareEnvironment(process.env))
  // Also while it starts: a database that is being made is not left half done.
  const stop = () =>
    void starting.then(
      (store) => store.close(),
      () => {},
    )
  // Once: a second Ctrl-C ends the process where it stands.
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  await starting
}

main().catch((error: Error) => {
  process.stderr.write(`The share store did not start: ${error.message}\n`)
  process.exitCode = 1
})
