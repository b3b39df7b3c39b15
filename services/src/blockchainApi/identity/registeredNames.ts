import type { NameRegister } from '../names/nameRegister.ts'
import type { NameSource } from './nameSource.ts'

/** Names registered with this service; each was signed by its account. */
export const registeredNames = (register: NameRegister): NameSource => ({
  async find(address) {
    const [latest] = await register.of(address)
    return latest && { name: latest.name }
  },
})
