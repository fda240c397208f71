const views = /\/modal-web\/src\/views\//
const effects = new Set(["useEffect", "useLayoutEffect", "useInsertionEffect"])

/** Which view is open is the engine's decision: an effect of a view neither follows the router nor moves it. */
export const engineNavigates = {
  create(context) {
    if (!views.test(context.filename.replaceAll("\\", "/"))) return {}
    // For each open function, whether it is the effect itself. What an effect only hands on, such as a handler, may
    // navigate.
    const functions = []
    const enter = (node) => {
      const { parent } = node
      const name = parent.type === "CallExpression" && parent.arguments[0] === node && parent.callee.name
      functions.push(effects.has(name))
    }
    const leave = () => functions.pop()
    return {
      ArrowFunctionExpression: enter,
      "ArrowFunctionExpression:exit": leave,
      FunctionExpression: enter,
      "FunctionExpression:exit": leave,
      MemberExpression: (node) => {
        if (functions.at(-1) && !node.computed && node.property.name === "router")
          context.report({ node, message: "An effect must not navigate: the flow says which view it is in" })
      },
    }
  },
}
