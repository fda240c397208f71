/**
 * Lets the script tag load React along with the engine: a browser would find out that the engine imports React, the
 * larger file, when it has the engine. A failure shows in the engine's own import.
 */
export const reactBeside = {
  name: "react-beside",
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === "chunk")
      const importOf = (name) => `import(\`./${chunks.find((chunk) => chunk.name === name).fileName}\`)`
      const page = chunks.find(({ code }) => code.includes(importOf("engine")))
      page.code = page.code.replace(
        importOf("engine"),
        (code) => `(${importOf("react")}.catch(()=>{}),${code})`,
      )
    },
  },
}
