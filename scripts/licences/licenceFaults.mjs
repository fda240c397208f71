/** Licences that permit redistribution. Source: SPDX. */
const permitted = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MPL-2.0",
  "Python-2.0",
])

/** Packages that state their licence in another field. */
const known = new Map([["memorystream@0.3.1", "MIT"]])

/**
 * The last releases under Apache-2.0: from 2.21.9 on their licence forbids other gateways and claims derivative
 * works.
 */
const pinned = new Map(
  ["core", "sign-client", "types", "utils"].map((name) => [`@walletconnect/${name}`, "2.21.8"]),
)

/** Scope that publishes every current version under such a licence. */
const closed = /^@reown\//

/** Returns whether an SPDX expression is permitted: one side of an OR, all sides of an AND. */
const permits = (expression) =>
  expression
    .replaceAll(/[()]/g, "")
    .split(" OR ")
    .some((side) => side.split(" AND ").every((licence) => permitted.has(licence.trim())))

/**
 * Describes the licence violations of a lock file.
 * @param lock a `package-lock.json`, version 3
 */
export const licenceFaults = ({ packages }) => {
  const faults = []
  for (const [path, { version, license, link, dependencies, devDependencies }] of Object.entries(packages)) {
    const isOurs = link === true || !path.includes("node_modules/")
    if (isOurs) {
      for (const [name, wanted] of Object.entries({ ...dependencies, ...devDependencies }))
        if (pinned.has(name) && pinned.get(name) !== wanted)
          faults.push(
            `${path || "the root"} requires ${name} ${wanted}: the only allowed version is ${pinned.get(name)}`,
          )
      continue
    }
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)
    const licence = license ?? known.get(`${name}@${version}`)
    if (licence === undefined) faults.push(`${name} ${version} states no licence`)
    else if (!permits(licence))
      faults.push(`${name} ${version} has the licence ${licence}, which is not allowed`)
    if (closed.test(name)) faults.push(`${name} ${version} is not open source`)
    if (pinned.has(name) && (version !== pinned.get(name) || license !== "Apache-2.0"))
      faults.push(`${name} ${version} under ${licence}: only ${pinned.get(name)} under Apache-2.0 is allowed`)
  }
  return faults
}
