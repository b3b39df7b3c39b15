import { ethereum, polygon, solana } from '@portico/contracts/testing'
import { addressesOn, firstNetworkId, readAccess } from './sessionAccounts.ts'
import { addressesOfEvent, networkOfEvent } from './sessionEvents.ts'

const A = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const B = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const OLD = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'
const SOL = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
const networks = [ethereum, polygon, { ...solana, deprecatedCaipNetworkId: OLD } as const]

const part = (accounts: unknown, chains?: string[]) =>
  ({ accounts, methods: ['personal_sign'], events: [], ...(chains && { chains }) }) as never
const access = (namespaces: Record<string, never>, family: 'eip155' | 'solana' | 'bip122' = 'eip155') =>
  readAccess({ namespaces }, family, networks)

describe('what a session allows', () => {
  test('is limited to the networks of its chains and accounts (pitfall 51)', () => {
    const allowed = access({
      eip155: part([`eip155:1:${A}`, `eip155:10:${A}`], ['eip155:1', 'eip155:137', 'solana:x']),
    })
    expect(allowed?.networkIds).toEqual(['eip155:1', 'eip155:137', 'eip155:10'])
  })

  test('is nothing if the session has no account of the family', () => {
    expect(access({ eip155: part([], ['eip155:1']) })).toBeUndefined()
    expect(access({ solana: part([`${OLD}:${SOL}`]) })).toBeUndefined()
  })

  test.each([
    ['of another family', `solana:x:${SOL}`],
    ['not in CAIP-10 form', A],
    ['invalid addresses', 'eip155:1:0x12'],
    ['markup', 'eip155:1:<b>'],
    ['numbers', 7],
    ['null', null],
  ])('leaves out accounts that are %s', (_, account) => {
    expect(access({ eip155: part([account, `eip155:1:${A}`]) })?.accounts).toHaveLength(1)
  })

  test('is read from namespaces with a chain in their name too', () => {
    const allowed = access({ 'eip155:1': part([`eip155:1:${A}`]), 'eip155:137': part([`eip155:137:${B}`]) })
    expect(allowed?.networkIds).toEqual(['eip155:1', 'eip155:137'])
  })

  test("has the current network ids, while requests to the wallet use the wallet's own ids", () => {
    const allowed = access({ solana: part([`${OLD}:${SOL}`], [OLD]) }, 'solana')
    expect(allowed?.accounts).toEqual([{ caipNetworkId: solana.caipNetworkId, chain: OLD, address: SOL }])
    expect(allowed?.networkIds).toEqual([solana.caipNetworkId])
  })
})

describe('§4.6: the account that a session begins with', () => {
  const allowed = access({ eip155: part([`eip155:1:${A}`, `eip155:1:${B}`, `eip155:137:${B}`]) })
  if (!allowed) throw new Error('no access')

  test("is on the page's network, or else on the session's first network", () => {
    expect(firstNetworkId(allowed, ['eip155:10', 'eip155:137'])).toBe('eip155:137')
    expect(firstNetworkId(allowed, ['eip155:10'])).toBe('eip155:1')
  })

  test("is chosen from the network's own addresses, each listed once", () => {
    expect(addressesOn(allowed, 'eip155:1')).toEqual([A, B])
    expect(addressesOn(allowed, 'eip155:137')).toEqual([B])
    expect(addressesOn(allowed, 'eip155:10')).toEqual([A, B])
  })
})

describe('events of a session', () => {
  test.each([
    ['eip155:1', 137, 'eip155:137'],
    ['eip155:1', '137', 'eip155:137'],
    ['eip155:1', '0x89', 'eip155:137'],
    ['eip155:1', 'eip155:137', 'eip155:137'],
    ['eip155:137', undefined, 'eip155:137'],
    ['eip155:137', {}, 'eip155:137'],
    ['eip155:1', 'solana:x', undefined],
    ['solana:a', 'b', 'solana:b'],
    ['near:a', 'b', undefined],
    [7, 137, undefined],
  ])('chainChanged on %j with value %j means %j', (chainId, data, id) => expect(networkOfEvent(chainId, data)).toBe(id))

  test('accountsChanged may contain addresses, CAIP-10 accounts and anything else', () => {
    expect(addressesOfEvent([A, `eip155:1:${B}`, 7])).toEqual([A, B])
    expect(addressesOfEvent(A)).toEqual([A])
    expect(addressesOfEvent(undefined)).toEqual([])
  })
})
