import type { CaipNetworkId } from '@portico/contracts'
import { createLog } from '@portico/services/log'
import type { Deliver } from '../deliveries/deliver.ts'
import { createSessions, type SessionDraft } from './sessions.ts'

const NETWORK: CaipNetworkId = 'eip155:31337'
const draft: SessionDraft = {
  caipNetworkId: NETWORK,
  networkName: 'Local',
  sum: '1 ETH',
  delivery: { to: '0x000000000000000000000000000000000000dEaD', amount: 1n },
}
const PAY_MS = 15 * 60_000
const KEPT_MS = 60 * 60_000

let now = 0
let sent: number
const deliver: Deliver = {
  takes: async () => true,
  async send(_, onSent) {
    sent++
    onSent('0xabc')
  },
}
const sessionsOver = (chain: Deliver) =>
  createSessions({ deliveries: new Map([[NETWORK, chain]]), log: createLog('error') }, () => now)

beforeEach(() => {
  now = 0
  sent = 0
})

test('a payment is open until it is paid, and is paid once', async () => {
  const sessions = sessionsOver(deliver)
  const { id, phase } = sessions.add(draft)
  expect(phase).toBe('open')
  await Promise.all([sessions.pay(id), sessions.pay(id)])
  expect([sessions.find(id), sent]).toMatchObject([{ phase: 'delivered', txHash: '0xabc' }, 1])
})

test('a payment that failed after sending keeps its transaction', async () => {
  const sessions = sessionsOver({
    ...deliver,
    async send(delivery, onSent) {
      await deliver.send(delivery, onSent)
      throw new Error('The transaction was reverted')
    },
  })
  const { id } = sessions.add(draft)
  await sessions.pay(id)
  expect(sessions.find(id)).toMatchObject({ phase: 'failed', txHash: '0xabc' })
})

test('a declined payment cannot be paid, and a paid one cannot be declined', async () => {
  const sessions = sessionsOver(deliver)
  const [one, other] = [sessions.add(draft), sessions.add(draft)]
  sessions.decline(one.id)
  await sessions.pay(one.id)
  await sessions.pay(other.id)
  sessions.decline(other.id)
  expect([one, other].map(({ id }) => sessions.find(id).phase)).toEqual(['declined', 'delivered'])
  expect(sent).toBe(1)
})

test('an expired payment cannot be paid any more', async () => {
  const sessions = sessionsOver(deliver)
  const { id } = sessions.add(draft)
  now = PAY_MS - 1
  expect(sessions.find(id).phase).toBe('open')
  now = PAY_MS
  expect(sessions.find(id).phase).toBe('over')
  await expect(sessions.pay(id)).rejects.toMatchObject({ code: 'payments.sessionOver' })
  expect(sent).toBe(0)
})

test('an old payment is reported as unknown, like one that never existed', () => {
  const sessions = sessionsOver(deliver)
  const { id } = sessions.add(draft)
  now = KEPT_MS
  const unknown = expect.objectContaining({ code: 'payments.unknownSession' })
  expect(() => sessions.find(id)).toThrow(unknown)
  expect(() => sessions.decline('another')).toThrow(unknown)
})
