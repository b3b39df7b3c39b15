import { looseTuple, maxValue, minValue, pipe } from 'valibot'
import { AddressParam, NumberParam, readParams } from '../params.ts'
import type { MethodContext, Methods } from './methods.ts'

/** Within a blink, and more than any transaction lives. */
const MAX_SLOTS_AT_ONCE = 1_000

const HoldCall = looseTuple([AddressParam])
const SkipCall = looseTuple([pipe(NumberParam, minValue(1), maxValue(MAX_SLOTS_AT_ONCE))])

/** DEVELOPMENT ONLY: no node has these. */
export const developmentMethods = ({ chain }: MethodContext): Methods => ({
  /** What this account pays for is taken, and waits. */
  __hold(params) {
    chain.hold(readParams(HoldCall, params)[0])
    return true
  },
  /** Whatever waits is executed, unless its blockhash does not count any more. */
  __release() {
    chain.release()
    return true
  },
  /** @returns the slot after that */
  __skip(params) {
    chain.skip(readParams(SkipCall, params)[0])
    return chain.slot
  },
})
