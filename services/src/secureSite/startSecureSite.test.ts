import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openFreshDatabase } from '../../testing/databases.ts'
import { makeSecureSiteFolder } from '../../testing/secureSiteFolder.ts'
import { createApp } from '../http/createApp.ts'
import { createListener } from '../http/createListener.ts'
import { createLog } from '../log.ts'
import { configApi } from '../projectConfig/configApi.ts'
import { seedProject } from '../projectConfig/seedProject.ts'
import { startSecureSite } from './startSecureSite.ts'

const SHOP = '0'.repeat(31) + 1

const { folder, remove } = makeSecureSiteFolder()
afterAll(remove)

/** Serves the configuration of projects over real HTTP. @param port 0 picks a free port */
async function startServices(database: Awaited<ReturnType<typeof openFreshDatabase>>, port = 0) {
  const log = createLog('error', () => {})
  const server = createServer(createListener(createApp(log).route('/', configApi(database.db)), log))
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

test('a secure site that cannot get the allowed pages is not ready, and logs the reason once', async () => {
  const database = await openFreshDatabase(createLog('error'))
  await seedProject(database.db, { projectId: SHOP })
  const services = await startServices(database)
  const lines: string[] = []
  const site = await startSecureSite(
    {
      port: 0,
      hostname: '127.0.0.1',
      folder,
      settings: {
        services: `http://127.0.0.1:${services.port}`,
        shares: { auth: 'https://auth.example', recovery: 'https://recovery.example' },
        bundlers: {},
        isDevelopment: false,
      },
    },
    // This is the default log level.
    { log: createLog('error', (line) => lines.push(line)) },
  )
  const statusOf = async (path: string) => (await fetch(`${site.url}${path}`)).status
  expect([await statusOf('/readyz'), lines]).toEqual([200, []])

  await services.stop()
  expect([await statusOf(`/sdk?projectId=${SHOP}`), await statusOf('/readyz')]).toEqual([503, 503])
  expect(await (await fetch(`${site.url}/readyz`)).text()).toContain('Not ready: no answer from the services')

  const again = await startServices(database, services.port)
  expect([await statusOf('/readyz'), await statusOf(`/sdk?projectId=${SHOP}`)]).toEqual([200, 200])
  expect(lines.map((line) => JSON.parse(line).message)).toEqual([
    'the services that name the pages of each project do not answer',
    'the services that name the pages of each project answer again',
  ])
  await site.close()
  await again.stop()
  await database.close()
}, 60_000)
