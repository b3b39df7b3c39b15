import { object, safeParse } from 'valibot'
import { historyEnvironment, historyOptions } from './environment.ts'

const read = (values: Readonly<Record<string, string>>) => safeParse(object(historyEnvironment), values)

test('the chains whose blocks are read are a list, each of them once', () => {
  const { output, success } = read({ HISTORY_INDEXED_CHAINS: 'eip155:31337, eip155:31338,eip155:31337' })
  expect(success && historyOptions(output)).toEqual({ indexed: ['eip155:31337', 'eip155:31338'] })
  expect(read({}).success).toBe(true)
})

test.each(['31337', 'eip155:31337,', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', ','])('%s is no such list', (text) => {
  expect(read({ HISTORY_INDEXED_CHAINS: text }).success).toBe(false)
})
