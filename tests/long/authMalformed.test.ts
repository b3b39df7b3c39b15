import {
  anything,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  dictionary,
  jsonValue,
  oneof,
  record,
  string,
  stringify,
} from 'fast-check'
import { deriveKeys } from '../../services/src/auth/keys'
import { createTokens } from '../../services/src/auth/tokens'
import { type AuthService, SECRET, SHOP, startAuth } from '../../services/testing/startAuth'

jest.setTimeout(60_000)

let service: AuthService
let app: ReturnType<AuthService['another']>
beforeAll(async () => {
  service = await startAuth()
  app = service.another({ secret: SECRET, mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'a@shop.example' } })
})
afterAll(() => service?.close())

const NONCE = 'abcdef0123456789'
const MESSAGE = [
  'shop.example wants you to sign in with your Ethereum account:',
  '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
  '',
  '',
  'URI: https://shop.example/',
  'Version: 1',
  'Chain ID: 1',
  `Nonce: ${NONCE}`,
]

const text = oneof(string({ unit: 'binary' }), constantFrom('\u0000', '\ud800', '0x', '0x00', '__proto__', '1'))
const message = oneof(
  text,
  string().map((end) => [...MESSAGE, `Issued At: ${new Date().toISOString()}`, end].join('\n').trimEnd()),
)
const bodies = oneof(
  jsonValue().map((value) => JSON.stringify(value)),
  anything().map((value) => stringify(value)),
  record({ message, signature: text, data: jsonValue(), walletInfo: jsonValue() }, { requiredKeys: [] }).map((value) =>
    JSON.stringify(value),
  ),
  dictionary(constantFrom('metadata', 'email', 'account', 'code'), oneof(jsonValue(), text)).map((value) =>
    JSON.stringify(value),
  ),
)
const header = oneof(
  constantFrom('', 'Bearer', 'Bearer x', 'Bearer a.b.c', 'Bearer eyJhbGciOiJub25lIn0.e30.', 'Basic YTpi', 'null'),
  string().map((value) => `Bearer ${encodeURIComponent(value)}`),
)
const calls = constantFrom(
  ['POST', 'authenticate'],
  ['GET', 'nonce'],
  ['GET', 'me'],
  ['PUT', 'account-metadata'],
  ['POST', 'otp'],
  ['PUT', 'otp'],
  ['POST', 'sign-out'],
  ['DELETE', 'me'],
)

test('every malformed request gets a JSON error that says what is wrong', async () => {
  const good = await createTokens(deriveKeys(SECRET)).signNonce(
    { nonce: NONCE, projectId: SHOP.projectId },
    Date.now() + 60_000,
  )
  await assert(
    asyncProperty(
      calls,
      bodies,
      oneof(header, constant(`Bearer ${good}`)),
      constantFrom(SHOP.origin, 'null', 'x', 'https://shop.example:0', 'about:blank'),
      constantFrom(SHOP.projectId, '', 'x', `${SHOP.projectId}'`),
      async ([method, path], body, token, origin, projectId) => {
        const response = await app.request(`/auth/v1/${path}?${new URLSearchParams({ projectId })}`, {
          method,
          headers: { origin, authorization: token, 'x-nonce-jwt': token, 'x-otp': token },
          ...(method !== 'GET' && { body }),
        })
        if (response.status === 200 && path === 'nonce') return
        const { error } = await response.json()
        expect(error).toEqual({ code: expect.any(String), message: expect.any(String) })
        expect([400, 401, 403, 404, 422]).toContain(response.status)
      },
    ),
    { numRuns: 100 },
  )
  expect(service.lines.filter((line) => line.includes('request failed'))).toEqual([])
})
