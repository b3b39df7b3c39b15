import { type Account, ModalError } from '@portico/contracts'
import { ADDRESS, fakeActing } from '@portico/contracts/testing'
import { loadNftPage } from './loadNftPage.ts'

const account: Account = {
  namespace: 'eip155',
  connectorId: 'io.harbor',
  address: ADDRESS,
  caipAddress: `eip155:1:${ADDRESS}`,
}
const api = 'https://services.example/'
const nft = { contract: 'eip155:1:0x1', id: '1', isSpam: false }
const never = new AbortController().signal

const load = (answer: () => Promise<unknown>, cursor?: string) => {
  const requests: unknown[] = []
  const acting = fakeActing({
    askService: async (request, signal) => {
      requests.push([request, signal])
      return answer()
    },
  })
  return { requests, page: loadNftPage({ acting: async () => acting }, { account, api, cursor }, never) }
}

test("requests the account's NFTs on one network, from the given cursor", async () => {
  const { requests, page } = load(async () => ({ data: [nft, { ...nft, id: 4 }], next: 'n2' }), 'n1')
  expect(await page).toMatchObject({ nfts: [{ id: '1' }], next: 'n2' })
  expect(requests).toEqual([
    [{ path: `/v1/account/${ADDRESS}/nfts`, query: { chainId: 'eip155:1', cursor: 'n1' } }, never],
  ])
})

test.each([[null], [''], [undefined]])('a next cursor of %p means that the list is complete', async (next) => {
  expect((await load(async () => ({ data: [], next })).page).next).toBeUndefined()
})

test('a network unknown to the service is not a failure', async () => {
  const refusal = new ModalError('service.status', { details: { status: 400, code: 'chain.unsupported' } })
  expect(await load(() => Promise.reject(refusal)).page).toEqual({ nfts: [], isUnserved: true })
})

test.each<[string, unknown]>([
  ['a response without a list', { data: 'none' }],
  ['null', null],
  ['an HTML page', '<html>'],
])('%s is an invalid response', async (_, answer) => {
  await expect(load(async () => answer).page).rejects.toMatchObject({ code: 'service.invalidAnswer' })
})

test('failures are passed on unchanged', async () => {
  const failure = new ModalError('service.status', { details: { status: 400, code: 'request.invalid' } })
  await expect(load(() => Promise.reject(failure)).page).rejects.toBe(failure)
})
