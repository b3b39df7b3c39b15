import { type Agreement, createAttempts, type Proposal } from './attempts.ts'
import type { PairedSession } from './pairedWallets.ts'

const LIMITS = { lifetimeMs: 240_000, marginMs: 10_000 }

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const authenticate = (nonce: string) => ({
  authenticate: { domain: 'shop.example', uri: 'https://shop.example/', nonce },
})

/** Wallets that agree when the test says so, each to the QR code that it has scanned. */
function phones() {
  const scanned: ((agreement: Agreement) => void)[] = []
  const accepted: Agreement[] = []
  const refused: Agreement[] = []
  let isSlow = false
  const attempts = createAttempts({
    limits: LIMITS,
    async propose(): Promise<Proposal> {
      if (isSlow) await new Promise(() => {})
      const uri = `wc:${scanned.length + 1}`
      const agreed = new Promise<Agreement>((resolve) => scanned.push(resolve))
      return { uri, agreed: () => agreed }
    },
    async accept(agreement) {
      accepted.push(agreement)
      return { topic: agreement.session.topic, connections: {} } satisfies PairedSession
    },
    refuse: (agreement) => void refused.push(agreement),
  })
  return {
    ...attempts,
    accepted,
    refused,
    becomeSlow: () => {
      isSlow = true
    },
    /** Approves in the wallet that has scanned this QR code. */
    async agree(code: number, cacaos?: Agreement['cacaos']) {
      const session = { topic: `session-${code}` } as Agreement['session']
      scanned[code - 1]?.({ session, ...(cacaos && { cacaos }) })
      await jest.advanceTimersByTimeAsync(0)
    },
  }
}

const RENEWED_MS = LIMITS.lifetimeMs - LIMITS.marginMs

/** A QR code that has been scanned and since renewed on the page. */
async function renewed() {
  const all = phones()
  const first = await all.prepare()
  const outcome = first.answer.catch(({ code }) => code)
  await jest.advanceTimersByTimeAsync(RENEWED_MS)
  const second = await all.prepare()
  expect([first.uri, second.uri, await outcome]).toEqual(['wc:1', 'wc:2', 'pairing.expired'])
  return { ...all, second }
}

test('a request that is open while the QR code is renewed can be approved until it really expires', async () => {
  const { agree, second, accepted, refused } = await renewed()
  await jest.advanceTimersByTimeAsync(LIMITS.marginMs - 1)
  await agree(1)
  expect((await second.answer).topic).toBe('session-1')
  await agree(2)
  expect(accepted.map(({ session }) => session.topic)).toEqual(['session-1'])
  expect(refused.map(({ session }) => session.topic)).toEqual(['session-2'])
})

test.each([
  ['after its expiry', async () => void (await jest.advanceTimersByTimeAsync(LIMITS.marginMs))],
  ['after the renewed code was approved', ({ agree }: { agree(code: number): Promise<void> }) => agree(2)],
  ['after the visitor has left', async ({ cancel }: { cancel(): void }) => cancel()],
])('approving the earlier QR code %s has no effect', async (_, happens) => {
  const all = await renewed()
  all.second.answer.catch(() => {})
  await happens(all)
  await all.agree(1)
  expect(all.refused.map(({ session }) => session.topic)).toEqual(['session-1'])
})

test('approving the earlier QR code while the new one is being made also answers the new one', async () => {
  const { prepare, agree, becomeSlow, accepted } = phones()
  ;(await prepare()).answer.catch(() => {})
  await jest.advanceTimersByTimeAsync(RENEWED_MS)
  becomeSlow()
  const second = prepare()
  await agree(1)
  const { uri, answer } = await second
  expect([uri, (await answer).topic]).toEqual(['wc:1', 'session-1'])
  expect(accepted).toHaveLength(1)
})

test('a message signed for the earlier QR code is dropped, because the site waits for another message', async () => {
  const { prepare, agree, accepted } = phones()
  ;(await prepare(authenticate('nonce-one'))).answer.catch(() => {})
  await jest.advanceTimersByTimeAsync(RENEWED_MS)
  const { answer } = await prepare(authenticate('nonce-two'))
  await agree(1, [])
  await answer
  expect(accepted).toEqual([{ session: { topic: 'session-1' } }])
})

test('a pairing that was replaced because another message must be signed gets no answer', async () => {
  const { prepare, agree, refused } = phones()
  ;(await prepare(authenticate('nonce-one'))).answer.catch(() => {})
  ;(await prepare(authenticate('nonce-two'))).answer.catch(() => {})
  await agree(1)
  expect(refused).toHaveLength(1)
})
