import { compare, Range, subset } from "semver"

/** Returns the path of a package as the folder `from` of a lock file resolves it, `null` when it is not installed. */
const resolvePath = (packages, from, name) => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
    const path = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`
    if (packages[path] !== undefined) return packages[path].link === true ? packages[path].resolved : path
    if (folder === "") return null
  }
}

/** What a package installs for a command of its own that no code here runs, by its name. */
const commandOnly = { "@solana/errors": ["commander"] }

/** Returns whether the package at `path` needs another one for such a command only. */
const isForCommand = (path, name) => commandOnly[path.split("node_modules/").at(-1)]?.includes(name) === true

/** Returns the paths of all packages that the one at `path` installs or bundles, without optional ones. */
const installedWith = (packages, path, { bundles }) => {
  const seen = new Set()
  const open = [path]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    const entry = packages[next]
    const bundled = bundles && next === path ? entry.devDependencies : {}
    const required = Object.keys({ ...entry.dependencies, ...entry.peerDependencies, ...bundled }).filter(
      (name) =>
        !(name in (entry.optionalDependencies ?? {})) &&
        !isForCommand(next, name) &&
        entry.peerDependenciesMeta?.[name]?.optional !== true,
    )
    open.push(...required.map((name) => resolvePath(packages, next, name)).filter((found) => found !== null))
  }
  seen.delete(path)
  return [...seen]
}

const majors = Array.from({ length: 31 }, (_, major) => major)

/** Returns the intersection of Node version ranges, such as `^20.19.0 || >=22.12.0`. */
const common = (ranges) => {
  const bounds = ranges
    .flatMap((range) => new Range(range).set.flat().map(({ semver }) => semver.version ?? "0.0.0"))
    .toSorted(compare)
  // In each major, the oldest version from which every range contains the rest of the major.
  const starts = majors.map((major) =>
    [...new Set([`${major}.0.0`, ...bounds.filter((bound) => bound.startsWith(`${major}.`))])].find((start) =>
      ranges.every((range) => subset(`>=${start} <${major + 1}.0.0-0`, range)),
    ),
  )
  const isOpen = (major) => starts.slice(major).every((start) => start !== undefined)
  const open = majors.find(
    (major) => isOpen(major) && starts.slice(major + 1).every((start) => start.endsWith(".0.0")),
  )
  const closed = starts.slice(0, open).filter((start) => start !== undefined)
  return [...closed.map((start) => `^${start}`), `>=${starts[open]}`].join(" || ")
}

/**
 * Returns the Node versions that all dependencies of a package support.
 * @param lock a `package-lock.json`, version 3
 * @param path of the workspace, such as `libs/core`
 * @param options `bundles`: the development dependencies are part of the published package
 * @returns a range in the format of `engines`
 */
export const nodeRange = ({ packages }, path, { bundles = false } = {}) =>
  common(
    installedWith(packages, path, { bundles })
      // This function computes the engines of workspace packages.
      .filter((other) => other.includes("node_modules/"))
      .flatMap((other) => packages[other].engines?.node ?? []),
  )
