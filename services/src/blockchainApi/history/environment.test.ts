import type { CaipNetworkId } from '@portico/contracts'
import { History, historyPath } from '@portico/contracts/services/history'
import { object, parse, safeParse } from 'valibot'
import { replaying, startFakeRest } from '../../../testing/fakeRest.ts'
import { createApp } from '../../http/createApp.ts'
import { createLog } from '../../log.ts'
import { createKnownProjects } from '../../projectConfig/knownProjects.ts'
import { sampleFeatures } from '../../projectConfig/seedProject.ts'
import { blockchainApi } from '../blockchainApi.ts'
import { blockchainEnvironment, blockchainOptions } from '../environment.ts'
import { historyEnvironment, historyOptions } from './environment.ts'
import esploraFixture from './fixtures/esploraTransactions.json' with { type: 'json' }

const read = (values: Readonly<Record<string, string>>) => safeParse(object(historyEnvironment), values)

test('the list of indexed chains ignores duplicates', () => {
  const { output, success } = read({ HISTORY_INDEXED_CHAINS: 'eip155:31337, eip155:31338,eip155:31337' })
  expect(success && historyOptions(output)).toEqual({ indexed: ['eip155:31337', 'eip155:31338'] })
  expect(read({}).success).toBe(true)
})

test.each(['31337', 'eip155:31337,', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', ','])(
  '%s is not a valid list of indexed chains',
  (text) => {
    expect(read({ HISTORY_INDEXED_CHAINS: text }).success).toBe(false)
  },
)

test('an Esplora that is configured for balances also provides the history', async () => {
  const BITCOIN: CaipNetworkId = 'bip122:000000000019d6689c085ae165831e93'
  const id = '0'.repeat(31) + 1
  const esplora = await startFakeRest(replaying([esploraFixture]))
  try {
    const values = parse(object(blockchainEnvironment), { ESPLORA_UPSTREAMS: `${BITCOIN}=${esplora.url.origin}` })
    const log = createLog('error', () => {})
    const project = { id, isAnalyticsEnabled: false, features: sampleFeatures, remotes: {}, allowedOrigins: [] }
    const surroundings = {
      // No test in this file reads names.
      db: undefined as never,
      projects: createKnownProjects(async () => project),
      log,
      signal: new AbortController().signal,
    }
    const app = createApp(log).route('/', blockchainApi(surroundings, blockchainOptions(values)))
    const path = historyPath(esploraFixture.path.split('/')[2] ?? '')
    const answer = await app.request(`${path}?projectId=${id}&chainId=${BITCOIN}`)
    expect(parse(History, await answer.json()).data).toHaveLength(esploraFixture.body.length)
  } finally {
    await esplora.close()
  }
})
