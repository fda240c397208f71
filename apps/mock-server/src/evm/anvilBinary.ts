import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { delimiter, dirname, join } from "node:path"
import { Data } from "effect"

const packaged = "@foundry-rs/anvil-linux-amd64/package.json"

/** The npm package's binary, seen from the folder that the person works in, else from this file. */
const fromPackage = (): readonly string[] =>
  [join(process.cwd(), "package.json"), import.meta.url].flatMap((from) => {
    try {
      return [join(dirname(createRequire(from).resolve(packaged)), "bin", "anvil")]
    } catch {
      return []
    }
  })

const fromPath = (): readonly string[] =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, "anvil"))

/**
 * Where `anvil` is: what `WMODAL_ANVIL` names, else the npm package's, else the one on the path.
 * A `WMODAL_ANVIL` that names nothing is an error: no other anvil is taken in its place.
 * @throws AnvilNotFound
 */
export const findAnvil = (): string => {
  const named = process.env["WMODAL_ANVIL"] ?? ""
  const candidates = named === "" ? [...fromPackage(), ...fromPath()] : [named]
  const found = candidates.find((file) => existsSync(file))
  if (found === undefined) throw new AnvilNotFound({ named })
  return found
}

/** There is no `anvil` to run a chain with. `named` is what `WMODAL_ANVIL` says, empty where it says nothing. */
export class AnvilNotFound extends Data.TaggedError("AnvilNotFound")<{ readonly named: string }> {
  override get message() {
    return this.named === ""
      ? "No anvil found. Install the npm package @foundry-rs/anvil-linux-amd64, put anvil (from getfoundry.sh) on the PATH, or name one in WMODAL_ANVIL."
      : `WMODAL_ANVIL names "${this.named}", which does not exist. Point it at an anvil, or unset it.`
  }
}
