import type { ConvertUpstream } from './convertUpstream.ts'
import { rememberTokens } from './rememberTokens.ts'

test('a network’s list of tokens is fetched at most once a minute, but again after a failure', async () => {
  let now = 0
  let fails = true
  const requests: string[] = []
  const upstream: Pick<ConvertUpstream, 'tokens'> = {
    async tokens(caipNetworkId) {
      requests.push(caipNetworkId)
      if (fails) throw new Error('no answer')
      return []
    },
  }
  const { tokens } = rememberTokens(upstream as ConvertUpstream, () => now)
  const { signal } = new AbortController()
  await expect(tokens('eip155:1', signal)).rejects.toThrow('no answer')
  fails = false
  await tokens('eip155:1', signal)
  now = 59_999
  await tokens('eip155:1', signal)
  await tokens('eip155:10', signal)
  now = 60_000
  await tokens('eip155:1', signal)
  expect(requests).toEqual(['eip155:1', 'eip155:1', 'eip155:10', 'eip155:1'])
})
