import { type ChainAdapter, type ChainNamespace, ModalError } from '@portico/contracts'
import type { HostServices } from '../hostServices.ts'

/** @throws ModalError `adapter.missing` */
export function adapterOf({ adapters }: HostServices, namespace: ChainNamespace): ChainAdapter {
  const adapter = adapters[namespace]
  if (!adapter) throw new ModalError('adapter.missing', { details: { namespace } })
  return adapter
}
