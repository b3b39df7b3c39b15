import { type Identity, IdentityQuery } from '@portico/contracts/services/identity'
import { AddressText } from '@portico/contracts/services/wireText'
import { type Context, Hono } from 'hono'
import { cached } from '../../http/cached.ts'
import { check } from '../../http/readBody.ts'
import { requireProject } from '../../projectConfig/requireProject.ts'
import type { Chains } from '../chains.ts'
import type { NameRegister } from '../names/nameRegister.ts'
import type { Parts } from '../parts.ts'
import { ETHEREUM, ensNames } from './ensNames.ts'
import type { FoundName, NameSource } from './nameSource.ts'

/** The names registered with this service; every registration was signed by the account. */
export const registeredNames = (register: NameRegister): NameSource => ({
  async find(address) {
    const [latest] = await register.of(address)
    return latest && { name: latest.name }
  },
})

/** Registered names come before those of ENS, which is only used if there is an Ethereum node. */
export const nameSources = (chains: Chains, register: NameRegister): readonly NameSource[] => [
  registeredNames(register),
  ...(chains.ids.includes(ETHEREUM) ? [ensNames(chains)] : []),
]

async function findName(sources: readonly NameSource[], address: string): Promise<FoundName | undefined> {
  for (const source of sources) {
    const found = await source.find(address)
    if (found) return found
  }
  return undefined
}

/**
 * services.md §7.3: the name of an address.
 * @param sources the first source with a name for the address is used
 * @param pictureAt gives the address at which clients may fetch a picture that the owner has chosen; undefined if they
 *   may not
 */
export const identityApi = (
  { projects }: Pick<Parts, 'projects'>,
  sources: readonly NameSource[],
  pictureAt: (address: string, c: Context) => string | undefined = (address) => address,
) =>
  new Hono().get('/v1/identity/:address', cached('private, max-age=300'), async (c) => {
    await requireProject(c, projects)
    check(IdentityQuery, c.req.query())
    const found = await findName(sources, check(AddressText, c.req.param('address')))
    const picture = found?.avatar?.startsWith('data:') ? found.avatar : found?.avatar && pictureAt(found.avatar, c)
    return c.json({
      name: found?.name ?? null,
      avatar: picture ?? null,
      resolvedAt: new Date().toISOString(),
    } satisfies Identity)
  })
