import { readSettings } from '../../boot/readSettings.ts'
import { showWallet } from './showWallet.ts'

showWallet({ window, settings: await readSettings() })
