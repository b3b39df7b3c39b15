import { BITCOIN_CAIP_ID, SOLANA_CAIP_ID } from '../../scripts/local.mjs'
import { isSignedBy, sign } from '../browser/support/pairedSignatures.ts'
import { connectPhone, type PhoneVisit, visitingWithPhone } from '../browser/support/phone.ts'
import { closeBrowser, VISITOR, type Visit } from '../browser/support/visit.ts'
import { SOLANA_VISITOR } from '../browser/support/wallets.ts'

afterAll(closeBrowser)

const FIRST = 'eip155:31337'
const SECOND = 'eip155:31338'

const approved = (visitor: Visit) => visitor.onPage((modal) => modal.getApprovedCaipNetworkIds())

/** The networks of the phone's signature requests. */
const signedOn = (phone: PhoneVisit) =>
  phone.does(({ log }) => log.flatMap(({ method, networkId }) => (method === 'personal_sign' ? [networkId] : [])))

test(
  'switching to an approved network does not ask the wallet, which then signs there',
  visitingWithPhone({}, async (visitor, phone) => {
    await connectPhone(visitor, phone)
    await visitor.openNetworks()
    await visitor.choose('Portico Second')
    await visitor.reads('chain-id', '31338')
    await visitor.reads('caip-address', `${SECOND}:${VISITOR}`)
    expect(await phone.asked()).toEqual([])
    const signature = await sign(visitor, 'eip155', 'on the second')
    expect(await isSignedBy(`${SECOND}:${VISITOR}`, 'on the second', signature)).toBe(true)
    expect(await signedOn(phone)).toEqual([SECOND])
    await visitor.page.reload()
    await visitor.reads('status', 'connected')
    await visitor.reads('chain-id', '31338')
  }),
)

test(
  'for a network that is not approved yet the wallet is asked, and the page switches after the approval',
  visitingWithPhone({}, async (visitor, phone) => {
    await phone.choose({ networks: [FIRST] })
    await connectPhone(visitor, phone)
    expect(await approved(visitor)).toEqual([FIRST])
    await phone.behave({ answer: 'ask' })
    await visitor.openNetworks()
    await visitor.choose('Portico Second')
    await visitor.view('SwitchNetwork').waitFor()
    await phone.does((it) => it.nextPrompt('request'))
    await visitor.reads('chain-id', '31337')
    await phone.answers('approve')
    await visitor.reads('chain-id', '31338')
    expect(await approved(visitor)).toEqual([FIRST, SECOND])
    await phone.behave({ answer: 'approve' })
    const signature = await sign(visitor, 'eip155', 'agreed')
    expect(await isSignedBy(`${SECOND}:${VISITOR}`, 'agreed', signature)).toBe(true)
    expect(await signedOn(phone)).toEqual([SECOND])
  }),
)

test(
  'a rejected switch is reported, changes nothing and can be retried',
  visitingWithPhone({}, async (visitor, phone) => {
    await phone.choose({ networks: [FIRST] })
    await connectPhone(visitor, phone)
    await phone.behave({ answer: 'reject' })
    await visitor.openNetworks()
    await visitor.choose('Portico Second')
    await visitor.sees('Switch declined')
    await visitor.reads('chain-id', '31337')
    await phone.behave({ answer: 'approve' })
    await visitor.retry()
    await visitor.reads('chain-id', '31338')
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'a network unknown to the wallet is added to it',
  visitingWithPhone({}, async (visitor, phone) => {
    await phone.choose({ networks: [FIRST] })
    await phone.does((it, id) => it.forgetNetwork(id), SECOND)
    await connectPhone(visitor, phone)
    await visitor.onPage((modal) => modal.switchNetwork(31338, { throwOnFailure: true }))
    await visitor.reads('chain-id', '31338')
    expect(await phone.asked()).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
    expect(await approved(visitor)).toEqual([FIRST, SECOND])
  }),
)

test(
  'the page follows when the wallet changes network or account itself',
  visitingWithPhone({}, async (visitor, phone) => {
    await connectPhone(visitor, phone)
    await phone.does((it, id) => it.switchNetwork(id), SECOND)
    await visitor.reads('chain-id', '31338')
    await phone.does((it) => it.switchAccount(1))
    const second = await phone.does((it, id) => it.addresses(id)[1] ?? '', SECOND)
    await visitor.reads('caip-address', `${SECOND}:${second}`)
    const signature = await sign(visitor, 'eip155', 'moved')
    expect(await isSignedBy(`${SECOND}:${second}`, 'moved', signature)).toBe(true)
  }),
)

test(
  'switching to a network that the wallet has added to the session needs no approval',
  visitingWithPhone({}, async (visitor, phone) => {
    await phone.choose({ networks: [FIRST] })
    await connectPhone(visitor, phone)
    await phone.does((it, id) => it.extendSessions(id), SECOND)
    await visitor.page.waitForFunction(() => window.portico?.getApprovedCaipNetworkIds()?.length === 2)
    await visitor.reads('chain-id', '31337')
    await visitor.onPage((modal) => modal.switchNetwork(31338, { throwOnFailure: true }))
    await visitor.reads('chain-id', '31338')
    expect(await phone.asked()).toEqual([])
  }),
)

test(
  'a family added to an existing session is connected, stored and signs, and the page does not switch to it',
  visitingWithPhone({ query: { families: 'eip155,solana' } }, async (visitor, phone) => {
    await phone.choose({ families: ['eip155'] })
    await connectPhone(visitor, phone)
    await visitor.reads('chain-id', '31337')
    await phone.does((it) => it.addFamilies(['solana']))
    await visitor.page.waitForFunction(() => window.portico?.getAddress('solana') !== undefined)
    await visitor.reads('chain-id', '31337')
    const account = `${SOLANA_CAIP_ID}:${SOLANA_VISITOR}`
    expect(await isSignedBy(account, 'also here', await sign(visitor, 'solana', 'also here'))).toBe(true)
    await visitor.page.reload()
    await visitor.reads('status', 'connected')
    await visitor.page.waitForFunction(() => window.portico?.getAddress('solana') !== undefined)
    await phone.does((it) => it.disconnect())
    await visitor.page.waitForFunction(() => window.portico?.getAddress('solana') === undefined)
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'a wallet that reports a network outside its session gets no requests there or anywhere else',
  visitingWithPhone({}, async (visitor, phone) => {
    await phone.choose({ networks: [FIRST] })
    await connectPhone(visitor, phone)
    await phone.does((it, id) => it.emit(id, 'chainChanged', 31338), FIRST)
    await visitor.reads('chain-id', '31338')
    const refused = await visitor.onPage((modal) => {
      const provider = modal.getWalletProvider() as { request(asked: object): Promise<unknown> }
      const params = [{ from: modal.getAddress(), to: modal.getAddress(), value: '0x1' }]
      return provider.request({ method: 'eth_sendTransaction', params }).catch(({ code }) => code)
    })
    expect(refused).toBe(4901)
    expect(await phone.asked()).toEqual([])
    await visitor.onPage((modal) => modal.switchNetwork(31337, { throwOnFailure: true }))
    expect(await isSignedBy(`${FIRST}:${VISITOR}`, 'back', await sign(visitor, 'eip155', 'back'))).toBe(true)
  }),
)

test(
  'when the wallet changes to an unsupported network, a view says so, and closes when the wallet returns',
  visitingWithPhone({}, async (visitor, phone) => {
    await connectPhone(visitor, phone)
    await phone.does((it) => it.switchNetwork('eip155:1'))
    await visitor.view('UnsupportedChain').waitFor()
    await phone.does((it, id) => it.switchNetwork(id), FIRST)
    await visitor.view('UnsupportedChain').waitFor({ state: 'detached' })
    await visitor.reads('chain-id', '31337')
  }),
)

test(
  'a page on a network that the wallet does not serve switches to the first served one, and can sign there',
  visitingWithPhone({}, async (visitor, phone) => {
    await visitor.onPage((modal) => modal.switchNetwork(31338))
    await visitor.reads('chain-id', '31338')
    await phone.choose({ networks: [FIRST] })
    await connectPhone(visitor, phone)
    await visitor.reads('caip-address', `${FIRST}:${VISITOR}`)
    const signature = await sign(visitor, 'eip155', 'here')
    expect(await isSignedBy(`${FIRST}:${VISITOR}`, 'here', signature)).toBe(true)
  }),
)

test(
  'in a session with three families each network takes one press, without asking the wallet',
  visitingWithPhone({ query: { families: 'eip155,solana,bip122' } }, async (visitor, phone) => {
    await connectPhone(visitor, phone)
    await visitor.reads('status', 'connected')
    for (const id of [SECOND, SOLANA_CAIP_ID, BITCOIN_CAIP_ID, FIRST]) {
      await visitor.onPage((modal, wanted) => modal.switchNetwork(wanted), id)
      await visitor.page.waitForFunction((wanted) => window.portico?.getCaipNetworkId() === wanted, id)
    }
    expect((await phone.asked()).filter((method) => method !== 'getAccountAddresses')).toEqual([])
  }),
)
