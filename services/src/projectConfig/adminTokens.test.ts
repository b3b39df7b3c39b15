import { createAuthorize, parseAdminTokens } from './adminTokens.ts'

const READER = 'reader-0123456789abcdef'
const OPERATOR = 'operator-0123456789abcdef=='

const authorize = createAuthorize([
  { scope: 'read', token: READER },
  { scope: 'read', token: OPERATOR },
  { scope: 'toggle', token: OPERATOR },
])

test('a token is valid for its listed scopes and for no other', () => {
  expect(authorize(`Bearer ${READER}`, 'read')).toBe(authorize(`bearer  ${READER}`, 'read'))
  expect(() => authorize(`Bearer ${READER}`, 'toggle')).toThrow('no scope "toggle"')
  expect(() => authorize(`Bearer ${OPERATOR}`, 'release')).toThrow('no scope "release"')
  expect(authorize(`Bearer ${OPERATOR}`, 'toggle')).toBe(authorize(`Bearer ${OPERATOR}`, 'read'))
})

test('the audit log names a token without revealing it', () => {
  const actor = authorize(`Bearer ${OPERATOR}`, 'toggle')
  expect(actor).toMatch(/^token [0-9a-f]{8}$/)
  expect(actor).not.toBe(authorize(`Bearer ${READER}`, 'read'))
})

test.each([undefined, '', 'Bearer', 'Bearer ', `Basic ${READER}`, READER, `Bearer ${READER} x`])(
  'the header %p contains no token',
  (header) => {
    expect(() => authorize(header, 'read')).toThrow('An admin token is required')
  },
)

test.each([`${READER}x`, READER.slice(1), READER.toUpperCase()])('the unknown token %s is refused', (token) => {
  expect(() => authorize(`Bearer ${token}`, 'read')).toThrow('is unknown')
})

test('without configured tokens every request is refused', () => {
  expect(() => createAuthorize([])(`Bearer ${READER}`, 'read')).toThrow('is unknown')
})

test('tokens are written as scope:token, and one token can have several scopes', () => {
  expect(parseAdminTokens(`read:${READER}, toggle:${OPERATOR},read:${OPERATOR}`)).toEqual([
    { scope: 'read', token: READER },
    { scope: 'toggle', token: OPERATOR },
    { scope: 'read', token: OPERATOR },
  ])
})

test('a role stands for all of its scopes', () => {
  const scopes = (text: string) => parseAdminTokens(text)?.map(({ scope }) => scope)
  expect(scopes(`viewer:${READER}`)).toEqual(['read'])
  expect(scopes(`operator:${READER}`)).toEqual(['read', 'toggle'])
  expect(scopes(`releaser:${READER}`)).toEqual(['read', 'toggle', 'release'])
})

test.each([
  '',
  READER,
  `write:${READER}`,
  'read:',
  'read:short',
  `read:${READER},`,
  `read:${READER} x`,
  `read:${READER}:x`,
])('the list of tokens %p is refused at the start', (text) => expect(parseAdminTokens(text)).toBeUndefined())
