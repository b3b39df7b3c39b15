import { LOCAL_PROJECT_ID } from './local.mjs'

/** @typedef {{ urls: { services: string }, adminToken: string }} Operated the part of a stack that operators use */

/**
 * @param {Operated} stack @param {string} method
 * @param {string} path relative to that of all projects
 * @param {unknown} body
 */
async function ask({ urls, adminToken }, method, path, body) {
  const url = `${urls.services}/admin/v1/projects${path}`
  const headers = { Authorization: `Bearer ${adminToken}` }
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${method} ${url} failed: ${response.status} ${await response.text()}`)
}

/**
 * Does the same as `npm run project -- toggle <remote> on|off`, without a process.
 * @param {Operated} stack @param {string} remote @param {boolean} on @param {string} [projectId]
 */
export const switchRemote = (stack, remote, on, projectId = LOCAL_PROJECT_ID) =>
  ask(stack, 'PUT', `/${projectId}/remotes/${remote}/toggle`, { on })

/** Creates a project with the default features. @param {Operated} stack @param {string} id */
export const createProject = (stack, id) => ask(stack, 'POST', '', { id })
