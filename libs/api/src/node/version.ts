/** The minimum Node version of undici 8, the HTTP client of the terminal. The mock server needs 22.15, for zstd. */
export const requiredNode = "22.19"

const isOlder = (version: string, required: string): boolean => {
  const [major = 0, minor = 0] = version.split(".").map((part) => Number.parseInt(part, 10))
  const [requiredMajor = 0, requiredMinor = 0] = required.split(".").map(Number)
  return major < requiredMajor || (major === requiredMajor && minor < requiredMinor)
}

/**
 * Describes which Node a product needs when this one is older than `requiredNode`.
 * @param product what the user started or imported, such as `wmodal`
 * @param version as `process.versions.node` has it
 * @returns one sentence, `null` when the version is new enough
 */
export const describeOldNode = (product: string, version: string): string | null =>
  isOlder(version, requiredNode)
    ? `${product} needs Node ${requiredNode} or newer, and this is Node ${version}.`
    : null

/**
 * Rejects an older Node. Imported and called before any module that such a Node cannot load, so that the user reads
 * this message.
 * @throws Error with one sentence
 */
export const requireNode = (product: string): void => {
  const problem = describeOldNode(product, process.versions.node)
  if (problem !== null) throw new Error(problem)
}
