/**
 * `npm run project`: an operator's commands for one project, sent to the admin API of running services.
 *
 * PORTICO_SERVICES_URL  where they run (default: those of `npm start`)
 * PORTICO_ADMIN_TOKEN   the admin token (default: the one that `npm start` wrote to .portico/admin-token)
 * PORTICO_PROJECT_ID    the project (default: the local one)
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { LOCAL_PROJECT_ID, localPorts, localUrl } from './local.mjs'
import { isSignedByPasskey } from './verifyAction.mjs'

const USAGE = `Usage: npm run project -- <command>

  list                              all remotes with their releases, and the allowed origins
  toggle list                       whether each remote is on, and which setting decides that
  toggle <remote> on|off|site       site: each site decides (only remotes without a feature entry, such as send)
  set <remote> channel=<name> version=<x.y.z> rollout=<0-100>
                                    any of the three; an empty value removes a setting
  pin <remote> <x.y.z>              this version for all visitors
  rollout <remote> <0-100>          the percentage of visitors who get the version or channel that is set
  rollout <remote> <x.y.z>|<channel> 5,25,100 [--every 1h] [--loads 1000] [--by-hand]
                                    in steps, each after this time (m, h or d) and so many healthy loads; it is
                                    rolled back by itself if it fails more often than stable, except --by-hand
  rollout <remote>                  how the rollout stands
  rollout <remote> stop             no further steps; visitors keep what they have
  rollback <remote> [<reason>]      the channel stable for all visitors, or else the version before the present one
  health <remote> [<hours>]         how each version fares in browsers (default: the last 24 hours)
  kill <remote>                     off at once, whatever else is set; "toggle … on" undoes it
  origins                           the origins that may use the project
  origins add|remove <origin>…      such as https://shop.example, https://*.shop.example or app.example:8443
  feature <name> on|off             multi_wallet: several wallets per chain family; reown_branding: the line below the modal
  zones                             the time zones without buying, swapping and paying
  zones <zone>…|none|default        such as Asia/Shanghai; none: no restriction; default: the modal's own list
  analytics                         the counts of the last thirty days
  analytics on|off [addresses|no-addresses] [health=<0-100>]
                                    whether sites may send usage events, whether those may name the account, and the
                                    percentage of page loads that report the health of remotes
  audit [<number>]                  the last changes (default: 20): who changed what, and when
  operators                         who can sign in to the console, and with which roles
  operators invite <name> <role>[@<project>]…
                                    a one-time link to the console; roles: viewer, operator, releaser (of all projects)
  projects                          all projects of these services
  create [<id>]                     a new project; without an id, one is generated

Names, versions and zones that do not exist are refused. --force accepts them, for what will be published later, and
offers a remote for which the services are not configured.`

const TOKEN_FILE = new URL('../.portico/admin-token', import.meta.url)
const ANSWER_TIMEOUT_MS = 10_000

/** A user error; only its message is shown. */
class OperatorError extends Error {}

/**
 * @typedef {{ channel?: string, version?: string, rollout?: number }} Release
 * @typedef {{ id: string, state: 'on' | 'off' | 'site', decidedBy: string, switch: Release, missing?: string, isForced?: boolean }} RemoteState
 * @typedef {{ id: string, allowedOrigins: string[], restrictedTimeZones?: string[], remotes: RemoteState[] }} Project
 * @typedef {import('./verifyAction.mjs').ActionSignature} ActionSignature
 * @typedef {{ at: string, actor: string, action: string, reason?: string, signatures?: ActionSignature[], from: Record<string, unknown>, to: Record<string, unknown> }} AuditEntry
 * @typedef {{ method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE', path: string, body?: unknown, isOfAll?: boolean }} Call
 *   `path` is relative to the project or, with `isOfAll`, to all projects
 * @typedef {object} Command
 * @property {Call | ((now: Project) => Call)} call a function gets the current state, which is read first
 * @property {(answer: any) => string} show
 */

/** @param {string[][]} rows */
function table(rows) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (/** @type {string[]} */ row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return rows.map((row) => line(row).trimEnd()).join('\n')
}

/** @param {Project} project */
const showStates = ({ remotes }) =>
  table([['remote', 'state', 'decided by'], ...remotes.map(({ id, state, decidedBy }) => [id, state, decidedBy])])

/** What the services withhold, with the reason. @param {RemoteState[]} remotes */
const showMissing = (remotes) =>
  remotes.flatMap(({ id, missing, isForced }) =>
    missing ? [`${id} is ${isForced ? 'offered although' : 'not offered:'} ${missing}`] : [],
  )

/** @param {Project} project */
function showAll({ id, allowedOrigins, remotes }) {
  const rows = remotes.map((remote) => {
    const { channel = '', version = '', rollout } = remote.switch
    return [remote.id, remote.state, remote.decidedBy, channel, version, rollout === undefined ? '' : `${rollout} %`]
  })
  const origins = allowedOrigins.length > 0 ? allowedOrigins.join(', ') : 'none listed'
  return [
    `project ${id}`,
    `allowed origins: ${origins}`,
    '',
    table([['remote', 'state', 'decided by', 'channel', 'version', 'rollout'], ...rows]),
    ...showMissing(remotes).flatMap((line, index) => (index === 0 ? ['', line] : [line])),
  ].join('\n')
}

/** @param {Project} project */
const showOrigins = ({ allowedOrigins }) =>
  allowedOrigins.join('\n') ||
  'None is listed: only pages on localhost and the built-in hosts may show the modal, and none may sign visitors in.'

/** @param {Project} project */
const showZones = ({ restrictedTimeZones: zones }) =>
  zones ? zones.join('\n') || 'None: no time zone is restricted.' : 'The modal’s own list.'

/**
 * @typedef {{ event: string, count: number }} Counted
 * @typedef {{ release: string, type: string, count: number, lastDay: string }} Failed
 * @param {{ from: string, to: string, events: Counted[], errors: Failed[], accounts: { day: string, count: number }[] }} report
 */
function showReport({ from, to, events, errors, accounts }) {
  /** @type {Map<string, number>} */
  const byEvent = new Map()
  for (const { event, count } of events) byEvent.set(event, (byEvent.get(event) ?? 0) + count)
  const sorted = [...byEvent].sort(([, one], [, other]) => other - one)
  const section = (/** @type {string[]} */ head, /** @type {string[][]} */ rows) =>
    rows.length ? [table([head, ...rows])] : []
  return [
    `${from} to ${to}`,
    table([['event', 'count'], ...sorted.map(([event, count]) => [event, String(count)])]),
    ...section(
      ['error', 'release', 'count', 'last'],
      errors.map(({ type, release, count, lastDay }) => [type, release, String(count), lastDay]),
    ),
    ...section(
      ['day', 'accounts'],
      accounts.map(({ day, count }) => [day, String(count)]),
    ),
  ].join('\n\n')
}

/** Checks the signature again. @param {ActionSignature} signature */
const showSignature = (signature) =>
  isSignedByPasskey(signature)
    ? `signed by ${signature.operator}`
    : `WRONG SIGNATURE of ${signature.operator}: this row was changed, or not signed`

/** One change per block: the action, and each value before and after. @param {{ entries: AuditEntry[] }} page */
const showAudit = ({ entries }) =>
  entries
    .map(({ at, actor, action, reason, signatures = [], from, to }) =>
      [
        `${at}  ${actor}  ${action}`,
        ...(reason === undefined ? [] : [`  because: ${reason}`]),
        ...signatures.map((signature) => `  ${showSignature(signature)}`),
        ...Object.keys(to).map((name) => `  ${name}: ${JSON.stringify(from[name])} → ${JSON.stringify(to[name])}`),
      ].join('\n'),
    )
    .join('\n') || 'Nothing has been changed yet.'

/** @param {string} remoteId */
const showRemote =
  (remoteId) =>
  (/** @type {Project} */ { remotes }) => {
    const remote = remotes.find(({ id }) => id === remoteId)
    if (!remote) throw new OperatorError(`The services know no remote "${remoteId}".`)
    const { channel, version, rollout } = remote.switch
    const release = [
      ...(channel === undefined ? [] : [`channel ${channel}`]),
      ...(version === undefined ? [] : [`version ${version}`]),
      ...(rollout === undefined ? [] : [`rollout ${rollout} %`]),
    ]
    const state =
      remote.state === 'site' ? `left to each site (${remote.decidedBy})` : `${remote.state} (${remote.decidedBy})`
    return [`${remoteId} is ${state}; release: ${release.join(', ') || 'stable'}`, ...showMissing([remote])].join('\n')
  }

/** @param {{ loads: number, failures: number, rate: number | null }} side */
const showSide = ({ loads, failures, rate }) =>
  `${failures} of ${loads} loads failed${rate === null ? '' : ` (${(100 * rate).toFixed(1)} %)`}`

/** @param {any} verdict @returns {string[]} */
function showVerdict(verdict) {
  const { result, rollout, stable, sampleRatio } = verdict
  const said = { noData: 'nothing to compare yet', noDifference: 'no difference found', worse: 'worse than stable' }
  const { actual, expected } = sampleRatio
  const share = `The rollout has ${actual?.toFixed(1)} % of the loads instead of ${expected} %: the groups may not be comparable.`
  return [
    `rollout: ${showSide(rollout)}; stable: ${showSide(stable)}; ${said[/** @type {keyof typeof said} */ (result)]}`,
    ...(sampleRatio.isSuspicious ? [share] : []),
  ]
}

/** @param {string} remoteId */
const showRollout = (remoteId) => (/** @type {any} */ state) => {
  const { target, steps, step, stepSince, stepLoads, waitsFor, verdict, ended } = state
  const name = target.version ?? `channel ${target.channel}`
  const next = waitsFor?.nextPercent === null ? 'completed' : `${waitsFor?.nextPercent} %`
  return [
    `${remoteId} ${name}: step ${step + 1} of ${steps.length}, ${steps[step].percent} % since ${stepSince}`,
    ended
      ? `ended (${ended.how}) at ${ended.at}: ${ended.reason}`
      : `${stepLoads.healthy} healthy loads; ${next} after ${waitsFor.until} and ${waitsFor.healthyLoads} more`,
    ...(verdict ? showVerdict(verdict) : []),
  ].join('\n')
}

/** @param {any} health */
function showHealth({ from, to, versions, verdict }) {
  const text = (/** @type {number | null} */ value) => (value === null ? '' : String(value))
  const rows = versions.map((/** @type {any} */ one) => [
    one.version,
    ...[one.loads, one.failedLoads, one.firstRenders, one.crashes, one.viewErrors].map(text),
    ...[one.loadMs.p50, one.loadMs.p95, one.renderMs.p50, one.renderMs.p95].map(text),
  ])
  const head = ['version', 'loads', 'failed', 'drawn', 'crashes', 'view errors', 'load p50', 'p95', 'drawn p50', 'p95']
  return [
    `${from} to ${to}, times in ms`,
    rows.length ? table([head, ...rows]) : 'No page has reported anything.',
    ...(verdict ? [showVerdict(verdict).join('\n')] : []),
  ].join('\n\n')
}

/**
 * The services know which remotes exist.
 * @param {string | undefined} remoteId @returns {string} ready for a path
 */
function named(remoteId) {
  if (remoteId) return encodeURIComponent(remoteId)
  throw new OperatorError('Name the remote: "npm run project -- list" lists them.')
}

/** @param {string} text */
function readRollout(text) {
  if (!/^\d{1,3}$/.test(text) || Number(text) > 100) {
    throw new OperatorError(`A rollout is a whole number from 0 to 100, not "${text}".`)
  }
  return Number(text)
}

/** @param {string[]} settings such as `channel=beta` */
function readRelease(settings) {
  /** @type {Record<string, string | number | null>} */
  const release = {}
  for (const setting of settings) {
    const [, name, value] = /^(channel|version|rollout)=(.*)$/.exec(setting) ?? []
    if (!name || value === undefined) {
      throw new OperatorError(`"${setting}" is none of channel=<name>, version=<x.y.z> and rollout=<0-100>.`)
    }
    if (value === '') release[name] = null
    else release[name] = name === 'rollout' ? readRollout(value) : value
  }
  return release
}

/** @param {string} text such as `90m` @returns minutes */
function readMinutes(text) {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  if (!count || !unit) throw new OperatorError(`"${text}" is no time like 30m, 1h or 2d.`)
  return Number(count) * ({ m: 1, h: 60, d: 1440 }[unit] ?? 0)
}

/** @param {string} target @param {string[]} rest the steps, and the options */
function readSteps(target, [list = '', ...options]) {
  const { values } = readOptions(options)
  const afterMinutes = readMinutes(values.every ?? '1h')
  const loads = values.loads ?? '1000'
  if (!/^\d{1,9}$/.test(loads)) throw new OperatorError(`"${loads}" is no number of loads.`)
  return {
    target: /^\d/.test(target) ? { version: target } : { channel: target },
    steps: list.split(',').map((part) => ({ percent: readRollout(part), afterMinutes, healthyLoads: Number(loads) })),
    automaticRollback: !values['by-hand'],
  }
}

/** @param {string[]} args */
function readOptions(args) {
  try {
    const options = /** @type {const} */ ({
      every: { type: 'string' },
      loads: { type: 'string' },
      'by-hand': { type: 'boolean' },
    })
    return parseArgs({ args, options })
  } catch (error) {
    throw new OperatorError(/** @type {Error} */ (error).message)
  }
}

/** @param {string} text such as `releaser` or `operator@<project>` */
function readGrant(text) {
  const [, role, projectId] = /^(viewer|operator|releaser)(?:@([0-9a-f]{32}))?$/.exec(text) ?? []
  if (!role) throw new OperatorError(`"${text}" is no role: viewer, operator or releaser, and "@<project>" behind it.`)
  return { role, projectId: projectId ?? null }
}

/** @typedef {{ name: string, grants: { role: string, projectId: string | null }[], passkeys: unknown[], wallets: string[] }} Operator */
/** @param {{ operators: Operator[] }} answer */
const showOperators = ({ operators }) =>
  operators.length === 0
    ? 'There are none yet: "operators invite <name> releaser" makes a link for the first one.'
    : table([
        ['name', 'roles', 'passkeys', 'wallets'],
        ...operators.map(({ name, grants, passkeys, wallets }) => [
          name,
          grants.map(({ role, projectId }) => (projectId ? `${role}@${projectId}` : role)).join(' '),
          String(passkeys.length),
          String(wallets.length),
        ]),
      ])

/** @type {(remoteId: string, body: unknown) => Command} */
const setRelease = (remoteId, body) => ({
  call: { method: 'PATCH', path: `/remotes/${remoteId}/switch`, body },
  show: showRemote(remoteId),
})

/** @type {(path: string, body: unknown, show: Command['show']) => Command} */
const put = (path, body, show) => ({ call: { method: 'PUT', path, body }, show })

/** @type {Record<string, (args: string[]) => Command>} */
const commands = {
  list: () => ({ call: { method: 'GET', path: '' }, show: showAll }),
  toggle([first, state]) {
    if (first === 'list') return { call: { method: 'GET', path: '' }, show: showStates }
    const remoteId = named(first)
    const on = { on: true, off: false, site: null }[state ?? '']
    if (on === undefined) throw new OperatorError(`Say "toggle ${remoteId} on", "… off" or "… site".`)
    return put(`/remotes/${remoteId}/toggle`, { on }, showRemote(remoteId))
  },
  set([first, ...settings]) {
    const remoteId = named(first)
    if (settings.length === 0) throw new OperatorError('Name at least one of channel=, version= and rollout=.')
    return setRelease(remoteId, readRelease(settings))
  },
  pin([first, version]) {
    const remoteId = named(first)
    if (!version) throw new OperatorError(`Name the version: pin ${remoteId} <x.y.z>.`)
    return setRelease(remoteId, { version, rollout: null })
  },
  rollout([first, second, ...more]) {
    const remoteId = named(first)
    const path = `/remotes/${remoteId}/rollout`
    const show = showRollout(remoteId)
    if (second === undefined) return { call: { method: 'GET', path }, show }
    if (second === 'stop') return { call: { method: 'DELETE', path }, show }
    if (more.length === 0) return setRelease(remoteId, { rollout: readRollout(second) })
    return put(path, readSteps(second, more), show)
  },
  rollback([first, ...reason]) {
    const remoteId = named(first)
    const body = reason.length ? { reason: reason.join(' ') } : {}
    return { call: { method: 'POST', path: `/remotes/${remoteId}/rollback`, body }, show: showRemote(remoteId) }
  },
  health([first, hours = '24']) {
    const remoteId = named(first)
    if (!/^[1-9]\d{0,2}$/.test(hours)) throw new OperatorError(`"${hours}" is no number of hours.`)
    return { call: { method: 'GET', path: `/remotes/${remoteId}/health?hours=${hours}` }, show: showHealth }
  },
  kill([first]) {
    const remoteId = named(first)
    return { call: { method: 'POST', path: `/remotes/${remoteId}/kill` }, show: showRemote(remoteId) }
  },
  origins([verb, ...listed]) {
    if (!verb) return { call: { method: 'GET', path: '' }, show: showOrigins }
    if ((verb !== 'add' && verb !== 'remove') || listed.length === 0) {
      throw new OperatorError('Say "origins add <origin>…" or "origins remove <origin>…".')
    }
    return {
      call: ({ allowedOrigins }) => {
        const others = allowedOrigins.filter((origin) => !listed.includes(origin))
        const missing = listed.filter((origin) => !allowedOrigins.includes(origin))
        if (verb === 'remove' && missing.length) throw new OperatorError(`${missing.join(', ')}: not in the list.`)
        const next = verb === 'add' ? [...allowedOrigins, ...missing] : others
        return { method: 'PUT', path: '/origins', body: { allowedOrigins: next } }
      },
      show: showOrigins,
    }
  },
  feature([name, state]) {
    if (!name || (state !== 'on' && state !== 'off')) {
      throw new OperatorError('Say "feature multi_wallet on", or "off", or the same with reown_branding.')
    }
    const path = `/features/${encodeURIComponent(name)}`
    return put(path, { on: state === 'on' }, () => `${name} is ${state}.`)
  },
  zones(zones) {
    if (zones.length === 0) return { call: { method: 'GET', path: '' }, show: showZones }
    const [first] = zones
    const restrictedTimeZones = first === 'default' ? null : first === 'none' ? [] : zones
    return put('/time-zones', { restrictedTimeZones }, showZones)
  },
  analytics([state, ...rules]) {
    if (!state) return { call: { method: 'GET', path: '/analytics' }, show: showReport }
    const health = rules.find((one) => one.startsWith('health='))
    const rule = rules.find((one) => one !== health)
    const healthPercent = health === undefined ? {} : { healthPercent: readRollout(health.slice('health='.length)) }
    const addresses = rule === undefined ? {} : { addresses: rule === 'addresses' }
    if ((state !== 'on' && state !== 'off') || ![undefined, 'addresses', 'no-addresses'].includes(rule)) {
      throw new OperatorError('Say "analytics on" or "analytics off", and "addresses" or "no-addresses" behind it.')
    }
    const and = health === undefined ? '' : `, health reports of ${health.slice('health='.length)} % of the page loads`
    const said = `Analytics are ${state}${rule ? `, with ${rule.replace('-', ' ')}` : ''}${and}.`
    return put('/analytics', { isAnalyticsEnabled: state === 'on', ...addresses, ...healthPercent }, () => said)
  },
  audit([count = '20']) {
    if (!/^[1-9]\d{0,2}$/.test(count) || Number(count) > 200) {
      throw new OperatorError('The number of changes is from 1 to 200.')
    }
    return { call: { method: 'GET', path: `/audit?limit=${count}` }, show: showAudit }
  },
  operators([verb, name, ...roles]) {
    if (!verb) return { call: { method: 'GET', path: '/operators', isOfAll: true }, show: showOperators }
    if (verb !== 'invite' || !name || roles.length === 0) {
      throw new OperatorError('Say "operators invite <name> <role>", such as "operators invite Ada releaser".')
    }
    return {
      call: {
        method: 'POST',
        path: '/operators/invitations',
        body: { name, grants: roles.map(readGrant) },
        isOfAll: true,
      },
      show: ({ url, expiresAt }) => `${url}\nThe link works once, until ${expiresAt}. Only ${name} should see it.`,
    }
  },
  projects: () => ({
    call: { method: 'GET', path: '/projects', isOfAll: true },
    show: (/** @type {{ projects: { id: string, createdAt: string }[] }} */ { projects }) =>
      table([['project', 'created'], ...projects.map(({ id, createdAt }) => [id, createdAt])]),
  }),
  create: ([id]) => ({
    call: { method: 'POST', path: '/projects', body: id ? { id } : {}, isOfAll: true },
    show: ({ id: created }) => `${created} is there; set PORTICO_PROJECT_ID to it for the other commands.`,
  }),
}

async function readToken() {
  if (process.env.PORTICO_ADMIN_TOKEN) return process.env.PORTICO_ADMIN_TOKEN
  const text = await readFile(TOKEN_FILE, 'utf8').catch(() => '')
  if (text.trim()) return text.trim()
  throw new OperatorError('There is no admin token: set PORTICO_ADMIN_TOKEN, or run "npm start", which writes one.')
}

/** @param {Call} call @param {boolean} [isForced] @returns {Promise<any>} the services' answer */
async function send({ method, path, body, isOfAll = false }, isForced = false) {
  const services = (process.env.PORTICO_SERVICES_URL || localUrl(localPorts().services)).replace(/\/+$/, '')
  const projectId = process.env.PORTICO_PROJECT_ID || LOCAL_PROJECT_ID
  const headers = { Authorization: `Bearer ${await readToken()}`, 'Content-Type': 'application/json' }
  const resource = isOfAll ? path : `/projects/${encodeURIComponent(projectId)}${path}`
  const url = `${services}/admin/v1${resource}${isForced ? `${path.includes('?') ? '&' : '?'}force=true` : ''}`
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
  const response = await fetch(url, { method, headers, signal, body: JSON.stringify(body) }).catch((cause) => {
    throw new OperatorError(`The services do not answer at ${services}; "npm start" starts them.`, { cause })
  })
  const answer = await response.json().catch(() => undefined)
  if (response.ok && answer) return answer
  if (response.status === 401) {
    throw new OperatorError('The services do not know this admin token; set PORTICO_ADMIN_TOKEN to one that they know.')
  }
  throw new OperatorError(
    answer?.error?.message
      ? answer.error.message.replace(/[^.?]$/, '$&.')
      : `What answers at ${services} is not Portico's services (HTTP status ${response.status}).`,
  )
}

/** @param {string[]} all */
async function main(all) {
  const [name = '', ...args] = all.filter((arg) => arg !== '--force')
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!name) throw new OperatorError(USAGE)
  if (!command) {
    throw new OperatorError(`There is no command "${name}"; the commands are ${Object.keys(commands).join(', ')}.`)
  }
  const { call, show } = command(args)
  const ready = typeof call === 'function' ? call(await send({ method: 'GET', path: '' })) : call
  console.log(show(await send(ready, all.includes('--force'))))
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exitCode = 1
})
