const scope = /(?:^|\/)(?:libs|apps)\/[^/]+\/src\//

const isTest = /\.(?:test|spec)\.[a-z]+$|\/(?:testing|bench|soak)\//

/** Both refuse redirects for the function that they are given. */
const guards = new Set(["makeFetch", "withoutRedirects"])

const globals = new Set(["globalThis", "window", "self"])

const isFetch = ({ type, name, object, property }) =>
  type === "Identifier" ? name === "fetch" : property?.name === "fetch" && globals.has(object?.name)

const isGuarded = (node) => {
  for (let { parent } = node; parent != null; parent = parent.parent)
    if (parent.type === "CallExpression" && guards.has(parent.callee.name)) return true
  return false
}

/** Returns whether the options of a request say what happens to a redirect, and that it is not followed. */
const refuses = (options) =>
  options?.type === "ObjectExpression" &&
  options.properties.some(
    ({ key, value }) => key?.name === "redirect" && /^(?:error|manual)$/.test(String(value?.value)),
  )

/** A request goes to the host that it names: `fetch` alone would send it, with its body, to wherever that host points. */
export const redirects = {
  create(context) {
    const file = context.filename.replaceAll("\\", "/")
    if (!scope.test(file) || isTest.test(file)) return {}
    return {
      CallExpression: (node) => {
        if (!isFetch(node.callee) || refuses(node.arguments[1]) || isGuarded(node)) return
        const message = 'this request follows redirects: pass redirect: "error", or use withoutRedirects'
        context.report({ node, message })
      },
    }
  },
}
