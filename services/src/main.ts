import { readEnvironment } from './environment.ts'
import { startServices } from './index.ts'

async function main() {
  const services = await startServices(readEnvironment(process.env))
  const stop = () => void services.close()
  // Once: a second Ctrl-C ends the process where it stands.
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

main().catch((error: Error) => {
  process.stderr.write(`The services did not start: ${error.message}\n`)
  process.exitCode = 1
})
