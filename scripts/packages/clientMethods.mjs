import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const read = (file) => readFileSync(file, "utf8")

/** Returns the sources of a folder, without tests and what only tests use. */
const listSources = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|(^|\/)testing\//.test(name))
    .map((name) => join(folder, name))

/** Returns the clients of `libs/api` as `[interface, method]`: what a `make…` of the same file returns. */
export const listClientMethods = (root) =>
  listSources(join(root, "libs/api/src")).flatMap((file) => {
    const text = read(file)
    return [...text.matchAll(/^export interface (\w+) \{\n([\s\S]*?)^\}/gm)].flatMap(([, name, body]) =>
      text.includes(`export const make${name} = `)
        ? [...body.matchAll(/^ {2}readonly (\w+):/gm)].map(([, method]) => [name, method])
        : [],
    )
  })

/** How sources name a client: the variable or the field that a call begins with. */
const receivers =
  "api|auth|analytics|blockchain|client|convert|directory|gate|history|identities|images|names|knownNames|portfolio|prices"

/** Returns whether sources call a method on a client or, where its name is long enough to be its own, alone. */
const isCalled = (sources, method) =>
  new RegExp(`\\b(?:${receivers})(?:\\.\\w+)?\\s*\\??\\.\\s*${method}\\b`).test(sources) ||
  (/[A-Z]/.test(method) && new RegExp(`(?<![.\\w])${method}\\(`).test(sources))

/** Returns the methods of `clients` that neither the engine nor a front end nor another client calls. */
export const findUncalledMethods = (root, clients = listClientMethods(root)) => {
  const sources = ["libs/core/src", "libs/api/src", "apps/cli/src", "apps/modal-web/src"]
    .flatMap((folder) => listSources(join(root, folder)))
    .map(read)
    .join("\n")
  return clients.filter(([, method]) => !isCalled(sources, method))
}
