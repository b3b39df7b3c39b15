import { recoverMessageAddress } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import { FARCASTER_ACCOUNTS } from '../chains/farcasterContracts.ts'
import { developmentAccount } from '../chains/seedFarcaster.ts'
import { type LocalFarcaster, startLocalFarcaster } from './startLocalFarcaster.ts'

const KEY = 'a key of phones'

let farcaster: LocalFarcaster

beforeAll(async () => {
  farcaster = await startLocalFarcaster(0, KEY)
})
afterAll(() => farcaster.close())

async function open() {
  const response = await fetch(`${farcaster.url}/v1/channel`, {
    method: 'POST',
    body: JSON.stringify({ siweUri: 'https://shop.example/', domain: 'shop.example' }),
  })
  expect(response.status).toBe(201)
  return response.json()
}

const statusOf = (token: string) =>
  fetch(`${farcaster.url}/v1/channel/status`, { headers: { authorization: `Bearer ${token}` } })

test('a consent on the phone reaches the app once, with a message signed by the account', async () => {
  const { channelToken, url, nonce } = await open()
  expect((await statusOf(channelToken)).status).toBe(202)
  const [ada] = FARCASTER_ACCOUNTS
  const pressed = await fetch(url, { method: 'POST', body: new URLSearchParams({ fid: String(ada?.fid) }) })
  expect(await pressed.text()).toContain('You are signed in')

  const answer = await statusOf(channelToken)
  expect(answer.status).toBe(200)
  const { state, message, signature, fid, username } = await answer.json()
  expect({ state, fid, username }).toEqual({ state: 'completed', fid: ada?.fid, username: ada?.userName })
  expect(parseSiweMessage(message)).toMatchObject({
    nonce,
    domain: 'shop.example',
    chainId: 10,
    resources: [`farcaster://fid/${ada?.fid}`],
  })
  expect(await recoverMessageAddress({ message, signature })).toBe(developmentAccount(ada?.custody ?? 0).address)

  expect((await statusOf(channelToken)).status).toBe(401)
})

test('a response with a wrong key, an unknown channel or an invalid signature is not forwarded', async () => {
  const { channelToken } = await open()
  const sound = { message: 'x', signature: `0x${'1'.repeat(130)}`, fid: 1 }
  const answer = (key: string, token: string, body: unknown) =>
    fetch(`${farcaster.url}/v1/channel/authenticate`, {
      method: 'POST',
      headers: { 'x-farcaster-auth-relay-key': key, authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    }).then(({ status }) => status)
  expect(await answer('another', channelToken, sound)).toBe(401)
  expect(await answer(KEY, 'another', sound)).toBe(401)
  expect(await answer(KEY, channelToken, { ...sound, signature: '0x' })).toBe(400)
  expect((await statusOf(channelToken)).status).toBe(202)
  expect(await answer(KEY, channelToken, sound)).toBe(201)
  expect(await answer(KEY, channelToken, sound)).toBe(401)
})
