import { NATIVE } from '../evm/swapLines.ts'
import { ACCOUNT, APES, FRIEND, PERMIT2, THIEF, USDC, WETH } from './evmRequests.ts'

/** Orders as the exchanges request them through `eth_signTypedData_v4`. */

/** Parses `a b,c d` into the members of a type. */
const members = (text: string) =>
  text.split(',').map((part) => {
    const [type = '', name = ''] = part.split(' ')
    return { type, name }
  })

export interface TestOrder {
  readonly types: Readonly<Record<string, readonly { readonly type: string; readonly name: string }[]>>
  readonly primaryType: string
  readonly domain: { readonly name: string; readonly chainId: number; readonly verifyingContract: string }
  readonly message: Readonly<Record<string, unknown>>
}

const order = (
  name: string,
  verifyingContract: string,
  types: Readonly<Record<string, string>>,
  message: TestOrder['message'],
): TestOrder => ({
  types: Object.fromEntries(Object.entries(types).map(([type, text]) => [type, members(text)])),
  primaryType: Object.keys(types)[0] ?? '',
  domain: { name, chainId: 1, verifyingContract },
  message,
})

const SEAPORT = '0x0000000000000068f116a894984e2db1123eb395'
const [COW, ONE_INCH, ZERO_EX, BLUR, UNISWAP_X] = [
  '0x9008d19f58aabd9ed0d60971565aa8510560ab41',
  '0x111111125421ca6dc452d289314280a0f8842a65',
  '0xdef1c0ded9bec7f1a1670819833240f027b25eff',
  '0x000000000000ad05ccc4f10045630fb830b95127',
  '0x00000011f84b9aa48e5f8aa8b9897600006289be',
]
const HASH = `0x${'0'.repeat(64)}`
const END = '4000000000'

const ITEM = 'uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount'
const SEAPORT_TYPES = {
  OrderComponents:
    'address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter',
  OfferItem: ITEM,
  ConsiderationItem: `${ITEM},address recipient`,
}

/** The fields are `itemType`, token, NFT id, start amount and end amount. */
type Item = readonly [number, string, string, string, string?]
const item = ([itemType, token, identifierOrCriteria, startAmount, endAmount = startAmount]: Item) => ({
  itemType,
  token,
  identifierOrCriteria,
  startAmount,
  endAmount,
})

export const dollars = (amount: string, end?: string): Item => [1, USDC, '0', amount, end]
export const ether = (amount: string): Item => [0, NATIVE, '0', amount]
export const ape = (id: string): Item => [2, APES, id, '1']

/** The components of a Seaport order. @param paid the consideration items with their recipients */
export const seaportComponents = (
  offer: readonly Item[],
  paid: readonly (readonly [Item, string])[],
  offerer = ACCOUNT,
) => ({
  offerer,
  zone: NATIVE,
  offer: offer.map(item),
  consideration: paid.map(([one, recipient]) => ({ ...item(one), recipient })),
  orderType: 0,
  startTime: '0',
  endTime: END,
  zoneHash: HASH,
  salt: '1',
  conduitKey: HASH,
  counter: '0',
})

export const seaportOrder = (...parts: Parameters<typeof seaportComponents>): TestOrder =>
  order('Seaport', SEAPORT, SEAPORT_TYPES, seaportComponents(...parts))

const NO_ORDER = seaportComponents([], [], NATIVE)

/** A tree of four leaves. */
export const seaportBulk = (...orders: readonly object[]): TestOrder => {
  const [first = NO_ORDER, second = NO_ORDER, third = NO_ORDER, fourth = NO_ORDER] = orders
  return order(
    'Seaport',
    SEAPORT,
    { BulkOrder: 'OrderComponents[2][2] tree', ...SEAPORT_TYPES },
    {
      tree: [
        [first, second],
        [third, fourth],
      ],
    },
  )
}

/** An order that sells a thousand dollars for half a wrapped ether. */
export const cowOrder = (change: object = {}): TestOrder =>
  order(
    'Gnosis Protocol',
    COW,
    {
      Order:
        'address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance',
    },
    {
      sellToken: USDC,
      buyToken: WETH,
      receiver: ACCOUNT,
      sellAmount: '1000000000',
      buyAmount: '500000000000000000',
      validTo: Number(END),
      appData: HASH,
      feeAmount: '0',
      kind: 'sell',
      partiallyFillable: false,
      sellTokenBalance: 'erc20',
      buyTokenBalance: 'erc20',
      ...change,
    },
  )

export const oneInchOrder = (change: object = {}): TestOrder =>
  order(
    '1inch Aggregation Router',
    ONE_INCH,
    {
      Order:
        'uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits',
    },
    {
      salt: '1',
      maker: ACCOUNT,
      receiver: NATIVE,
      makerAsset: USDC,
      takerAsset: WETH,
      makingAmount: '1000000000',
      takingAmount: '500000000000000000',
      makerTraits: (BigInt(END) << 80n).toString(),
      ...change,
    },
  )

const ZERO_EX_SIDES = 'address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount'
const zeroExSides = {
  makerToken: USDC,
  takerToken: WETH,
  makerAmount: '1000000000',
  takerAmount: '500000000000000000',
  maker: ACCOUNT,
  taker: NATIVE,
}

export const zeroExLimit = (change: object = {}): TestOrder =>
  order(
    'ZeroEx',
    ZERO_EX,
    {
      LimitOrder: `${ZERO_EX_SIDES},uint128 takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,bytes32 pool,uint64 expiry,uint256 salt`,
    },
    {
      ...zeroExSides,
      takerTokenFeeAmount: '0',
      sender: NATIVE,
      feeRecipient: NATIVE,
      pool: HASH,
      expiry: END,
      salt: '1',
      ...change,
    },
  )

export const zeroExRfq = (change: object = {}): TestOrder =>
  order(
    'ZeroEx',
    ZERO_EX,
    {
      RfqOrder: `${ZERO_EX_SIDES},address maker,address taker,address txOrigin,bytes32 pool,uint64 expiry,uint256 salt`,
    },
    { ...zeroExSides, txOrigin: FRIEND, pool: HASH, expiry: END, salt: '1', ...change },
  )

/** An order that the taker signs. */
export const zeroExOtc = (change: object = {}): TestOrder =>
  order(
    'ZeroEx',
    ZERO_EX,
    { OtcOrder: `${ZERO_EX_SIDES},address maker,address taker,address txOrigin,uint256 expiryAndNonce` },
    {
      ...zeroExSides,
      maker: FRIEND,
      taker: ACCOUNT,
      txOrigin: FRIEND,
      expiryAndNonce: (BigInt(END) << 192n).toString(),
      ...change,
    },
  )

/** An order that sells an ape for ten wrapped ether, a twentieth of which goes to a creator. */
export const blurOrder = (change: object = {}): TestOrder =>
  order(
    'Blur Exchange',
    BLUR,
    {
      Order:
        'address trader,uint8 side,address matchingPolicy,address collection,uint256 tokenId,uint256 amount,address paymentToken,uint256 price,uint256 listingTime,uint256 expirationTime,Fee[] fees,uint256 salt,bytes extraParams,uint256 nonce',
      Fee: 'uint16 rate,address recipient',
    },
    {
      trader: ACCOUNT,
      side: 1,
      matchingPolicy: FRIEND,
      collection: APES,
      tokenId: '7',
      amount: '1',
      paymentToken: WETH,
      price: '10000000000000000000',
      listingTime: '0',
      expirationTime: END,
      fees: [{ rate: 500, recipient: FRIEND }],
      salt: '1',
      extraParams: '0x',
      nonce: '0',
      ...change,
    },
  )

export const blurRoot = (): TestOrder => order('Blur Exchange', BLUR, { Root: 'bytes32 root' }, { root: HASH })

const PERMIT = 'TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline'
const uniswapTypes = {
  TokenPermissions: 'address token,uint256 amount',
  OrderInfo:
    'address reactor,address swapper,uint256 nonce,uint256 deadline,address additionalValidationContract,bytes additionalValidationData',
  DutchOutput: 'address token,uint256 startAmount,uint256 endAmount,address recipient',
}
const uniswapInfo = (reactor: string) => ({
  reactor,
  swapper: ACCOUNT,
  nonce: '1',
  deadline: END,
  additionalValidationContract: NATIVE,
  additionalValidationData: '0x',
})
const output = (recipient: string, start = '500000000000000000', end = '400000000000000000') => ({
  token: NATIVE,
  startAmount: start,
  endAmount: end,
  recipient,
})
const uniswapPermit = (spender: string) => ({
  permitted: { token: USDC, amount: '1000000000' },
  spender,
  nonce: '1',
  deadline: END,
})

/** An order that sells a thousand dollars for ether, at a falling price. */
export const uniswapV2 = (recipient = ACCOUNT, reactor = UNISWAP_X ?? '', spender = reactor): TestOrder =>
  order(
    'Permit2',
    PERMIT2,
    {
      PermitWitnessTransferFrom: `${PERMIT},V2DutchOrder witness`,
      ...uniswapTypes,
      V2DutchOrder:
        'OrderInfo info,address cosigner,address baseInputToken,uint256 baseInputStartAmount,uint256 baseInputEndAmount,DutchOutput[] baseOutputs',
    },
    {
      ...uniswapPermit(spender),
      witness: {
        info: uniswapInfo(reactor),
        cosigner: THIEF,
        baseInputToken: USDC,
        baseInputStartAmount: '1000000000',
        baseInputEndAmount: '1000000000',
        baseOutputs: [output(recipient)],
      },
    },
  )

/** An order of the first type, which pays a share to someone else. */
export const uniswapExclusive = (): TestOrder => {
  const reactor = '0x6000da47483062a0d734ba3dc7576ce6a0b645c4'
  return order(
    'Permit2',
    PERMIT2,
    {
      PermitWitnessTransferFrom: `${PERMIT},ExclusiveDutchOrder witness`,
      ...uniswapTypes,
      ExclusiveDutchOrder:
        'OrderInfo info,uint256 decayStartTime,uint256 decayEndTime,address exclusiveFiller,uint256 exclusivityOverrideBps,address inputToken,uint256 inputStartAmount,uint256 inputEndAmount,DutchOutput[] outputs',
    },
    {
      ...uniswapPermit(reactor),
      witness: {
        info: uniswapInfo(reactor),
        decayStartTime: '0',
        decayEndTime: END,
        exclusiveFiller: NATIVE,
        exclusivityOverrideBps: '0',
        inputToken: USDC,
        inputStartAmount: '1000000000',
        inputEndAmount: '1000000000',
        outputs: [output(ACCOUNT), output(FRIEND, '1000000000000000', '1000000000000000')],
      },
    },
  )
}
