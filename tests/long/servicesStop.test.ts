import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_ID, runServices, spawnServices } from '../../services/testing/runServices'
import { until } from '../../services/testing/until'

jest.setTimeout(60_000)

test('a process that is asked to stop answers pending requests and accepts no new ones', async () => {
  let answer = () => {}
  const node = createServer((_, response) => {
    answer = () => response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x1' }))
    node.emit('asked')
  }).listen(0, '127.0.0.1')
  await once(node, 'listening')
  const { port } = node.address() as AddressInfo
  const services = await runServices({ RPC_UPSTREAMS: `eip155:1=http://127.0.0.1:${port}` })
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] })
  const asked = once(node, 'asked')
  const inFlight = fetch(`${services.url}/v1/?chainId=eip155:1&projectId=${PROJECT_ID}`, { method: 'POST', body })
  await asked

  const exitCode = services.stop()
  await until(() =>
    fetch(`${services.url}/healthz`, { headers: { Connection: 'close' } }).then(
      () => false,
      () => true,
    ),
  )
  answer()
  expect(await (await inFlight).json()).toMatchObject({ result: '0x1' })
  expect(await exitCode).toBe(0)
  node.close()
})

test('a process that is asked to stop while it starts leaves a usable database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-stop-'))
  const DATA_DIR = join(folder, 'data')
  const starting = spawnServices({ DATA_DIR, SEED_PROJECT_ID: PROJECT_ID })
  await until(() => existsSync(join(DATA_DIR, 'pglite')))
  starting.child.kill('SIGTERM')
  expect(await starting.exited).toBe(0)
  expect(starting.output()).toContain('"closed"')

  const next = await runServices({ DATA_DIR })
  expect((await fetch(`${next.url}/appkit/v1/config?projectId=${PROJECT_ID}`)).status).toBe(200)
  expect(await next.stop()).toBe(0)
  await rm(folder, { recursive: true })
})
