import { once } from 'node:events'
import { createServer } from 'node:net'
import { localPorts } from '../../../scripts/local.mjs'
import { findFreeOffset } from '../../../scripts/stack/ports.mjs'
import { startStack } from '../../../scripts/stack.mjs'

const occupy = async (port: number) => {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

test('a free offset leaves every port free', async () => {
  const { remotes, ...others } = localPorts(await findFreeOffset())
  const servers = await Promise.all([...Object.values(others), ...Object.values(remotes)].map(occupy))
  for (const server of servers) server.close()
})

test('a port in use ends the start with one sentence that names it and PORT_OFFSET', async () => {
  const offset = await findFreeOffset()
  const port = Number(localPorts(offset).remotes.pay)
  const server = await occupy(port)
  try {
    await expect(startStack({ offset })).rejects.toThrow(
      `Port ${port} (remote pay) is in use: end the program that uses it, or set PORT_OFFSET`,
    )
  } finally {
    server.close()
  }
})
