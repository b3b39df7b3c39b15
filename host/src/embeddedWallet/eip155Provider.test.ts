import { type Connection, ModalError } from '@portico/contracts'
import type { EmbeddedWalletErrorCode } from '@portico/contracts/embeddedWallet/errorTexts'
import { translate } from '../chains/walletErrors.ts'
import { createEip155Provider } from './eip155Provider.ts'
import { frameError } from './frameErrors.ts'

const CONNECTION: Connection = {
  connectorId: 'email',
  caipNetworkId: 'eip155:1',
  accounts: [{ address: `0x${'11'.repeat(20)}` }],
}

/** The error that a site gets through the provider. */
async function thrown(failure: unknown): Promise<Error & { readonly code?: number }> {
  const provider = createEip155Provider({ request: () => Promise.reject(failure) }, () => CONNECTION)
  return provider.request({ method: 'eth_sendTransaction', params: [] }).then(
    () => Promise.reject(new Error('It was answered.')),
    (error) => error,
  )
}

test.each<[string, EmbeddedWalletErrorCode]>([
  ['is sent and not mined yet', 'frame.stillPending'],
  ['may have been sent when the frame stopped', 'frame.stopped'],
  ['has failed on the chain', 'frame.reverted'],
  ['was not sent', 'frame.fundsMissing'],
])('for a transaction that %s, the site gets a numeric code, and the modal keeps our own', async (_, code) => {
  const error = await thrown(frameError(code))
  expect(error.code).toEqual(expect.any(Number))
  const translated = translate(error, { rejected: 'connection.requestRejected', otherwise: 'connection.requestFailed' })
  expect(translated).toMatchObject({ code, message: error.message })
})

test('an unknown error is reported as a failed request to the wallet', async () => {
  const error = await thrown(new Error('what'))
  const translated = translate(error, { rejected: 'connection.requestRejected', otherwise: 'connection.requestFailed' })
  expect(translated.code).toBe('connection.requestFailed')
  expect(translated).toBeInstanceOf(ModalError)
})
