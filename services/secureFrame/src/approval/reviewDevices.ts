import type { NewDevices } from '../keys/newDevices.ts'
import type { RpcDependencies } from '../rpc/rpcDependencies.ts'
import { showNewDevice } from './showNewDevice.ts'
import { stageOf } from './stage.ts'

interface Reviewing extends Pick<RpcDependencies, 'window' | 'root' | 'onWindow' | 'isReal'> {
  readonly devices: NewDevices
}

/**
 * Shows each device that asks to open the wallet, and sends the decisions to the store until the visitor leaves.
 * @throws Refused `rejected` when the visitor leaves, `keyUnavailable`
 */
export async function reviewDevices({ devices, ...place }: Reviewing, dropped: AbortSignal) {
  for (const device of await devices.list()) {
    const { decided, close } = showNewDevice(device, stageOf(place), dropped)
    try {
      await devices.decide({ key: device.key, meant: await decided })
    } finally {
      close()
    }
  }
}
