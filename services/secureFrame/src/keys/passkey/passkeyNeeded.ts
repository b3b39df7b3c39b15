import { DeviceUnconfirmed } from '../../interfaces.ts'

/** This device has no matching share, but a passkey of this wallet seals one. Only the mailed link avoids it. */
export class PasskeyNeeded extends DeviceUnconfirmed {
  constructor() {
    super()
    this.name = 'PasskeyNeeded'
  }
}
