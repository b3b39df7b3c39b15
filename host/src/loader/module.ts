import type { PorticoOptions } from '../options/types.ts'
import type { PorticoModal } from '../site/publicApi.ts'
import { createModal as create } from './createModal.ts'
import { hostOf } from './hostOf.ts'

export type { PorticoOptions } from '../options/types.ts'
export type {
  OpenOptions,
  PorticoModal,
  PublicAccount,
  PublicEvent,
  PublicNetwork,
  PublicState,
} from '../site/publicApi.ts'

/** The ES module that a site imports. Returns a modal at once and never throws. Does nothing on a server. */
export const createModal = (options: PorticoOptions): PorticoModal => create(options, hostOf(import.meta.url))
