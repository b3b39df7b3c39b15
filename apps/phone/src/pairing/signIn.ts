import type { WalletKitTypes } from '@reown/walletkit'
import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import { signEvmMessage } from '../families/eip155.ts'
import { accountId, families } from '../families/families.ts'
import { unsupportedChains } from '../requestError.ts'
import type { Choice } from '../state.ts'
import type { Kit } from './startKit.ts'

/**
 * Signs one-click sign-in (CACAO, `eip191`) for every network that is requested and chosen.
 * @throws RequestError 5100 if there is no such network
 */
export async function signIn(
  kit: Kit,
  { id, params }: WalletKitTypes.SessionAuthenticate,
  networks: readonly string[],
  { accounts: [account = 0] }: Choice,
): Promise<void> {
  if (networks.length === 0) throw unsupportedChains()
  const request = populateAuthPayload({
    authPayload: params.authPayload,
    chains: [...networks],
    methods: [...families.eip155.methods],
  })
  const auths = await Promise.all(
    networks.map(async (networkId) => {
      const iss = `did:pkh:${accountId(networkId, account)}`
      const message = kit.formatAuthMessage({ request, iss })
      return buildAuthObject(request, { t: 'eip191', s: await signEvmMessage(account, message) }, iss)
    }),
  )
  await kit.approveSessionAuthenticate({ id, auths })
}
