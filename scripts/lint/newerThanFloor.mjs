/** The packages that browsers load, or that servers import: see the floors in docs/concepts/browsers.md. */
const scope = /(?:^|\/)(?:libs\/[^/]+|apps\/(?:modal-web|codemod))\/src\//

const isTest = /\.test\.[a-z]+$|\/testing\//

/**
 * What Node 20.19 or a browser of the floor lacks, and what replaces it. The compiler's `lib` refuses other newer parts
 * of the language, but not of the platform, whose types have no versions.
 */
const newer = {
  "URL.parse": "`parseUrl` of @wmodal/protocol",
  "URL.canParse": "`parseUrl` of @wmodal/protocol",
  "Map.groupBy": "`groupBy` of @wmodal/protocol",
  "Object.groupBy": "`groupBy` of @wmodal/protocol",
  "Promise.withResolvers": "`new Promise`, or effect's `Deferred`",
  "Promise.try": "an async function",
  "Array.fromAsync": "a loop",
  "RegExp.escape": "a plain search",
  "AbortSignal.any": "one AbortController",
  "Iterator.from": "an array",
}

/** Refuses parts of the platform that are newer than the floors, in code that has to run on them. */
export const newerThanFloor = {
  create(context) {
    const file = context.filename.replaceAll("\\", "/")
    if (!scope.test(file) || isTest.test(file)) return {}
    return {
      MemberExpression: (node) => {
        const name = `${node.object.name}.${node.computed ? node.property.value : node.property.name}`
        if (!Object.hasOwn(newer, name)) return
        const message = `\`${name}\` is newer than the floors in docs/concepts/browsers.md: use ${newer[name]}`
        context.report({ node, message })
      },
    }
  },
}
