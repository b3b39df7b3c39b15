import {
  type AccountType,
  type CaipNetworkId,
  CHAIN_NAMESPACES,
  type ChainAdapter,
  type ChainNamespace,
  type Connector,
  DEFAULT_ACCOUNT_TYPES,
  DEFAULT_THEME_MODE,
  isCaipNetworkId,
  ModalError,
  type Network,
} from '@portico/contracts'
import {
  custom,
  type GenericSchema,
  getDotPath,
  type InferOutput,
  optional,
  pipe,
  record,
  safeParse,
  string,
  transform,
  unknown,
} from 'valibot'
import { DEFAULT_FEATURES, DEFAULT_SAFE_ORIGINS, OFF_UNLESS_TRUE, ON_UNLESS_FALSE } from './defaults.ts'
import {
  Connector as ConnectorSchema,
  Network as NetworkSchema,
  namespaceOf,
  optionSchemas,
  PART_BY_PART,
} from './schema.ts'
import type { EndpointOptions, FeatureOptions, NetworkOption, PorticoOptions } from './types.ts'

/** The data options, complete: missing or invalid ones are replaced by their defaults. */
export interface ResolvedOptions
  extends Required<typeof ON_UNLESS_FALSE>,
    Required<typeof OFF_UNLESS_TRUE>,
    Omit<
      Pick<PorticoOptions, keyof typeof optionSchemas>,
      keyof typeof ON_UNLESS_FALSE | keyof typeof OFF_UNLESS_TRUE
    > {
  readonly projectId: string
  readonly coinbasePreference: 'all' | 'smartWalletOnly' | 'eoaOnly'
  readonly safeOrigins: readonly string[]
  readonly metadata: { name: string; description?: string; url?: string; icons?: readonly string[] }
  readonly endpoints: Required<Pick<EndpointOptions, 'host' | 'api'>> & EndpointOptions
  readonly themeMode: 'dark' | 'light'
  readonly themeVariables: Readonly<Record<string, string | number>>
  readonly features: FeatureOptions & typeof DEFAULT_FEATURES
  /** As the site has set them, without defaults: the project configuration may override them, with a warning. */
  readonly localFeatures: FeatureOptions
  readonly defaultAccountTypes: Readonly<Partial<Record<ChainNamespace, AccountType>>>
}

/** A wallet that the site provides, and the wallet's provider (EIP-1193). */
interface OwnConnector {
  readonly connector: Connector
  readonly provider: { request(request: { method: string; params?: unknown }): Promise<unknown> }
}

export interface ReadOptions {
  readonly options: ResolvedOptions
  readonly networks: readonly Network[]
  readonly defaultNetworkId: CaipNetworkId | undefined
  /** The families that have an adapter. */
  readonly families: readonly ChainNamespace[]
  readonly ownAdapters: readonly ChainAdapter[]
  /** The site's own wallets. Their providers are passed on by reference. */
  readonly ownConnectors: readonly OwnConnector[]
  /** Passed on by reference, without being read. */
  readonly plugIns: Readonly<Partial<Record<(typeof PLUG_INS)[number], unknown>>> & {
    /** Why the site's plug-in cannot sign visitors in. */
    readonly signInFault?: ModalError
  }
  /** The errors, in the order of the options. Despite them, the modal continues with defaults. */
  readonly problems: readonly ModalError[]
  /** If set, the modal shows nothing but this error. */
  readonly fatal: ModalError | undefined
}

/** Options that are not data. The code that uses them validates them. */
const PLUG_INS = ['siwx', 'siweConfig', 'universalProvider', 'universalProviderConfigOverride'] as const

const withSlash = (text: string) => (text.endsWith('/') ? text : `${text}/`)

/** Reads one field of any value. If a getter throws, returns `otherwise`. */
function field(from: unknown, name: string, otherwise?: object): unknown {
  try {
    return typeof from === 'object' && from !== null ? (from as Record<string, unknown>)[name] : undefined
  } catch {
    return otherwise
  }
}

/** Undefined if the value is not a list, or cannot be read. */
function listOf(value: unknown): readonly unknown[] | undefined {
  try {
    return Array.isArray(value) ? [...value] : undefined
  } catch {
    return undefined
  }
}

const REASON_MAX = 200
const brief = (text: string) => (text.length > REASON_MAX ? `${text.slice(0, REASON_MAX)}…` : text)

/** An error with a path and a reason that a site's developer can act on. */
const invalid = (path: string, reason: string) =>
  new ModalError('options.invalid', { details: { path: brief(path), reason: brief(reason) } })

type Parsed<T> = { readonly value?: T; readonly problems: readonly ModalError[] }

/** Parses a value with a schema. The result is a copy of the known fields, so that it cannot change later. */
function parse<S extends GenericSchema>(key: string, schema: S, value: unknown): Parsed<InferOutput<S>> {
  try {
    const result = safeParse(schema, value)
    if (result.success) return { value: result.output, problems: [] }
    const [issue] = result.issues
    return { problems: [invalid([key, getDotPath(issue)].filter(Boolean).join('.'), issue.message)] }
  } catch {
    return { problems: [invalid(key, 'it cannot be read')] }
  }
}

/** Like `parse`, but for each entry of a record separately. */
function parseEntries(key: string, schema: GenericSchema, value: object): Parsed<Record<string, unknown>> {
  const given = parse(key, record(string(), unknown()), value)
  const entries = Object.entries(given.value ?? {}).map(([name, entry]) => parse(key, schema, { [name]: entry }))
  return {
    value: Object.assign({}, ...entries.map((entry) => entry.value)),
    problems: [given, ...entries].flatMap(({ problems }) => problems),
  }
}

/** Like `parse`, but for each field separately. */
function parseParts(key: string, schema: GenericSchema, value: unknown): Parsed<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return parse(key, record(string(), unknown()), value)
  if (schema.type === 'record') return parseEntries(key, schema, value)
  const problems: ModalError[] = []
  const good: Record<string, unknown> = {}
  const { entries } = schema as unknown as { readonly entries: Readonly<Record<string, GenericSchema>> }
  for (const [name, part] of Object.entries(entries)) {
    // Reads the field within the schema, so that a getter that throws is reported like any unreadable value.
    const parsed = parse(
      `${key}.${name}`,
      pipe(
        custom<Record<string, unknown>>(() => true),
        transform((whole) => whole[name]),
        optional(part),
      ),
      value,
    )
    problems.push(...parsed.problems)
    if (parsed.value !== undefined) good[name] = parsed.value
  }
  return { value: good, problems }
}

/** The other options that a network depends on. */
export interface NetworkSurroundings extends Pick<PorticoOptions, 'projectId' | 'customRpcUrls' | 'chainImages'> {
  readonly endpoints: { readonly api: string; readonly rpc?: string | undefined }
}

/** Parses one of the site's networks, and reports its errors. */
export function parseNetwork(
  path: string,
  given: unknown,
  surroundings: NetworkSurroundings,
): { readonly network?: Network; readonly problems: readonly ModalError[] } {
  const { value, problems } = parse(path, NetworkSchema, given)
  return { problems, ...(value && { network: readNetwork(value as NetworkOption, surroundings) }) }
}

/** Creates a CAIP network: an EVM network if there is no namespace (chains.md §1.1). */
function readNetwork(network: NetworkOption, given: NetworkSurroundings): Network {
  const namespace = namespaceOf(network)
  const caipNetworkId = network.caipNetworkId ?? (`${namespace}:${network.id}` as CaipNetworkId)
  const custom = (given.customRpcUrls?.[caipNetworkId] ?? []).map(({ url }) => url)
  const own = network.rpcUrls.default.http
  const { api, rpc = api } = given.endpoints
  // The services' JSON-RPC URL, used as the last resort. It does not serve Bitcoin, which is read by REST.
  const query = new URLSearchParams({ chainId: caipNetworkId, projectId: given.projectId })
  const hosted = namespace === 'bip122' || !given.projectId ? [] : [`${withSlash(rpc)}v1/?${query}`]
  const forWallets = network.rpcUrls.chainDefault?.http ?? own.slice(0, 1)
  const imageUrl = given.chainImages?.[network.id] ?? network.assets?.imageUrl
  return {
    id: network.id,
    name: network.name,
    chainNamespace: namespace,
    caipNetworkId,
    ...(network.deprecatedCaipNetworkId && { deprecatedCaipNetworkId: network.deprecatedCaipNetworkId }),
    nativeCurrency: network.nativeCurrency,
    // The site's own endpoints take precedence (chains.md, pitfall 52).
    rpcUrls: [...new Set([...custom, ...own, ...hosted])],
    walletRpcUrls: [...new Set([...custom, ...forWallets])],
    ...(network.blockExplorers && { blockExplorerUrl: network.blockExplorers.default.url }),
    testnet: network.testnet ?? false,
    imageUrl: imageUrl ?? `${api}public/networkImage/${encodeURIComponent(caipNetworkId)}`,
  }
}

const ADAPTER_METHODS = [
  'watchConnectors',
  'watchConnection',
  'connect',
  'restore',
  'disconnect',
  'getBalance',
  'signMessage',
  'getProvider',
] as const satisfies (keyof ChainAdapter)[]

const isAdapter = (value: unknown): value is ChainAdapter =>
  CHAIN_NAMESPACES.some((namespace) => namespace === field(value, 'namespace')) &&
  ADAPTER_METHODS.every((method) => typeof field(value, method) === 'function')

const isOwnProvider = (value: unknown): value is OwnConnector['provider'] =>
  typeof field(value, 'request') === 'function'

/** Reports invalid wallets, and keeps the others. */
function readConnectors(given: unknown): Parsed<readonly OwnConnector[]> {
  const list = listOf(given)
  if (!list) return { problems: given === undefined ? [] : [invalid('connectors', 'must be a list')] }
  const problems: ModalError[] = []
  const connectors: OwnConnector[] = []
  for (const [index, entry] of list.entries()) {
    const path = `connectors.${index}`
    const { value, problems: wrong } = parse(path, ConnectorSchema, entry)
    const provider = field(entry, 'provider')
    const { id, name, namespace, imageUrl, explorerId } = value ?? {}
    problems.push(...wrong)
    if (!id || !name || !namespace) continue
    if (!isOwnProvider(provider)) problems.push(invalid(`${path}.provider`, 'must have a function request (EIP-1193)'))
    else if (connectors.some(({ connector }) => connector.id.toLowerCase() === id.toLowerCase())) {
      problems.push(invalid(`${path}.id`, `${id} is listed twice`))
    } else {
      const optionals = { ...(imageUrl && { imageUrl }), ...(explorerId && { explorerId }) }
      connectors.push({ provider, connector: { id, name, type: 'EXTERNAL', namespace, ...optionals } })
    }
  }
  return { value: connectors, problems }
}

/** The families for which a site may give a name instead of an adapter. */
const NAMED_FAMILIES: readonly unknown[] = ['eip155', 'solana', 'bip122']

/** The default description of the page (public-api.md §3). */
function pageMetadata(): ResolvedOptions['metadata'] {
  if (typeof document === 'undefined') return { name: '' }
  const description = document.querySelector<HTMLMetaElement>('meta[property="og:description"]')?.content
  const icon = document.querySelector<HTMLLinkElement>('link[rel~="icon"]')?.href
  return {
    name: document.title,
    url: location.origin,
    ...(description && { description }),
    ...(icon && { icons: [icon] }),
  }
}

/** Never throws: an invalid option is reported, and its default is used. `builtIn`: the families with an adapter. */
export function readOptions(input: unknown, host: string, builtIn: readonly ChainNamespace[]): ReadOptions {
  const problems: ModalError[] = []
  const good: Record<string, unknown> = {}
  for (const [key, schema] of Object.entries<GenericSchema>(optionSchemas)) {
    const value = field(input, key)
    if (value === undefined || (key === 'projectId' && !value)) continue
    const parsed = PART_BY_PART.includes(key) ? parseParts(key, schema, value) : parse(key, schema, value)
    problems.push(...parsed.problems)
    if ('value' in parsed) good[key] = parsed.value
  }
  const options = good as Partial<PorticoOptions>
  if (!options.projectId) problems.unshift(new ModalError('options.projectIdMissing'))

  const api = withSlash(options.endpoints?.api ?? host)
  const networks: Network[] = []
  const surroundings = { ...options, projectId: options.projectId ?? '', endpoints: { ...options.endpoints, api } }
  for (const [index, given] of (listOf(field(input, 'networks')) ?? []).entries()) {
    const { network: known, problems: wrong } = parseNetwork(`networks.${index}`, given, surroundings)
    problems.push(...wrong)
    if (!known) continue
    if (!networks.some(({ caipNetworkId }) => caipNetworkId === known.caipNetworkId)) networks.push(known)
    else problems.push(invalid(`networks.${index}`, `${known.caipNetworkId} is listed twice`))
  }

  const own = readConnectors(field(input, 'connectors'))
  problems.push(...own.problems)

  const adapters = field(input, 'adapters')
  const given = listOf(adapters)
  if (adapters !== undefined && !given) problems.push(invalid('adapters', 'must be a list'))
  for (const [index, entry] of (given ?? []).entries()) {
    if (NAMED_FAMILIES.includes(entry) || isAdapter(entry)) continue
    problems.push(invalid(`adapters.${index}`, 'must be the name of a family, or an adapter'))
  }
  const listed = given ?? networks.map((network) => network.chainNamespace)
  const ownAdapters = listed.filter(isAdapter)
  const families = [
    ...new Set([
      ...ownAdapters.map(({ namespace }) => namespace),
      ...(listed.filter((entry) => builtIn.includes(entry as ChainNamespace)) as ChainNamespace[]),
    ]),
  ]

  return {
    options: {
      ...OFF_UNLESS_TRUE,
      ...ON_UNLESS_FALSE,
      ...options,
      projectId: options.projectId ?? '',
      metadata: { ...pageMetadata(), ...options.metadata },
      endpoints: { ...options.endpoints, host, api },
      coinbasePreference: options.coinbasePreference ?? 'all',
      safeOrigins: options.safeOrigins ?? DEFAULT_SAFE_ORIGINS,
      themeMode: options.themeMode ?? DEFAULT_THEME_MODE,
      themeVariables: options.themeVariables ?? {},
      features: { ...DEFAULT_FEATURES, ...options.features } as ResolvedOptions['features'],
      localFeatures: options.features ?? {},
      defaultAccountTypes: { ...DEFAULT_ACCOUNT_TYPES, ...options.defaultAccountTypes },
    } as ResolvedOptions,
    networks,
    defaultNetworkId: defaultNetwork(field(input, 'defaultNetwork'), networks),
    families,
    ownAdapters,
    ownConnectors: own.value ?? [],
    plugIns: readPlugIns(input, problems),
    problems,
    fatal: fatalProblem(input, networks, families, given?.length === 0),
  }
}

/** The methods that a plug-in needs so that visitors can sign in and out. */
const SIGN_IN_METHODS: Readonly<Record<string, readonly string[]>> = {
  siwx: ['createMessage', 'addSession', 'revokeSession', 'setSessions', 'getSessions'],
  siweConfig: ['getNonce', 'createMessage', 'verifyMessage', 'getSession', 'signOut'],
}

/**
 * Reports a plug-in that cannot sign visitors in, or that throws when read, but keeps it, because a site that wants its
 * visitors signed in must not be treated as one that does not.
 */
function readPlugIns(input: unknown, problems: ModalError[]): ReadOptions['plugIns'] {
  let signInFault: ModalError | undefined
  const given = PLUG_INS.map((name) => {
    const methods = SIGN_IN_METHODS[name] ?? []
    const plugIn = field(input, name, methods.length ? {} : undefined)
    const missing = plugIn ? methods.filter((method) => typeof field(plugIn, method) !== 'function') : []
    if (missing.length) {
      signInFault = invalid(name, `must have ${missing.join(', ')}`)
      problems.push(signInFault)
    }
    return [name, plugIn]
  })
  return { ...Object.fromEntries(given), ...(signInFault && { signInFault }) }
}

/** The default network that the site has set, if it is one of the site's networks (chains.md §1.5). */
function defaultNetwork(given: unknown, networks: readonly Network[]): CaipNetworkId | undefined {
  const [caipNetworkId, id] = [field(given, 'caipNetworkId'), field(given, 'id')]
  return networks.find((network) =>
    isCaipNetworkId(caipNetworkId) ? network.caipNetworkId === caipNetworkId : network.id === id,
  )?.caipNetworkId
}

function fatalProblem(
  given: unknown,
  networks: readonly Network[],
  families: readonly ChainNamespace[],
  isWithoutAdapters: boolean,
): ModalError | undefined {
  if (field(given, 'siwx') && field(given, 'siweConfig')) return new ModalError('options.siwxConflict')
  if (networks.length === 0) return new ModalError('options.clientsMissing')
  // `adapters: []` is the mode without adapters. It offers only pairing, which needs no adapter (rules.md §2,
  // opening rule 1).
  if (isWithoutAdapters) return undefined
  const orphan = networks.find((network) => !families.includes(network.chainNamespace))
  return orphan && new ModalError('adapter.missing', { details: { namespace: orphan.chainNamespace } })
}
