import networks from '../../services/data/networks.json' with { type: 'json' }
import { KNOWN_NETWORKS } from '../../services/secureFrame/src/rpc/networks.ts'

const described = new Map(networks.map((network) => [network.caip2, network]))

test.each([...KNOWN_NETWORKS])('the frame and the directory agree about %s', (id, { name, native, isTestnet }) => {
  const { symbol, decimals } = described.get(id)?.native_currency ?? {}
  expect({ name, native, isTestnet }).toEqual({
    name: described.get(id)?.name,
    native: { symbol, decimals },
    isTestnet: described.get(id)?.testnet,
  })
})
