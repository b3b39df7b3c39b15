import { Hono } from 'hono'
import { html } from 'hono/html'
import { createSiweMessage } from 'viem/siwe'
import { FARCASTER_ACCOUNTS, type FarcasterAccount } from '../chains/farcasterContracts.ts'
import { developmentAccount } from '../chains/seedFarcaster.ts'
import type { Channels, SignedIn, SignInRequest } from './channels.ts'

/** FIP-11: messages are for OP Mainnet, wherever their signatures are verified. */
const OP_MAINNET = 10

/**
 * Signs as the phone app does: a message of EIP-4361 and FIP-11, with the key of the account or of an authorized
 * address.
 */
async function signIn(
  request: SignInRequest,
  account: FarcasterAccount,
  signer: number = account.custody,
): Promise<SignedIn> {
  const key = developmentAccount(signer)
  const { domain, siweUri, nonce, notBefore, expirationTime, requestId } = request
  const message = createSiweMessage({
    domain,
    address: key.address,
    statement: 'Farcaster Auth',
    uri: siweUri,
    version: '1',
    chainId: OP_MAINNET,
    nonce,
    ...(notBefore && { notBefore: new Date(notBefore) }),
    ...(expirationTime && { expirationTime: new Date(expirationTime) }),
    ...(requestId && { requestId }),
    resources: [`farcaster://fid/${account.fid}`],
  })
  const signature = await key.signMessage({ message })
  return { message, signature, fid: account.fid, username: account.userName, displayName: account.userName }
}

const page = (content: ReturnType<typeof html>) => html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in: Farcaster, on this machine</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 2rem auto; padding: 0 1rem }
  button { font: inherit; width: 100%; min-height: 2.75rem; margin: .25rem 0 }
</style>
<h1>Farcaster</h1>
${content}
</html>`

/** The phone app's page for development: anybody can act as any account. */
export const phoneApp = (channels: Channels): Hono =>
  new Hono()
    .get('/', (c) => {
      const channel = channels.read(c.req.query('channelToken') ?? '')
      if (!channel) return c.html(page(html`<p>Nobody waits for this, or no longer.</p>`), 404)
      const people = FARCASTER_ACCOUNTS.map(
        ({ fid, userName }) => html`<button name="fid" value="${fid}">Sign in as ${userName}</button>`,
      )
      return c.html(
        page(html`<p>${channel.request.domain} wants you to sign in.</p><form method="post">${people}</form>`),
      )
    })
    .post('/', async (c) => {
      const token = c.req.query('channelToken') ?? ''
      const channel = channels.read(token)
      const { fid } = await c.req.parseBody()
      const account = FARCASTER_ACCOUNTS.find((one) => String(one.fid) === fid)
      if (!channel || !account) return c.html(page(html`<p>Nobody waits for this, or no longer.</p>`), 404)
      channels.answer(token, await signIn(channel.request, account))
      return c.html(page(html`<p>You are signed in. Go back to the other screen.</p>`))
    })
