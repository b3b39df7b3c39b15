import { onceLoaded } from '@portico/contracts/onceLoaded'
import type { Handlers } from '../messages/channel.ts'
import { lazyHandlers } from './lazyHandlers.ts'

const asking = { origin: 'https://shop.example', signal: new AbortController().signal }

test('handlers are loaded once; if that fails, the next request loads them again', async () => {
  let loads = 0
  const load = onceLoaded(async () => {
    loads += 1
    if (loads === 1) throw new Error('offline')
    return { GET_CHAIN_ID: async () => ({ chainId: loads }) } as unknown as Handlers
  })
  const heard: string[] = []
  const { GET_CHAIN_ID } = lazyHandlers(load, ({ origin }) => heard.push(origin))
  await expect(GET_CHAIN_ID(undefined, asking)).rejects.toThrow('offline')
  expect(await Promise.all([GET_CHAIN_ID(undefined, asking), GET_CHAIN_ID(undefined, asking)])).toEqual([
    { chainId: 2 },
    { chainId: 2 },
  ])
  expect(heard).toHaveLength(3)
})
