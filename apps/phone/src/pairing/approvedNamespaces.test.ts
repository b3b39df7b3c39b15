import type { Choice } from '../state.ts'
import { approvedNamespaces, readRequested } from './approvedNamespaces.ts'

const EVM = 'eip155:31337'
const SECOND = 'eip155:31338'
const SOLANA = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const known = [EVM, SECOND, SOLANA].map((id) => ({ id, name: id }))
const everything: Choice = { families: ['eip155', 'solana', 'bip122'], accounts: [0] }

const requested = readRequested({
  requiredNamespaces: {},
  optionalNamespaces: {
    eip155: {
      chains: [EVM, SECOND, 'eip155:5'],
      methods: ['personal_sign', 'eth_sign'],
      events: ['chainChanged', 'x'],
    },
    solana: { chains: [SOLANA], methods: ['solana_signMessage'], events: [] },
    polkadot: { chains: ['polkadot:91b171bb158e2d3848fa23a9f1c25182'], methods: [], events: [] },
  },
})

test('a proposal is approved only for the networks, methods and events that the phone supports', () => {
  const { eip155, ...others } = approvedNamespaces(requested, everything, known)
  expect(eip155).toEqual({
    chains: [EVM, SECOND],
    accounts: [
      `${EVM}:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266`,
      `${SECOND}:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266`,
    ],
    methods: ['personal_sign'],
    events: ['chainChanged'],
  })
  expect(Object.keys(others)).toEqual(['solana'])
})

test.each<[string, Partial<Choice>, Record<string, string[] | undefined>]>([
  ['one family', { families: ['solana'] }, { solana: [SOLANA] }],
  ['one network', { networks: [SECOND] }, { eip155: [SECOND] }],
  ['a network that the phone does not know', { networks: ['eip155:5'] }, { eip155: ['eip155:5'] }],
  ['a family that was not requested', { families: ['bip122'] }, {}],
])('the owner can choose %s', (_, choice, networks) => {
  const approved = approvedNamespaces(requested, { ...everything, ...choice }, known)
  expect(Object.fromEntries(Object.entries(approved).map(([name, { chains }]) => [name, chains]))).toEqual(networks)
})

test('two accounts are approved on each network, and the active account comes first', () => {
  const { solana } = approvedNamespaces(requested, { ...everything, accounts: [1, 0] }, known)
  expect(solana?.accounts).toEqual([
    `${SOLANA}:AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD`,
    `${SOLANA}:oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96`,
  ])
})

test('required and optional namespaces are merged, even if one of them is keyed by a network', () => {
  const namespace = { methods: ['personal_sign'], events: [] }
  expect(
    readRequested({
      requiredNamespaces: { [EVM]: namespace },
      optionalNamespaces: { eip155: { ...namespace, chains: [SECOND], methods: ['eth_sendTransaction'] } },
    }),
  ).toEqual([
    {
      namespace: 'eip155',
      networks: [EVM, SECOND],
      methods: ['personal_sign', 'eth_sendTransaction'],
      events: [],
    },
  ])
})
