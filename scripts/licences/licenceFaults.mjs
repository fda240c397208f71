/** Licences under which anybody may ship what we ship. Source: SPDX. */
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

/** Says so in another field than the one that is read. */
const known = new Map([["memorystream@0.3.1", "MIT"]])

/**
 * The last releases under Apache-2.0: from 2.21.9 on their licence forbids other gateways and claims derivative works.
 */
const pinned = new Map(
  ["core", "sign-client", "types", "utils"].map((name) => [`@walletconnect/${name}`, "2.21.8"]),
)

/** Published under such a licence in every version that would be taken. */
const closed = /^@reown\//

/** Whether an SPDX expression permits it: one side of an OR, all sides of an AND. */
const permits = (expression) =>
  expression
    .replaceAll(/[()]/g, "")
    .split(" OR ")
    .some((side) => side.split(" AND ").every((licence) => permitted.has(licence.trim())))

/**
 * What is wrong with the licences of a lock file, in words.
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
