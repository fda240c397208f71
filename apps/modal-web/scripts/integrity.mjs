import { createHash } from "node:crypto"
import { readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"

/** Returns the hash of a file's bytes in the form of the `integrity` attribute and of import maps. */
const integrityOf = (bytes) => `sha384-${createHash("sha384").update(bytes).digest("base64")}`

/** Writes `integrity.json` into the script-tag build: the hash of each published file by its name. */
export const writeIntegrity = async (folder) => {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile() && entry.name !== "integrity.json")
    .map(({ name }) => name)
    .toSorted()
  const hashes = await Promise.all(
    names.map(async (name) => [name, integrityOf(await readFile(join(folder, name)))]),
  )
  await writeFile(join(folder, "integrity.json"), `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`)
}
