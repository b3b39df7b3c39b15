import { lookAlike } from './lookAlike.ts'
import { CONTEXT, describeTransaction, shown, USDC } from './testing/evmRequests.ts'

const OWN = '0xABcd567890123456789012345678901234567890'
const TWIN = '0xabcd000000000000000000000000000000007890'
const SENT_TO = '0x5aae000000000000000000000000000000001111'
const context = { ...CONTEXT, account: OWN, familiar: [SENT_TO, '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'] }

test.each([
  ['the account’s own address', OWN.toLowerCase(), undefined],
  ['an address that begins and ends like the account’s own', TWIN, OWN],
  ['an address that only begins like the account’s own', '0xabcd000000000000000000000000000000007891', undefined],
  ['an earlier receiver', SENT_TO, undefined],
  ['an address that looks like an earlier receiver', '0x5AAE999999999999999999999999999999991111', SENT_TO],
  ['an earlier receiver on Solana', '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU', undefined],
  [
    'a Solana address that looks like an earlier receiver',
    '7xKX1111111111111111111111111111111111111gAsU',
    '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  ],
  ['a Solana address that differs in case', '7xkx1111111111111111111111111111111111111gasu', undefined],
])('%s', (_, address, expected) => expect(lookAlike(address, context)).toBe(expected))

const transferOf = (token: string, to: string) =>
  describeTransaction(
    { to: token, data: `0xa9059cbb${to.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}` },
    context,
  )

test.each([
  [
    'an address that looks like the account’s own',
    describeTransaction({ to: TWIN, value: '0x1' }, context),
    `!looksLike ${OWN}`,
  ],
  ['the zero address', describeTransaction({ to: `0x${'0'.repeat(40)}`, value: '0x1' }, context), '!receiverIsNobody'],
  ['the burn address', transferOf(USDC, '0x000000000000000000000000000000000000dEaD'), '!receiverIsNobody'],
  ['the token itself', transferOf(USDC, USDC), '!receiverIsToken'],
])('a transfer to %s raises a warning', (_, description, warned) => expect(shown(description)).toContain(warned))
