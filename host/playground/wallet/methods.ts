import { type GenericSchema, type InferOutput, looseObject, optional, string, tuple } from 'valibot'
import { type Address, createClient, type Hex, hexToBigInt, http, isHex, numberToHex } from 'viem'
import { sendTransaction } from 'viem/actions'
import type { Behaviour } from './behaviour.ts'
import { addFailed, disconnected, switchError, unauthorized, unknownChain } from './providerError.ts'
import { readParams } from './readParams.ts'
import type { WalletState } from './walletState.ts'

interface Surroundings {
  readonly state: WalletState
  readonly behaviour: Behaviour
  /** Resolves when the visitor approves. */
  ask(): Promise<void>
}

type Method = (params: unknown, surroundings: Surroundings) => unknown

const AddChain = tuple([looseObject({ chainId: string(), rpcUrls: tuple([string()]) })])
const SwitchChain = tuple([looseObject({ chainId: string() })])
const Transaction = tuple([
  looseObject({
    from: string(),
    to: optional(string()),
    data: optional(string()),
    value: optional(string()),
    gas: optional(string()),
  }),
])

/** A method with validated parameters; extra ones are ignored, as in real wallets. */
function withParams<S extends GenericSchema>(
  name: string,
  schema: S,
  run: (params: InferOutput<S>, surroundings: Surroundings) => unknown,
): Method {
  return (given, surroundings) => run(readParams(name, schema, given), surroundings)
}

async function requestPermission({ state, ask }: Surroundings) {
  if (!state.exposed.length) {
    await ask()
    state.permit()
  }
}

const permissions = ({ state }: Surroundings) =>
  state.exposed.length
    ? [{ parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: state.exposed }] }]
    : []

/** @throws ProviderError 4100 unless the site may use that account */
function assertExposed(address: string, { exposed }: WalletState) {
  if (!exposed.some((known) => known.toLowerCase() === address.toLowerCase())) throw unauthorized()
}

/** Methods that the wallet answers itself; all others are passed to the chain. */
export const methods: Record<string, Method> = {
  eth_accounts: (_, { state }) => state.exposed,

  eth_requestAccounts: async (_, surroundings) => {
    await requestPermission(surroundings)
    return surroundings.state.exposed
  },

  eth_chainId: (_, { state }) => numberToHex(state.chainId),

  wallet_getPermissions: (_, surroundings) => permissions(surroundings),

  wallet_requestPermissions: async (_, surroundings) => {
    await surroundings.ask()
    surroundings.state.permit()
    return permissions(surroundings)
  },

  wallet_revokePermissions: (_, { state }) => {
    state.revoke()
    return null
  },

  wallet_switchEthereumChain: withParams(
    'wallet_switchEthereumChain',
    SwitchChain,
    async ([{ chainId }], { state, behaviour, ask }) => {
      const id = Number(chainId)
      if (id === state.chainId) return null
      const { switchErrorCode } = behaviour
      if (switchErrorCode !== undefined && !state.hasAdded(id)) throw switchError(switchErrorCode, behaviour)
      if (!state.rpcUrl(id)) throw unknownChain()
      await ask()
      state.setChain(id)
      return null
    },
  ),

  wallet_addEthereumChain: withParams(
    'wallet_addEthereumChain',
    AddChain,
    async ([{ chainId, rpcUrls }], { state, behaviour, ask }) => {
      await ask()
      if (behaviour.addErrorCode !== undefined) throw addFailed(behaviour.addErrorCode)
      state.addChain(Number(chainId), rpcUrls[0])
      if (behaviour.addSwitches) state.setChain(Number(chainId))
      return null
    },
  ),

  personal_sign: withParams(
    'personal_sign',
    tuple([string(), string()]),
    async ([message, address], { state, ask }) => {
      assertExposed(address, state)
      await ask()
      return state.account.signMessage({ message: isHex(message) ? { raw: message } : message })
    },
  ),

  eth_signTypedData_v4: withParams(
    'eth_signTypedData_v4',
    tuple([string(), string()]),
    async ([address, typedData], { state, ask }) => {
      assertExposed(address, state)
      await ask()
      return state.account.signTypedData(JSON.parse(typedData))
    },
  ),

  eth_sendTransaction: withParams('eth_sendTransaction', Transaction, async ([transaction], { state, ask }) => {
    const { from, to, data, value, gas } = transaction
    assertExposed(from, state)
    const rpcUrl = state.rpcUrl()
    if (!rpcUrl) throw disconnected(state.chainId)
    await ask()
    return sendTransaction(createClient({ account: state.account, transport: http(rpcUrl) }), {
      chain: null,
      to: to as Address | undefined,
      data: data as Hex | undefined,
      value: value ? hexToBigInt(value as Hex) : undefined,
      gas: gas ? hexToBigInt(gas as Hex) : undefined,
    })
  }),
}
