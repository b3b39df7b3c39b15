import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createLocalJWKSet } from 'jose'
import { calls, newShare, newSigner, startShares } from '../../testing/startShares.ts'
import { signAssertion } from '../login/assertions.ts'
import { readSigningKey } from '../login/keys.ts'
import type { Session } from '../login/sessions.ts'

jest.setTimeout(60_000)

test('an assertion from the login service is accepted only by the store that the assertion names', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = readSigningKey(JSON.stringify(privateKey.export({ format: 'jwk' })))
  if (!key) throw new Error('This is no signing key.')
  const store = await startShares('auth', { loginKeys: createLocalJWKSet({ keys: [key.publicKey] }) })
  const frame = await newSigner()
  const session: Session = {
    id: randomUUID(),
    token_hash: '',
    previous_hash: null,
    rotated_at: new Date(),
    subject_id: randomUUID(),
    provider: 'email',
    key_thumbprint: frame.jkt,
    host: null,
    created_at: new Date(store.now()),
    expires_at: new Date(),
    revoked_at: null,
  }
  const call = calls.put({ splitId: randomUUID(), share: newShare() })
  const statuses = []
  for (const audience of ['auth', 'recovery'] as const) {
    const { assertion } = await signAssertion(key, session, audience, store.now())
    const ath = createHash('sha256').update(assertion).digest('base64url')
    const forged = { headers: { authorization: `DPoP ${assertion}` }, proof: { ath } }
    statuses.push((await store.ask(session.subject_id, frame, call, forged)).status)
  }
  expect(statuses).toEqual([201, 401])
  await store.close()
})
