import bcd from "@mdn/browser-compat-data" with { type: "json" }
import type { CompatStatement, Identifier, SimpleSupportStatement } from "@mdn/browser-compat-data"

/** The oldest version of each browser that has to run a file. */
export type Floor = Readonly<Record<"chrome" | "firefox" | "safari" | "safari_ios", string>>

/** The floor in docs/concepts/browsers.md. */
export const supportedFloor: Floor = { chrome: "111", firefox: "121", safari: "16.4", safari_ios: "16.4" }

/** The oldest browsers that a page's first files may not break: those with private methods of classes. */
export const parseFloor: Floor = { chrome: "85", firefox: "90", safari: "15", safari_ios: "15" }

const toNumber = (version: string) => {
  const [major = "0", minor = "0"] = version.replace("≤", "").split(".")
  return Number(major) * 1000 + Number(minor)
}

const browserNames = { chrome: "Chrome", firefox: "Firefox", safari: "Safari", safari_ios: "Safari on iOS" }

const isLasting = ({ flags, version_removed }: SimpleSupportStatement) =>
  flags === undefined && version_removed === undefined

/** Returns the first versions that have a feature and are newer than the floor, such as `Chrome 126`; empty if none. */
export const findNewer = ({ support }: CompatStatement, floor: Floor): readonly string[] =>
  (["chrome", "firefox", "safari", "safari_ios"] as const).flatMap((browser) => {
    const statements = [support[browser] ?? []].flat().filter(isLasting)
    const versions = statements.flatMap(({ version_added }) =>
      typeof version_added === "string" && version_added !== "preview" ? [version_added] : [],
    )
    if (versions.some((version) => toNumber(version) <= toNumber(floor[browser]))) return []
    return [`${browserNames[browser]} ${versions[0] ?? "never"}`]
  })

const isIdentifier = (value: unknown): value is Identifier => typeof value === "object" && value !== null

/** Returns the data of a feature by its path; `null` for an unknown one, which is then not a feature. */
export const findCompat = (...path: readonly string[]): CompatStatement | null => {
  let at: unknown = bcd
  for (const step of path) {
    if (!isIdentifier(at) || !Object.hasOwn(at, step)) return null
    at = Reflect.get(at, step)
  }
  return isIdentifier(at) ? (at.__compat ?? null) : null
}

/** Returns the names below a path with their data. */
export const listCompat = (...path: readonly string[]): readonly (readonly [string, CompatStatement])[] => {
  let at: unknown = bcd
  for (const step of path) at = isIdentifier(at) ? Reflect.get(at, step) : undefined
  return isIdentifier(at)
    ? Object.entries(at).flatMap(([name, value]) => {
        const compat = name !== "__compat" && isIdentifier(value) ? value.__compat : undefined
        return compat === undefined ? [] : [[name, compat] as const]
      })
    : []
}

/** A part of a file that some browser of the floor lacks. */
export interface NewerPart {
  /** As in the exceptions, such as `URL.parse` or `text-wrap: balance`. */
  readonly name: string
  /** The browsers that have it, such as `Chrome 126`. */
  readonly since: readonly string[]
}

/** Adds a feature to the found parts if its data says that it is newer. */
export const addNewer = (
  found: Map<string, NewerPart>,
  name: string,
  compat: CompatStatement | null,
  floor: Floor,
) => {
  const since = compat === null ? [] : findNewer(compat, floor)
  if (since.length > 0) found.set(name, { name, since })
}
