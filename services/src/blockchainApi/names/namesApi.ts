import {
  FullName,
  NAME_REGISTER_PATH,
  NameLabel,
  type NameLookup,
  NameReverseQuery,
  type NameSuggestions,
  NameSuggestionsQuery,
  NameVersionQuery,
  RegistrationRequest,
  SUGGESTIONS_MAX,
} from '@portico/contracts/services/names'
import { AddressText } from '@portico/contracts/services/wireText'
import { Hono } from 'hono'
import { revalidated } from '../../http/cached.ts'
import { ServiceError } from '../../http/errors.ts'
import { check, readBody } from '../../http/readBody.ts'
import { requireProject } from '../../projectConfig/requireProject.ts'
import type { Parts } from '../parts.ts'
import type { NamesOptions } from './environment.ts'
import { isSignedBy } from './isSignedBy.ts'
import type { NameRegister } from './nameRegister.ts'
import { readRegistration } from './readRegistration.ts'
import { suggestLabels } from './suggestLabels.ts'

async function suggest(register: NameRegister, label: string, zone: string): Promise<NameSuggestions> {
  const [name, ...others] = [label, ...suggestLabels(label)].map((each) => `${each}.${zone}`)
  const taken = await register.taken(name ? [name, ...others] : others)
  const free = others.filter((other) => !taken.has(other))
  const names = name ? [name, ...free] : free
  return { suggestions: names.slice(0, SUGGESTIONS_MAX).map((each) => ({ name: each, registered: taken.has(each) })) }
}

/**
 * services.md §7.14 to §7.17: names in one zone. A name belongs to the first account that requests it and signs the
 * request.
 * @param now milliseconds since 1970
 */
export function namesApi(
  { chains, projects }: Pick<Parts, 'chains' | 'projects'>,
  register: NameRegister,
  { zone }: NamesOptions,
  now: () => number = Date.now,
) {
  return new Hono()
    .get('/v1/profile/account/:name', revalidated, async (c) => {
      await requireProject(c, projects)
      check(NameVersionQuery, c.req.query())
      const answer: NameLookup = (await register.find(check(FullName, c.req.param('name')))) ?? []
      return c.json(answer)
    })
    .get('/v1/profile/reverse/:address', revalidated, async (c) => {
      await requireProject(c, projects)
      check(NameReverseQuery, c.req.query())
      return c.json(await register.of(check(AddressText, c.req.param('address'))))
    })
    .get('/v1/profile/suggestions/:label', revalidated, async (c) => {
      await requireProject(c, projects)
      const query = check(NameSuggestionsQuery, c.req.query())
      if ((query.zone ?? zone) !== zone) throw new ServiceError('name.invalid', { zone })
      return c.json(await suggest(register, check(NameLabel, c.req.param('label')), zone))
    })
    .post(NAME_REGISTER_PATH, async (c) => {
      const request = await readBody(c, RegistrationRequest)
      const { chainId, ...registration } = readRegistration(request, zone, now())
      const { address } = registration
      const { message } = request
      const signature = request.signature as `0x${string}`
      if (!(await isSignedBy(chains, `eip155:${chainId}`, { address, message, signature }))) {
        throw new ServiceError('signature.wrong')
      }
      const record = await register.add(registration)
      if (!record) throw new ServiceError('name.taken')
      return c.json(record)
    })
}
