import { type Files, isTest } from '../files.ts'
import { type Edge, type Graph, packageOf } from './graph.ts'
import { browserZones, families, hostLayers, typesForEveryLayer, type Zone, zones } from './rules.ts'

const fits = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replace(/[.]/g, '\\.').replace(/\*/g, '[^/]+')}`).test(path)

const zoneOf = (path: string): Zone | undefined => zones.find((zone) => fits(zone.path, path))

const says = ({ from, specifier }: Edge, why: string) => `${from} imports '${specifier}': ${why}`

/** Imports between packages and zones that the table does not allow. */
export function wrongArrows(graph: Graph, files: Files): string[] {
  const problems: string[] = []
  for (const edge of graph.edges) {
    const from = zoneOf(edge.from)
    const to = zoneOf(edge.to)
    if (!from) {
      problems.push(says(edge, 'its folder has no zone in rules.ts'))
      continue
    }
    if (from.mayImport === 'everything') continue
    const isSamePackage = packageOf(files, edge.from) === packageOf(files, edge.to)
    if (!isSamePackage && edge.specifier.startsWith('.')) {
      problems.push(says(edge, 'another package is imported by its name'))
      continue
    }
    const mayImport = [
      ...from.mayImport,
      ...(edge.isTypeOnly ? (from.mayImportTypesOf ?? []) : []),
      ...(isTest(edge.from) ? (from.testsMayImport ?? []) : []),
    ]
    if (!(isSamePackage && from === to) && !(to && mayImport.includes(to.name))) {
      problems.push(says(edge, `${from.name} may not import ${to?.name ?? 'that'}`))
    }
  }
  for (const edge of graph.packages) {
    const zone = zoneOf(edge.from)
    if (!isTest(edge.from) && zone?.notPackages?.includes(edge.to)) {
      problems.push(says(edge, `${zone.name} does without ${edge.to}`))
    }
  }
  for (const edge of graph.lost) problems.push(says(edge, `there is no ${edge.to}`))
  for (const path of graph.unreadable) {
    if (!isTest(path) && browserZones.includes(zoneOf(path)?.name ?? '')) {
      problems.push(`${path} imports something that is not written out`)
    }
  }
  return problems
}

const HOST = 'host/src/'
const ownZones = zones.filter((zone) => zone.path.startsWith(HOST) && zone.path !== HOST)

/** Imports inside the host that point to a higher layer, and parts of the host that no layer lists. */
export function wrongLayers(graph: Graph): string[] {
  const layerOf = (path: string) => {
    const name = path.slice(HOST.length).split('/')[0] ?? ''
    const named = hostLayers.findIndex((names) => names.includes(name))
    return named === -1 && path === HOST + name ? 0 : named
  }
  const isLayered = (path: string) =>
    path.startsWith(HOST) && !path.endsWith('.d.ts') && !ownZones.some((zone) => fits(zone.path, path))

  const problems: string[] = []
  for (const edge of graph.edges) {
    if (!isLayered(edge.from) || !isLayered(edge.to) || isTest(edge.from)) continue
    const homeless = [edge.from, edge.to].filter((path) => layerOf(path) === -1)
    for (const path of homeless) problems.push(`${path} is in no layer of rules.ts`)
    if (homeless.length > 0 || (edge.isTypeOnly && typesForEveryLayer.includes(edge.to))) continue
    if (layerOf(edge.from) > layerOf(edge.to)) problems.push(says(edge, 'it stands to the left'))
  }
  for (const edge of [...graph.edges, ...graph.packages]) {
    const family = new RegExp(`^${families.path.replace('*', '[^/]+')}`).exec(edge.from)?.[0]
    if (!family || isTest(edge.from)) continue
    const isAllowed = graph.packages.includes(edge)
      ? !families.notPackages.includes(edge.to)
      : edge.to.startsWith(family) || families.mayImport.some((pattern) => pattern.test(edge.to))
    if (!isAllowed) problems.push(says(edge, 'a chain family knows no other family, no store and no view'))
  }
  return [...new Set(problems)]
}
