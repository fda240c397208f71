import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { delimiter, dirname, join } from "node:path"
import { Data } from "effect"

/** The npm packages that hold an anvil, by `process.platform` and `process.arch`. Source: @foundry-rs/anvil 1.7.1. */
const packages: Readonly<Record<string, string>> = {
  "linux x64": "@foundry-rs/anvil-linux-amd64",
  "linux arm64": "@foundry-rs/anvil-linux-arm64",
  "darwin x64": "@foundry-rs/anvil-darwin-amd64",
  "darwin arm64": "@foundry-rs/anvil-darwin-arm64",
  "win32 x64": "@foundry-rs/anvil-win32-amd64",
}

/**
 * Returns the npm package that holds an anvil for a machine.
 * @returns its name, `null` where there is none
 */
export const getAnvilPackage = (platform: string, arch: string): string | null =>
  packages[`${platform} ${arch}`] ?? null

const anvilPackageName = getAnvilPackage(process.platform, process.arch)
const fileName = process.platform === "win32" ? "anvil.exe" : "anvil"

/** The npm package's binary, as the working directory resolves it, else as this file does. */
const findInPackage = (): readonly string[] =>
  [join(process.cwd(), "package.json"), import.meta.url].flatMap((from) => {
    try {
      return [join(dirname(createRequire(from).resolve(`${anvilPackageName}/package.json`)), "bin", fileName)]
    } catch {
      return []
    }
  })

const findInPath = (): readonly string[] =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, fileName))

/**
 * Where `anvil` is: what `WMODAL_ANVIL` names, else the npm package's, else the one on the path.
 * A `WMODAL_ANVIL` that names nothing is an error: no other anvil is taken in its place.
 * @throws AnvilNotFound
 */
export const findAnvil = (): string => {
  const named = process.env["WMODAL_ANVIL"] ?? ""
  const candidates = named === "" ? [...findInPackage(), ...findInPath()] : [named]
  const found = candidates.find((file) => existsSync(file))
  if (found === undefined) throw new AnvilNotFound({ named })
  return found
}

/** The error of a missing `anvil`. `named` is the value of `WMODAL_ANVIL`, empty if unset. */
export class AnvilNotFound extends Data.TaggedError("AnvilNotFound")<{ readonly named: string }> {
  override get message() {
    if (this.named !== "")
      return `WMODAL_ANVIL names "${this.named}", which does not exist. Point it at an anvil, or unset it.`
    const install = anvilPackageName === null ? "Put" : `Install the npm package ${anvilPackageName}, put`
    return `No anvil found. ${install} anvil (from getfoundry.sh) on the PATH, or name one in WMODAL_ANVIL.`
  }
}
