import { findTestsAway } from '../../scripts/testsOfRemotes.mjs'
import { type Files, fixture, isCode, isTest, ROOT, type Rule, readFiles } from './files.ts'

/** Folders that calculate with money: amounts are bigint, prices exact decimals (`@portico/contracts/money`). */
const FOLDERS = [
  ...['send', 'swaps', 'onramp', 'pay', 'activity'].map((remote) => `remotes/${remote}/src`),
  'host/src/acting',
  'local/testMoney',
  'host/src/views/Account',
  ...['bitcoin', 'outgoing', 'shown'].map((part) => `shared-contracts/preview/${part}`),
  'shared-contracts/src/money',
  'shared-contracts/ui/money',
  'shared-contracts/ui/preview',
  ...['balances', 'convert', 'onramp', 'pools', 'prices'].map((part) => `services/src/blockchainApi/${part}`),
  'services/src/payments',
  ...['bitcoin', 'evm', 'solana'].map((part) => `shared-contracts/src/chains/${part}`),
]

/** Creates a floating-point number or calculates with one: a factor such as `1.5`, or a sum of numbers. */
const FLOATING = [
  /\bNumber\(|\bNumber\.parse(?:Float|Int)\(|\bparse(?:Float|Int)\(|\.toFixed\(|\bMath\.\w+\(/,
  /[*/] ?\d[\d_]*\.\d|\d\.\d+ ?[*/]/,
  /\.reduce\(.*\+.*, 0\)/,
]
const isFloating = (line: string) => FLOATING.some((pattern) => pattern.test(line))
/** Helpers for tests only. */
const HELPER = /\/test\w+\.ts$/
const COMMENT = /^\s*(?:\/?\*|\/\/)/

/** Lines that are not about amounts: a part of the line, and what the line is about. */
const ALLOWED: Readonly<Record<string, readonly (readonly [part: string, reason: string])[]>> = {
  'shared-contracts/src/chains/solana/instructions.ts': [['Number((value >> BigInt(8 * index)) & 0xffn)', 'one byte']],
  'shared-contracts/src/chains/solana/tokenState.ts': [
    ['Number(number(bytes, at', 'kind and length of an entry: two bytes each'],
    ['.reduce((sum, [type, size]) => sum + (extensions.has(type) ? size : 0), 0)', 'a size in bytes'],
  ],
  'shared-contracts/src/chains/bitcoin/byteReader.ts': [['return Number(value)', 'a length in bytes']],
  'shared-contracts/src/chains/bitcoin/psbt.ts': [
    ['.reduceRight((sum, byte) => sum * 256 + byte, 0)', 'a sighash type'],
  ],
  'shared-contracts/src/chains/bitcoin/transaction.ts': [
    ['Number(byteReader(outpoint.subarray(TXID_BYTES)).number(4))', 'a place among outputs'],
  ],
  'shared-contracts/src/chains/solana/lookupTable.ts': [
    ['.reduceRight((sum, byte) => sum * 256 + byte, 0)', 'the kind of an account'],
  ],
  'shared-contracts/src/chains/solana/node.ts': [['Math.floor(paid.length / 2)', 'a place in a list']],
  'remotes/send/src/plan/bitcoin/feeRates.ts': [['Number(blocks)', 'a count of blocks']],
  'remotes/send/src/plan/bitcoin/chooseCoins.ts': [['Math.max(worthSpending', 'a count of coins']],
  'remotes/send/src/plan/bitcoin/sizes.ts': [
    ['Math.ceil(weight / 4)', 'a size in bytes'],
    ['.reduce((sum, type) => sum + OUTPUT_BYTES[type], 0)', 'a size in bytes'],
  ],
  'remotes/send/src/plan/bitcoin/psbt.ts': [['Number((value >> BigInt(8 * index)) & 0xffn)', 'one byte']],
  'remotes/send/src/views/FeeChoice.tsx': [['Math.ceil(minutes / HOUR_MINUTES)', 'a time']],
  'remotes/send/src/sendEvents.ts': [
    ['Number(amountText(', 'analytics: a number there, and nothing is reckoned with it'],
  ],
  'remotes/send/src/receiver/resolveName.ts': [
    ['Number(network.id)', 'the id of a chain'],
    ['Number(error.details.status)', 'the status of an answer'],
  ],
  'remotes/swaps/src/service.ts': [['Number(slippageBps) / 100', 'a per cent, as the service reads it']],
  'services/src/blockchainApi/convert/environment.ts': [['Math.max(separator, 0)', 'a place in a text']],
  'services/src/blockchainApi/convert/jupiterUpstream.ts': [
    ['Number(slippageBps)', 'hundredths of a per cent, only compared'],
  ],
  'remotes/swaps/src/preview.ts': [['Number(network.id)', 'the id of a chain']],
  'remotes/swaps/src/formulas.ts': [['Math.max(paid.scale, received.scale)', 'a count of digits']],
  'remotes/swaps/src/guard/checkSwap.ts': [['Math.floor(now / 1_000)', 'a time']],
  'shared-contracts/src/chains/evm/dataFee.ts': [['Math.ceil(bytes.length / 64)', 'a length in words']],
  'remotes/pay/src/guard/checkTransfer.ts': [['Math.floor(now / 1_000)', 'a time']],
  'remotes/onramp/src/readPayment.ts': [['Math.max(all.scale, own.scale)', 'a count of digits']],
  'remotes/activity/src/views/VirtualRows.tsx': [['Math.m', 'rows of a list']],
  'remotes/activity/src/layout.ts': [['Math.', 'rows of a list']],
  'host/src/acting/holdings.ts': [['Number(quantity.decimals)', 'a count of digits']],
  'host/src/acting/revertReason.ts': [
    ['Number(count)', 'a length in bytes'],
    ['Number.parseInt(byte, 16)', 'one byte'],
  ],
  'host/src/acting/lookEvm.ts': [['Number(value)', 'a nonce, or a status']],
  'host/src/views/Account/nfts/Nfts.tsx': [['.reduce((count, { isSpam }) => count + (isSpam ? 1 : 0), 0)', 'a count']],
  'shared-contracts/preview/shown/outcome.ts': [
    ['Number(one.change > 0n)', 'an order'],
    ['Number(other.change > 0n)', 'an order'],
    ['Number(hasNoEnd(one))', 'an order'],
    ['Number(hasNoEnd(other))', 'an order'],
  ],
  'shared-contracts/ui/preview/ValueText.tsx': [['Number(seconds)', 'a time']],
  'services/src/blockchainApi/balances/bitcoindHoldings.ts': [
    ['bitcoin.toFixed(BITCOIN_DECIMALS)', 'a JSON number with eight digits, of which all are exact below 2^53 satoshi'],
  ],
  'services/src/blockchainApi/balances/priceHoldings.ts': [
    ['price * Number(numeric)', 'the wire wants a number; our client does not read it'],
  ],
  'services/src/blockchainApi/convert/findBestRoute.ts': [['Math.floor(Date.now() / 1_000)', 'a time']],
  'services/src/blockchainApi/convert/convertApi.ts': [['Math.round(percent * 100)', 'a ratio, as the wire has it']],
  'services/src/blockchainApi/convert/poolUpstream.ts': [['Number(await client.estimateGas(', 'units of gas']],
  'services/src/blockchainApi/onramp/decimal.ts': [
    ['Number(exponent)', 'a count of digits'],
    ['Math.max(one.scale, other.scale)', 'a count of digits'],
    ['Number(difference > 0n)', 'an order'],
    ['Math.min(value.scale, SCALE_MAX)', 'a count of digits'],
    ['Math.max(value.scale, 2)', 'a count of digits'],
  ],
  'local/testMoney/chainsText.ts': [['Math.max(separator, 0)', 'a place in a text']],
  'services/src/blockchainApi/onramp/meld/createMeld.ts': [
    ['sourceAmount === Number(amount)', 'Meld says numbers, and nothing is reckoned with them'],
    ['sourceAmount: Number(payment.amount)', 'Meld wants a number'],
  ],
  'local/testMoney/onramp/dailyLimit.ts': [['Math.floor(now() / DAY_MS)', 'a time']],
  'local/testMoney/deliveries/deliverSolana.ts': [['Number(amount)', 'JSON-RPC wants a number of lamports']],
  'local/testMoney/onramp/priceOrder.ts': [['Math.max(scale, CENTS)', 'a count of digits']],
  'local/testMoney/page/sheet.ts': [['font:1rem/1.5', 'a style']],
  'services/src/blockchainApi/prices/coinGecko.ts': [['Math.ceil(entries.length / IDS_MAX)', 'a count of questions']],
  'services/src/blockchainApi/prices/poolPrices.ts': [
    ['Number(scaled) / Number(SCALE)', 'a price, which the wire has as a number'],
  ],
  'local/testMoney/exchange/readUnits.ts': [['Math.max(decimals, read.scale)', 'a count of digits']],
  'services/src/payments/upstream/upstreamExchanges.ts': [
    ['Math.max(answer.total, exchanges.length)', 'a count of exchanges'],
  ],
  'shared-contracts/src/money/local.ts': [['Number(digit)', 'one digit']],
  'shared-contracts/src/money/decimal.ts': [
    ['Number(exponent)', 'a count of digits'],
    ['Math.max(one.scale, other.scale)', 'a count of digits'],
  ],
}

/** One sentence for each floating-point line that is not in the list of exceptions. */
const noFloatingPoint: Rule = (files) =>
  [...files].flatMap(([path, text]) => {
    if (!isCode(path) || isTest(path) || HELPER.test(path) || !FOLDERS.some((folder) => path.startsWith(`${folder}/`)))
      return []
    return text.split('\n').flatMap((line, index) => {
      const rest = (ALLOWED[path] ?? []).reduce((left, [part]) => left.replaceAll(part, ''), line)
      return isFloating(rest) && !COMMENT.test(line) ? [`${path}:${index + 1} reckons in floating point`] : []
    })
  })

test('money is never calculated in floating point', () => {
  expect(noFloatingPoint(readFiles(FOLDERS))).toEqual([])
})

test.each([
  ['Number(amount)'],
  ['parseFloat(text)'],
  ['Number.parseFloat(text)'],
  ['worth.toFixed(2)'],
  ['Math.round(fee * 1.5)'],
  ['price * 1.25'],
  ['0.1 * price'],
  ['all.reduce((sum, { value = 0 }) => sum + value, 0)'],
])('%s is reported', (line) => {
  const path = 'remotes/send/src/fee.ts'
  expect(noFloatingPoint(fixture({ [path]: `\nconst fee = ${line}\n` }))).toEqual([
    `${path}:2 reckons in floating point`,
  ])
})

/** Exceptions whose file no longer has that line; those of a deleted remote do not count. */
const missed = (files: Files, isAway: (path: string) => boolean) =>
  Object.entries(ALLOWED).flatMap(([path, parts]) =>
    isAway(path) ? [] : parts.flatMap(([part]) => (files.get(path)?.includes(part) ? [] : [`${path}: ${part}`])),
  )

test('every exception is still needed', () => {
  expect(missed(readFiles(FOLDERS), findTestsAway(ROOT))).toEqual([])
  expect(missed(new Map(), () => false)).toHaveLength(Object.values(ALLOWED).flat().length)
})

test('the exceptions of a deleted remote do not count as missing', () => {
  const left = readFiles(FOLDERS.filter((folder) => !folder.startsWith('remotes/send/')))
  const isAway = findTestsAway(ROOT)
  expect(missed(left, (path) => path.startsWith('remotes/send/') || isAway(path))).toEqual([])
})
