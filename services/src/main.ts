import { readEnvironment } from './environment.ts'
import { startServices } from './index.ts'

async function main() {
  const starting = startServices(readEnvironment(process.env))
  // Also while it starts: a database that is being made is not left half done, and a first process of a container, which
  // no signal ends unless it listens, stops in time. A failed start is told below.
  const stop = () =>
    void starting.then(
      (services) => services.close(),
      () => {},
    )
  // Once: a second Ctrl-C ends the process where it stands.
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  await starting
}

main().catch((error: Error) => {
  process.stderr.write(`The services did not start: ${error.message}\n`)
  process.exitCode = 1
})
