import { tameClient } from './tameClient.ts'

/** The parts of a client that we change. Like the real client, it throws when it deletes an unknown session. */
function withSessions(...topics: string[]) {
  const session = { keys: topics }
  const deleted: string[] = []
  const relay = { isAway: false }
  /** The checks that the client does not await. */
  const unheard: Promise<void>[] = []
  const check = async (topic: string) => {
    if (!session.keys.includes(topic)) throw new Error(`Record was recently deleted - session: ${topic}`)
  }
  const engine = {
    getTVFParams: () => ({ chainId: 'eip155:1' }),
    async deleteSession({ topic }: { topic: string }) {
      if (!session.keys.includes(topic)) throw new Error(`Record was recently deleted - session: ${topic}`)
      if (relay.isAway) throw new Error('the relay is away')
      deleted.push(topic)
      await Promise.resolve()
      session.keys = session.keys.filter((key) => key !== topic)
    },
    async onSessionDeleteRequest(topic: string, _request: object) {
      unheard.push(check(topic))
      await engine.deleteSession({ topic })
    },
  }
  tameClient({ engine, session } as unknown as Parameters<typeof tameClient>[0])
  return { engine, deleted, relay, unheard }
}

test('a session whose end is reported twice ends once, without an error', async () => {
  const { engine, deleted } = withSessions('one', 'two')
  await Promise.all([engine.deleteSession({ topic: 'one' }), engine.deleteSession({ topic: 'one' })])
  await engine.deleteSession({ topic: 'one' })
  await engine.deleteSession({ topic: 'two' })
  expect(deleted).toEqual(['one', 'two'])
})

test('a wallet that ends a session twice causes no error on the page', async () => {
  const { engine, deleted, unheard } = withSessions('one')
  await engine.onSessionDeleteRequest('one', {})
  await engine.onSessionDeleteRequest('one', {})
  expect(deleted).toEqual(['one'])
  await expect(Promise.all(unheard)).resolves.toBeDefined()
})

test('a session that could not be ended can still be ended later', async () => {
  const { engine, deleted, relay } = withSessions('one')
  relay.isAway = true
  await expect(engine.deleteSession({ topic: 'one' })).rejects.toThrow('the relay is away')
  relay.isAway = false
  await engine.deleteSession({ topic: 'one' })
  expect(deleted).toEqual(['one'])
})

test('the relay learns nothing about requests', () => {
  expect(withSessions().engine.getTVFParams()).toEqual({})
})
