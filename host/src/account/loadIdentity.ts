import { type Account, BALANCE_RETRY_MS, IDENTITY_LIFETIME_S, ModalError, type Network } from '@portico/contracts'
import { nullish, object, safeParse, string } from 'valibot'
import type { Thunk } from '../connections/situation.ts'
import { ask } from '../loader/protocol.ts'
import { wireParameters } from '../project/fetchConfig.ts'
import { selectOptions } from '../settingsSlice.ts'
import { type Identity, identityCache } from './identitySlice.ts'
import { loadCached } from './loadCached.ts'

/** services.md §7.3 */
const Answer = object({ name: nullish(string()), avatar: nullish(string()) })

const NAME_MAX = 255
const AVATAR_MAX = 100_000
/** Invisible or reordering characters: control characters, bidi controls, joiners. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

function nameOf(text: string | null | undefined): string | undefined {
  const name = text?.trim()
  return name && name.length <= NAME_MAX && !INVISIBLE.test(name) ? name : undefined
}

function avatarOf(text: string | null | undefined, api: string): string | undefined {
  if (!text || text.length > AVATAR_MAX) return undefined
  if (/^data:image\/[a-z0-9.+-]+[;,]/i.test(text)) return text
  // A picture on http passes only if the services are on http too, which they are only in development.
  return URL.canParse(text) && new URL(text).origin === new URL(api).origin ? text : undefined
}

/** rules.md §9: fresh for 5 minutes. */
const load = loadCached<'identity', Identity, { readonly account: Account }>({
  cache: identityCache,
  lifetimeMs: IDENTITY_LIFETIME_S * 1_000,
  retryMs: BALANCE_RETRY_MS,
  failure: 'service.unreachable',
  async ask({ account: { address } }, { sdkVersion = '' }, state) {
    const { projectId, endpoints } = selectOptions(state)
    const query = new URLSearchParams([['sender', address], ...wireParameters(projectId, sdkVersion)])
    const response = await ask(`${endpoints.api}v1/identity/${encodeURIComponent(address)}?${query}`)
    if (!response.ok) throw new ModalError('service.status', { details: { status: response.status } })
    const answer = safeParse(Answer, await response.json())
    if (!answer.success) throw new ModalError('service.invalidAnswer')
    const name = nameOf(answer.output.name)
    const avatar = avatarOf(answer.output.avatar, endpoints.api)
    return { ...(name && { name }), ...(avatar && { avatar }) }
  },
})

/** chains.md §5.8: names exist on EVM main networks only. Requests nothing in basic mode or without a project id. */
export const loadIdentity =
  (account: Account, network: Network | undefined): Thunk<void> =>
  async (dispatch, getState, { sdkVersion }) => {
    const { projectId, basic } = selectOptions(getState())
    if (account.namespace !== 'eip155' || !network || network.testnet) return
    if (!sdkVersion || !projectId || basic) return
    await dispatch(load({ account }))
  }
