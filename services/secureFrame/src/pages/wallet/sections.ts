import { showDelete } from './deleteSection.ts'
import { showDevices } from './devicesSection.ts'
import { showExport } from './exportSection.ts'
import type { Section } from './openedWallet.ts'
import { showPasskeys } from './passkeySection.ts'
import { showSignOut } from './signOutSection.ts'

/** The sections of the page, from top to bottom. */
export const sections: readonly Section[] = [
  { show: showDevices },
  { show: showPasskeys },
  { show: showExport },
  { show: showSignOut, worksClosed: true },
  { show: showDelete, worksClosed: true },
]
