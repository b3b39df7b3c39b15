import { looseTuple, maxValue, minValue, pipe } from 'valibot'
import { AddressParam, NumberParam, readParams } from '../params.ts'
import type { MethodContext, Methods } from './methods.ts'

/** Skipping this many slots takes only a moment, and no transaction stays valid for that many. */
const MAX_SLOTS_AT_ONCE = 1_000

const HoldCall = looseTuple([AddressParam])
const SkipCall = looseTuple([pipe(NumberParam, minValue(1), maxValue(MAX_SLOTS_AT_ONCE))])

/** DEVELOPMENT ONLY: no node has these methods. */
export const developmentMethods = ({ chain }: MethodContext): Methods => ({
  /** Holds transactions paid by this account. */
  __hold(params) {
    chain.hold(readParams(HoldCall, params)[0])
    return true
  },
  /** Executes held transactions whose blockhash is still valid. */
  __release() {
    chain.release()
    return true
  },
  /** @returns the new slot */
  __skip(params) {
    chain.skip(readParams(SkipCall, params)[0])
    return chain.slot
  },
})
