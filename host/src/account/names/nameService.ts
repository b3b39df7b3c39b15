import { type Account, isModalError, ModalError } from '@portico/contracts'
import {
  NAME_REGISTER_PATH,
  NameReverse,
  NameSuggestions,
  nameReversePath,
  nameSuggestionsPath,
  type RegistrationRequest,
} from '@portico/contracts/services/names'
import { ServiceErrorBody } from '@portico/contracts/services/serviceError'
import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import type { Thunk } from '../../connections/situation.ts'
import { wireParameters } from '../../project/fetchConfig.ts'
import { selectOptions } from '../../settingsSlice.ts'

/** Generous, because the service may have to call a contract to verify the signature. */
const TIMEOUT_MS = 15_000

export type NameSuggestion = NameSuggestions['suggestions'][number]

interface Question {
  readonly path: string
  readonly query?: URLSearchParams
  readonly body?: RegistrationRequest
  readonly signal?: AbortSignal | undefined
}

/**
 * Sends one of the name requests of services.md §7.14 to §7.17.
 * @throws ModalError `service.unreachable`; `service.status` with the service's own code in `details.code`
 */
const askNames =
  ({ path, query, body, signal }: Question): Thunk<Response> =>
  async (_, getState) => {
    const { api } = selectOptions(getState()).endpoints
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    try {
      const response = await fetch(`${api}${path.slice(1)}${query ? `?${query}` : ''}`, {
        cache: 'no-cache',
        credentials: 'omit',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        ...(body && {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        }),
      })
      if (response.ok) return response
      const { success, output } = safeParse(ServiceErrorBody, await response.json().catch(() => undefined))
      const { status } = response
      throw new ModalError('service.status', { details: { status, ...(success && { code: output.error.code }) } })
    } catch (error) {
      throw isModalError(error) ? error : new ModalError('service.unreachable', { cause: error })
    }
  }

/** @throws ModalError `service.invalidAnswer` */
async function read<S extends GenericSchema>(schema: S, response: Response): Promise<InferOutput<S>> {
  const { success, output } = safeParse(schema, await response.json().catch(() => undefined))
  if (!success) throw new ModalError('service.invalidAnswer')
  return output
}

/** The name with the requested label first, then similar names that are free, all with their zone. */
export const suggestNames =
  (label: string, signal: AbortSignal): Thunk<readonly NameSuggestion[]> =>
  async (dispatch, getState, { sdkVersion = '' }) => {
    const { projectId } = selectOptions(getState())
    const query = wireParameters(projectId, sdkVersion)
    const answer = await dispatch(askNames({ path: nameSuggestionsPath(label), query, signal }))
    return (await read(NameSuggestions, answer)).suggestions
  }

/** The names that an account has registered, newest first. */
export const namesOf =
  ({ address }: Account, signal: AbortSignal): Thunk<readonly string[]> =>
  async (dispatch, getState, { sdkVersion = '' }) => {
    const { projectId } = selectOptions(getState())
    const about = { sender: address, apiVersion: '2' }
    const query = new URLSearchParams([...Object.entries(about), ...wireParameters(projectId, sdkVersion)])
    const answer = await dispatch(askNames({ path: nameReversePath(address), query, signal }))
    return (await read(NameReverse, answer)).map(({ name }) => name)
  }

/** Cannot be aborted, and so resolves only once the service has responded. */
export const postRegistration =
  (body: RegistrationRequest): Thunk<void> =>
  async (dispatch) => {
    await dispatch(askNames({ path: NAME_REGISTER_PATH, body }))
  }
