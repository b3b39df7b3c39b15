import { Refused } from '../messages/channel.ts'
import { createShareStore } from './shareStore.ts'
import { StoreRefusal, StoreUnavailable } from './storeErrors.ts'

const ID = '11111111-1111-4111-8111-111111111111'
const refusal = (code: string, status: number, headers = {}) =>
  Response.json({ error: { code, message: 'No.' } }, { status, headers })

function storeThat(...answers: (Response | Error)[]) {
  const requests: string[] = []
  const store = createShareStore({
    name: 'auth',
    url: 'https://auth.example',
    headersFor: async (name, method, path) => ({ authorization: `DPoP ${name} ${method} ${path}` }),
    fetch: async (input, init) => {
      requests.push(`${new Headers(init?.headers).get('authorization')} ${String(input)} ${init?.credentials}`)
      const answer = answers.shift()
      if (answer instanceof Response) return answer
      throw answer ?? new TypeError('Failed to fetch')
    },
  })
  return { store, requests }
}

test('a request has its own tokens, and no cookies', async () => {
  const { store, requests } = storeThat(Response.json({ current: ID, next: null }))
  expect(await store.rotate({ step: 'commit', splitId: ID })).toEqual({ current: ID, next: null })
  expect(requests).toEqual(['DPoP auth PUT /shares/rotate https://auth.example/shares/rotate omit'])
})

test.each(['assertion.stale', 'assertion.used', 'proof.used'])('after %s the request is sent again', async (code) => {
  const { store, requests } = storeThat(refusal(code, 401), Response.json({ current: ID, next: null }))
  await store.rotate({ step: 'commit', splitId: ID })
  expect(requests).toHaveLength(2)
  const again = storeThat(refusal(code, 401), refusal(code, 401))
  await expect(again.store.release()).rejects.toBeInstanceOf(StoreRefusal)
})

test('a refusal keeps its code and its retry time', async () => {
  const { store } = storeThat(refusal('link.tooOften', 429, { 'Retry-After': '17' }))
  await expect(store.mailLink()).rejects.toMatchObject({ code: 'link.tooOften', retryAfterS: 17 })
})

test.each<[string, Response | Error]>([
  ['no connection', new TypeError('Failed to fetch')],
  ['too many requests', refusal('rate.limited', 429)],
  ['a server that has failed', refusal('server.failed', 500)],
  ['a foreign page', new Response('<html>', { status: 200 })],
  ['a foreign error', new Response('{}', { status: 404 })],
  ['an answer without shares', Response.json({ current: null })],
  ['an endless answer', new Response(`"${'a'.repeat(9_000)}"`)],
])('%s means that the store is unreachable, not that there is no wallet', async (_, answer) => {
  const { store } = storeThat(answer)
  await expect(store.release()).rejects.toBeInstanceOf(StoreUnavailable)
})

test('a visitor who is no longer signed in is reported as not connected', async () => {
  const store = createShareStore({
    name: 'recovery',
    url: 'https://recovery.example',
    headersFor: async () => {
      throw new Refused('notConnected')
    },
  })
  await expect(store.release()).rejects.toMatchObject({ failure: 'notConnected' })
})

function storeWithTokens(fetchAnswers: Response[], more: { demand?: () => Promise<void> } = {}) {
  const waiting: ((token: string) => void)[] = []
  const used: string[] = []
  const store = createShareStore({
    name: 'auth',
    url: 'https://auth.example',
    headersFor: (_, method, path) =>
      new Promise((resolve, reject) => {
        waiting.push((token) =>
          token ? resolve({ authorization: `${token} ${method} ${path}` }) : reject(new Refused('keyUnavailable')),
        )
      }),
    fetch: async (_, init) => {
      used.push(new Headers(init?.headers).get('authorization') ?? '')
      return fetchAnswers.shift() ?? Response.json({ current: ID, next: null })
    },
    ...more,
  })
  return { store, waiting, used }
}
const commit = { step: 'commit', splitId: ID } as const
/** Answers each waiting token request with the next token; `''` refuses. */
function answerTokens(waiting: ((token: string) => void)[], ...tokens: string[]) {
  const requests = setInterval(() => {
    const token = waiting.length > 0 ? tokens.shift() : undefined
    if (token !== undefined) waiting.shift()?.(token)
    if (tokens.length === 0) clearInterval(requests)
  })
  return () => clearInterval(requests)
}

test('tokens for upcoming calls are requested together; each token is used once, for its own call', async () => {
  const { store, waiting, used } = storeWithTokens([])
  store.expect('rotate', 2)
  store.expect('rotate', 2)
  store.expect('put')
  expect(waiting).toHaveLength(3)
  for (const [index, answer] of waiting.splice(0).entries()) answer(`t${index}`)
  await store.put({ splitId: ID, share: 'a'.repeat(22) })
  await store.rotate(commit)
  await store.rotate(commit)
  expect(waiting).toHaveLength(0)
  const stop = answerTokens(waiting, 't3')
  await store.rotate(commit)
  stop()
  expect(used).toEqual(['t2 PUT /shares', 't0 PUT /shares/rotate', 't1 PUT /shares/rotate', 't3 PUT /shares/rotate'])
})

test('a token that could not be requested ahead, or has become too old, is requested again', async () => {
  const { store, waiting, used } = storeWithTokens([refusal('assertion.stale', 401)])
  store.expect('rotate', 3)
  for (const [index, answer] of waiting.splice(0).entries()) answer(index === 0 ? '' : `old${index}`)
  const stop = answerTokens(waiting, 'new', 'newer')
  // `new` is refused as stale; then none of the tokens that were requested ahead is tried.
  await store.rotate(commit)
  stop()
  expect(used).toEqual(['new PUT /shares/rotate', 'newer PUT /shares/rotate'])
})

test('a token that was requested ahead is not used after another visitor has signed in', async () => {
  let isOther = false
  const demand = async () => {
    if (isOther) throw new Refused('notConnected')
  }
  const { store, waiting, used } = storeWithTokens([], { demand })
  store.expect('rotate')
  waiting.shift()?.('t0')
  isOther = true
  await expect(store.rotate(commit)).rejects.toMatchObject({ failure: 'notConnected' })
  expect(used).toEqual([])
})
