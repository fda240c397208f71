import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/**
 * Writes the descriptors of the public ERC-7730 registry, which lie in `vectors/erc7730`, into the file that is
 * published: one descriptor a line, without white space.
 */
const vectors = fileURLToPath(new URL("../vectors/erc7730/", import.meta.url))
const target = new URL("../libs/chains/src/evm/explain/descriptors/registry/files.json", import.meta.url)

const urls = ["ercs", "registry"]
  .flatMap((folder) =>
    readdirSync(vectors + folder, { recursive: true }).map(
      (name) => `${folder}/${name.replaceAll("\\", "/")}`,
    ),
  )
  .filter((url) => url.endsWith(".json") && !/\/tests(v2)?\//.test(url))
  .toSorted()

const toLine = (url) => {
  const descriptor = JSON.parse(readFileSync(vectors + url, "utf8"))
  return `${JSON.stringify(url)}:${JSON.stringify(descriptor)}`
}
writeFileSync(target, `{\n${urls.map(toLine).join(",\n")}\n}\n`)
