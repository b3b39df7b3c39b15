import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAskProvider } from './askProvider.ts'

let server: Server | undefined
afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((closed) => (server ? server.close(closed) : closed(undefined)))
  server = undefined
})

async function at(answer: RequestListener) {
  const listening = createServer(answer)
  server = listening
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}/`
}
const ask = createAskProvider(AbortSignal.timeout(30_000))

test('an answer consists of a status and JSON; any other content is ignored', async () => {
  const url = await at((request, response) => {
    response.statusCode = request.url === '/json' ? 400 : 200
    response.end(request.url === '/json' ? '{"error":"x"}' : '<html>')
  })
  expect(await ask(`${url}json`)).toEqual({ status: 400, body: { error: 'x' } })
  expect(await ask(url)).toEqual({ status: 200, body: undefined })
})

test('a request has a user agent, and keeps the given headers', async () => {
  let heard: unknown
  const url = await at(({ headers }, response) => {
    heard = headers
    response.end('{}')
  })
  await ask(url, { headers: { Authorization: 'Bearer token' } })
  expect(heard).toMatchObject({ authorization: 'Bearer token', accept: 'application/json', 'user-agent': 'Portico' })
})

test('a silent or endless answer is abandoned', async () => {
  const silent = await at(() => {})
  await expect(createAskProvider(AbortSignal.timeout(50))(silent)).rejects.toMatchObject({ outcome: 'unavailable' })
  server?.closeAllConnections()
  server?.close()
  const endless = await at((_, response) => {
    const more = () => void response.write('x'.repeat(64_000), more)
    more()
  })
  await expect(ask(endless)).rejects.toMatchObject({ outcome: 'unavailable' })
})

test('a redirect is not followed, because it would pass on secrets', async () => {
  let isFollowed = false
  const url = await at((request, response) => {
    if (request.url === '/elsewhere') isFollowed = true
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  const failed = ask(url, { method: 'POST', body: 'client_secret=secret' })
  await expect(failed).rejects.toMatchObject({ outcome: 'unavailable', message: 'no answer' })
  expect(isFollowed).toBe(false)
})
