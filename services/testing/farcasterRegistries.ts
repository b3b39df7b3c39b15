import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import idRegistry from '@portico/local/chains/artifacts/TestIdRegistry.json'
import keyRegistry from '@portico/local/chains/artifacts/TestKeyRegistry.json'
import { FARCASTER_ACCOUNTS } from '@portico/local/chains/farcasterContracts'
import { developmentAccount } from '@portico/local/chains/seedFarcaster'
import { type Abi, type Address, decodeFunctionData, encodeAbiParameters, encodeFunctionResult, type Hex } from 'viem'
import { FARCASTER_CONTRACTS } from '../src/login/farcaster/registries.ts'

/** A fake node with Farcaster's two registries, which contain the accounts of the local chain. */
export async function startFarcasterRegistries() {
  let isDown = false
  let keyState = 1
  const keyOf = (index: number) => encodeAbiParameters([{ type: 'address' }], [developmentAccount(index).address])
  function call(to: Address, data: Hex): Hex {
    const abi = (to.toLowerCase() === FARCASTER_CONTRACTS.idRegistry.toLowerCase() ? idRegistry : keyRegistry)
      .abi as Abi
    const { functionName, args = [] } = decodeFunctionData({ abi, data })
    const owner = FARCASTER_ACCOUNTS.find(({ custody }) => developmentAccount(custody).address === args[0])
    const isKey = FARCASTER_ACCOUNTS.some(
      ({ fid, authAddress }) => authAddress !== undefined && BigInt(fid) === args[0] && keyOf(authAddress) === args[1],
    )
    const result =
      functionName === 'idOf'
        ? BigInt(owner?.fid ?? 0)
        : isKey
          ? { state: keyState, keyType: 2 }
          : { state: 0, keyType: 0 }
    return encodeFunctionResult({ abi, functionName, result })
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { id, params } = JSON.parse(Buffer.concat(chunks).toString()) as {
      id: number
      params: [{ to: Address; data: Hex }]
    }
    if (isDown) response.writeHead(503).end()
    else
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ jsonrpc: '2.0', id, result: call(params[0].to, params[0].data) }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/key-of-the-node`,
    down(is: boolean) {
      isDown = is
    },
    /** 1: added, 2: removed */
    keysAre(state: number) {
      keyState = state
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
