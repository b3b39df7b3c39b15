import type { Finding, Hex } from '../description.ts'
import { addressValue, allowanceLine, line, tokenLines } from '../values.ts'
import { type Call, onlyAt, reader, type Scope } from './call.ts'
import { amountLines, isRouter, NATIVE, receiverOf, routedLine } from './swapLines.ts'

/** Pays out the router's whole balance of a token, which must be at least `least`. */
const out = (kind: Finding['kind'], token: Hex, least: bigint, to: Hex, call: Call, scope: Scope): Finding => ({
  kind,
  lines: [
    ...amountLines(scope, 'preview.receiveAtLeast', token, least),
    routedLine(receiverOf(to, call, scope), call, scope),
  ],
})

const ofRouter = <Values>(read: (values: Values, call: Call, scope: Scope) => Finding) => onlyAt(isRouter, read)

const sender = ({ sender }: Scope) => sender.toLowerCase() as Hex

const selfPermit = ofRouter<[Hex, bigint, bigint, bigint, Hex, Hex]>(([token, amount], call, { context }) => ({
  kind: 'permit',
  lines: [
    allowanceLine(context, token, amount, 256),
    ...tokenLines(context, token),
    line('preview.spender', addressValue(context, call.to)),
  ],
}))

/** Calls to Uniswap's v3 routers before and after swaps: they pay into the router, or pay out its balance. */
export const peripheryCalls = [
  reader<[bigint, Hex]>(
    '0x49404b7c',
    'unwrapWETH9(uint256,address)',
    ofRouter(([least, to], call, scope) => out('unwrap', NATIVE, least, to, call, scope)),
  ),
  reader<[bigint]>(
    '0x49616997',
    'unwrapWETH9(uint256)',
    ofRouter(([least], call, scope) => out('unwrap', NATIVE, least, sender(scope), call, scope)),
  ),
  reader<[Hex, bigint, Hex]>(
    '0xdf2ab5bb',
    'sweepToken(address,uint256,address)',
    ofRouter(([token, least, to], call, scope) => out('tokenTransfer', token, least, to, call, scope)),
  ),
  reader<[Hex, bigint]>(
    '0xe90a182f',
    'sweepToken(address,uint256)',
    ofRouter(([token, least], call, scope) => out('tokenTransfer', token, least, sender(scope), call, scope)),
  ),
  reader(
    '0x12210e8a',
    'refundETH()',
    ofRouter((_, call, scope) => ({
      kind: 'nativeTransfer',
      lines: [{ labelKey: 'preview.wholeRouterBalance' }, routedLine(sender(scope), call, scope)],
    })),
  ),
  reader<[bigint]>(
    '0x1c58db4f',
    'wrapETH(uint256)',
    ofRouter(([amount], call, scope) => ({
      kind: 'wrap',
      lines: [...amountLines(scope, 'preview.amount', NATIVE, amount), routedLine(call.to, call, scope)],
    })),
  ),
  reader<[Hex, bigint]>(
    '0xf2d5d56b',
    'pull(address,uint256)',
    ofRouter(([token, amount], call, scope) => ({
      kind: 'tokenTransfer',
      lines: [...amountLines(scope, 'preview.amount', token, amount), routedLine(call.to, call, scope)],
    })),
  ),
  reader('0xf3995c67', 'selfPermit(address,uint256,uint256,uint8,bytes32,bytes32)', selfPermit),
  reader('0xc2e3140a', 'selfPermitIfNecessary(address,uint256,uint256,uint8,bytes32,bytes32)', selfPermit),
]
