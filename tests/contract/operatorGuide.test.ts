import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ID, type RunningServices, TOKENS } from '../../services/testing/runServices'
import { commandsOf, isPrinted, play } from '../support/playGuide.ts'
import { type CheckingServices, indexFields, RELEASE, startCheckingServices } from '../support/publishIndex.ts'

/** Every command of the operator guide, in its order, prints what the guide says. */

let checking: CheckingServices
let services: RunningServices

beforeAll(async () => {
  checking = await startCheckingServices(
    (folder) => {
      const receive = {
        channels: { stable: ['1.0.0'], beta: ['1.0.0'] },
        versions: { '1.0.0': RELEASE, '1.1.0': RELEASE },
      }
      const index = { ...indexFields(), remotes: { receive } }
      writeFileSync(join(folder, 'release-index.txt'), `signatures\n${JSON.stringify(index)}`)
    },
    { CONSOLE_ORIGIN: 'http://localhost:4304' },
  )
  services = checking.services
}, 60_000)
afterAll(() => checking?.stop())

const environment = () => ({
  PORTICO_SERVICES_URL: services.url,
  PORTICO_ADMIN_TOKEN: TOKENS.all,
  PORTICO_PROJECT_ID: PROJECT_ID,
  TOKEN: TOKENS.all,
})

/** Visitors of a site open the modal: the guide's report counts them. */
async function visit(event: string): Promise<void> {
  const body = JSON.stringify({
    eventId: randomUUID(),
    url: 'http://localhost/',
    domain: 'localhost',
    timestamp: Date.now(),
    props: { type: 'track', event, properties: {} },
  })
  const query = `projectId=${PROJECT_ID}&st=appkit&sv=react-core-1.7.19`
  expect((await fetch(`${services.url}/e?${query}`, { method: 'POST', body })).ok).toBe(true)
}

async function untilCounted(): Promise<void> {
  for (const event of ['INITIALIZE', 'INITIALIZE', 'MODAL_OPEN']) await visit(event)
  // The services write counts after a moment.
  for (let tries = 0; tries < 60; tries++) {
    if (/INITIALIZE +2\nMODAL_OPEN +1/.test(await play('npm run project -- analytics', environment()))) return
  }
  throw new Error('The events are not counted.')
}

test('every command of the guide prints what the guide says', async () => {
  const commands = commandsOf('operator.md')
  expect(commands.length).toBeGreaterThan(20)
  const wrong: string[] = []
  for (const { command, output } of commands) {
    if (command === 'npm run project -- analytics') await untilCounted()
    const there = command.replace('http://localhost:4302', services.url)
    const printed = await play(there, environment())
    if (!isPrinted(printed, output)) wrong.push(`$ ${command}\n${printed}`)
  }
  expect(wrong.join('\n\n')).toBe('')
}, 180_000)
