/** The packages that ask a wallet. The chains' adapters below them are the wallet's own side. */
const scope = /(?:^|\/)(?:libs\/core|apps\/modal-web|apps\/cli)\/src\//

const isTest = /\.test\.[a-z]+$|\/testing\//

/** The files outside `operation` that may ask, and why. */
const exceptions = [
  // Runs every request, once it is recorded.
  /\/core\/src\/operation\/askWallet\.ts$/,
  // The keys of the terminal's own wallet: its side of a request.
  /\/cli\/src\/(?:wallet\/openDevWallet|session\/openForSigning)\.ts$/,
  // A page like any other: its requests pass the interceptor.
  /\/modal-web\/src\/demo\//,
]

const asks = new Set([
  "sendTransaction",
  "signTransaction",
  "sendCalls",
  "signMessage",
  "signTypedData",
  "revokeSession",
])

/** What has members of these names and is no wallet: the flow, a host's method that uses it, a sign-in plugin. */
const others = new Set(["signing", "modal", "plugin"])

const getName = (node) => node?.name ?? node?.property?.name

/** Returns whether the node is in the `ask` or the `sign` of a request, which only the submitter runs. */
const isInRequest = (node) => {
  for (let { parent } = node; parent != null; parent = parent.parent) {
    const named = parent.type === "Property" ? parent.key : parent.type === "VariableDeclarator" && parent.id
    if (named && /^(?:ask|sign)$/.test(getName(named) ?? "")) return true
  }
  return false
}

/** A wallet receives nothing that `operation` has not guarded and recorded. */
export const walletRequests = {
  create(context) {
    const file = context.filename.replaceAll("\\", "/")
    if (!scope.test(file) || isTest.test(file) || exceptions.some((pattern) => pattern.test(file))) return {}
    const check = (node, name) => {
      if (!asks.has(name) || isInRequest(node)) return
      const message = `"${name}" asks a wallet: make it the request of an operation (docs/payment.md)`
      context.report({ node, message })
    }
    return {
      MemberExpression: (node) => {
        // The value of a promise is a loaded module.
        if (node.computed || node.object.type === "AwaitExpression" || others.has(getName(node.object)))
          return
        check(node, node.property.name)
      },
      ObjectPattern: (node) => {
        for (const { key } of node.properties) check(node, key?.name)
      },
    }
  },
}
