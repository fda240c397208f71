const scope = /\/(?:libs\/(?:api|chains|core|frame-rpc|protocol|walletconnect)|apps\/modal-web)\/src\//
// They ask the platform what it has.
const exceptions = /\.(?:test|spec)\.[a-z]+$|\/(?:testing|demo)\/|\/isBrowserSupported\.ts$/

/** A script of the page may add members to `Object.prototype`, so a key that is there may be that of no value. */
export const ownKeys = {
  create(context) {
    const file = context.filename.replaceAll("\\", "/")
    if (!scope.test(file) || exceptions.test(file)) return {}
    return {
      BinaryExpression: (node) => {
        if (node.operator === "in" && node.left.type === "Literal")
          context.report({ node, message: "`in` finds what a page added to Object.prototype: use hasKey" })
      },
    }
  },
}
