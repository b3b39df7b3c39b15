import { createNonces } from './nonces.ts'

const [NETWORK, ACCOUNT] = ['eip155:1', '0x11'] as const

function counting(counts: readonly unknown[]) {
  let requests = 0
  let now = 0
  const nonces = createNonces(
    async () => counts[Math.min(requests++, counts.length - 1)] as string,
    () => now,
  )
  const use = (account: string = ACCOUNT) => nonces.use(NETWORK, account, async (nonce) => Number(nonce))
  return {
    nonces,
    use,
    pass(ms: number) {
      now += ms
    },
  }
}

test('transactions sent at the same time get consecutive nonces, even if the node lags behind', async () => {
  const { use } = counting(['0x5'])
  expect(await Promise.all([use(), use(), use()])).toEqual([5, 6, 7])
})

test('a higher nonce from the node is used', async () => {
  const { use } = counting(['0x5', '0x9'])
  expect([await use(), await use()]).toEqual([5, 9])
})

test('a sent transaction that the node never counts does not block the account forever', async () => {
  const { use, pass } = counting(['0x5'])
  expect(await use()).toBe(5)
  pass(29_999)
  expect(await use()).toBe(6)
  pass(30_000)
  expect(await use()).toBe(5)
})

test('a transaction that was not sent leaves no gap, and does not hold up the next one', async () => {
  const { nonces, use } = counting(['0x5'])
  const failed = nonces.use(NETWORK, ACCOUNT, () => Promise.reject(new Error('no')))
  const next = use()
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe(5)
})

test('each account has its own nonces, however its address is written', async () => {
  const { use } = counting(['0x5'])
  expect(await Promise.all([use('0xAB'), use('0xab'), use('0xCD')])).toEqual([5, 6, 5])
})

test('if the node gives no nonce, none is guessed', async () => {
  const { use } = counting([null])
  await expect(use()).rejects.toThrow('An error occurred')
})
