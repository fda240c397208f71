import { createRequire } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

/**
 * Writes the reference pages of `docs/entries` from the built types and their docstrings, by TypeDoc.
 * @returns the number of its warnings: a public member without a docstring, a link to nothing
 */
export const writeReference = async (root) => {
  // `docs` has an installation of its own.
  const path = createRequire(join(root, "docs/package.json")).resolve("typedoc")
  const { Application, ConsoleLogger } = await import(pathToFileURL(path))
  const app = await Application.bootstrapWithPlugins({ options: join(root, "docs/typedoc.json") })
  app.logger = new (class extends ConsoleLogger {
    validationWarning(text, ...place) {
      // The docstring of a field says what the fields of its value are.
      if (!text.includes(".__type.")) super.validationWarning(text, ...place)
    }
  })()
  const project = await app.convert()
  if (project === undefined) throw new Error("The entries of docs/entries do not compile.")
  app.validate(project)
  await app.generateOutputs(project)
  return app.logger.errorCount + app.logger.warningCount
}
