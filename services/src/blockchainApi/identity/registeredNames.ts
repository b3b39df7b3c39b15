import type { NameRegister } from '../names/nameRegister.ts'
import type { NameSource } from './nameSource.ts'

/** Names that this service has given out; each was signed by the account that has it. */
export const registeredNames = (register: NameRegister): NameSource => ({
  async find(address) {
    const [latest] = await register.of(address)
    return latest && { name: latest.name }
  },
})
