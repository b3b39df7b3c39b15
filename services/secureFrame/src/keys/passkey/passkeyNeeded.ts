import { DeviceUnconfirmed } from '../../parts.ts'

/**
 * This device has no share that fits, and a passkey of this wallet seals one that does. Whoever does not ask for it goes on as
 * without one: by the mailed link.
 */
export class PasskeyNeeded extends DeviceUnconfirmed {
  constructor() {
    super()
    this.name = 'PasskeyNeeded'
  }
}
