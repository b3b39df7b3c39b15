import {
  SHARES_DEVICES_DECIDE_PATH,
  SHARES_DEVICES_LIST_PATH,
  SHARES_DEVICES_LOOK_PATH,
  SHARES_DEVICES_PATH,
  ShareDeviceDecision,
  type ShareDeviceList,
  type ShareDeviceState,
} from '@portico/contracts/services/shares'
import { type Context, Hono } from 'hono'
import { readBody } from '../http/readBody.ts'
import { askForDevice, type DeviceClock, decideDevice, listDevices, lookAtDevice } from './newDevices.ts'
import type { SignedInCaller } from './proof.ts'
import type { Shares } from './shares.ts'

interface DeviceDependencies {
  readonly shares: Shares
  /** Someone who has signed in within the last half hour. */
  readCaller(c: Context): Promise<SignedInCaller>
  /** Anybody with an open session, however old. */
  readAnyCaller(c: Context): Promise<SignedInCaller>
  clock(): DeviceClock
}

/** How a new device of a wallet without an address becomes a known one. `newDevices.ts` has the rule. */
export const devicesApi = ({ shares, readCaller, readAnyCaller, clock }: DeviceDependencies) =>
  new Hono()
    .post(SHARES_DEVICES_PATH, async (c) => {
      const caller = await readCaller(c)
      const state = await shares.withoutAddress(caller, (trx) => askForDevice(trx, caller, clock()))
      return c.json(state satisfies ShareDeviceState)
    })
    // A waiting device polls for longer than a sign-in counts as fresh. It learns only its state.
    .post(SHARES_DEVICES_LOOK_PATH, async (c) => {
      const caller = await readAnyCaller(c)
      const state = await shares.withoutAddress(caller, (trx) => lookAtDevice(trx, caller, clock()))
      return c.json(state satisfies ShareDeviceState)
    })
    // A known device may have an old session: its key is the proof.
    .post(SHARES_DEVICES_LIST_PATH, async (c) => {
      const caller = await readAnyCaller(c)
      const devices = await shares.withoutAddress(caller, (trx) => listDevices(trx, caller, clock()))
      return c.json({ devices } satisfies ShareDeviceList)
    })
    .post(SHARES_DEVICES_DECIDE_PATH, async (c) => {
      const caller = await readAnyCaller(c)
      const decision = await readBody(c, ShareDeviceDecision)
      await shares.withoutAddress(caller, (trx) => decideDevice(trx, caller, decision, clock()))
      return c.json({})
    })
