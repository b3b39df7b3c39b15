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
  /** Reads a caller who has signed in within the last half hour. */
  readCaller(c: Context): Promise<SignedInCaller>
  /** Reads a caller with an open session, however old it is. */
  readAnyCaller(c: Context): Promise<SignedInCaller>
  clock(): DeviceClock
}

/** The routes that make a new device of a wallet without an address a known one; `newDevices.ts` contains the rule. */
export const devicesApi = ({ shares, readCaller, readAnyCaller, clock }: DeviceDependencies) =>
  new Hono()
    .post(SHARES_DEVICES_PATH, async (c) => {
      const caller = await readCaller(c)
      const state = await shares.withoutAddress(caller, (trx) => askForDevice(trx, caller, clock()))
      return c.json(state satisfies ShareDeviceState)
    })
    // Accepts an old session, because a device can wait for longer than a sign-in counts as fresh. The device learns
    // only its own state.
    .post(SHARES_DEVICES_LOOK_PATH, async (c) => {
      const caller = await readAnyCaller(c)
      const state = await shares.withoutAddress(caller, (trx) => lookAtDevice(trx, caller, clock()))
      return c.json(state satisfies ShareDeviceState)
    })
    // A known device is accepted even with an old session, because the device's key is the proof.
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
