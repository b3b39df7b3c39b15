import { lookAlike } from './lookAlike.ts'
import { CONTEXT, describeTransaction, shown, USDC } from './testing/evmRequests.ts'

const OWN = '0xABcd567890123456789012345678901234567890'
const TWIN = '0xabcd000000000000000000000000000000007890'
const SENT_TO = '0x5aae000000000000000000000000000000001111'
const context = { ...CONTEXT, account: OWN, familiar: [SENT_TO, '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'] }

test.each([
  ['one’s own address', OWN.toLowerCase(), undefined],
  ['one that begins and ends like one’s own', TWIN, OWN],
  ['one that only begins like it', '0xabcd000000000000000000000000000000007891', undefined],
  ['one that was sent to', SENT_TO, undefined],
  ['one that looks like it', '0x5AAE999999999999999999999999999999991111', SENT_TO],
  ['one of Solana', '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU', undefined],
  [
    'one of Solana that looks like it',
    '7xKX1111111111111111111111111111111111111gAsU',
    '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  ],
  ['one of Solana in other letters', '7xkx1111111111111111111111111111111111111gasu', undefined],
])('%s', (_, address, expected) => expect(lookAlike(address, context)).toBe(expected))

const transferOf = (token: string, to: string) =>
  describeTransaction(
    { to: token, data: `0xa9059cbb${to.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}` },
    context,
  )

test.each([
  [
    'an address that looks like one’s own',
    describeTransaction({ to: TWIN, value: '0x1' }, context),
    `!looksLike ${OWN}`,
  ],
  ['nobody', describeTransaction({ to: `0x${'0'.repeat(40)}`, value: '0x1' }, context), '!receiverIsNobody'],
  ['where tokens are burnt', transferOf(USDC, '0x000000000000000000000000000000000000dEaD'), '!receiverIsNobody'],
  ['the token itself', transferOf(USDC, USDC), '!receiverIsToken'],
])('a transfer to %s is a warning', (_, description, warned) => expect(shown(description)).toContain(warned))
