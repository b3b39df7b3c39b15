import { readSettings } from '../boot/readSettings.ts'
import { showDevice } from './device.ts'

showDevice({ window, settings: await readSettings() })
