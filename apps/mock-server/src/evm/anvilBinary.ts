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

/** Finds the npm package's binary, resolved from the working directory, then from this file. */
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
 * Finds `anvil`: the path in `WMODAL_ANVIL`, the npm package's binary, then the PATH.
 * An invalid `WMODAL_ANVIL` is an error, without a fallback.
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
      return `WMODAL_ANVIL names "${this.named}", which does not exist. Set it to an anvil binary, or unset it.`
    const install = anvilPackageName === null ? "Put" : `Install the npm package ${anvilPackageName}, put`
    return `anvil was not found. ${install} anvil (from getfoundry.sh) on the PATH, or set WMODAL_ANVIL.`
  }
}
