/** Returns the name of a variable, or of the last member. */
const getName = (node) => node?.name ?? node?.property?.name

/** Returns whether a call makes an Effect: one of effect's own, or the printed result of a command. */
const makesEffect = (node) => {
  if (node?.type !== "CallExpression" || node.callee.type !== "MemberExpression" || node.callee.computed)
    return false
  const { object, property } = node.callee
  if (getName(object) === "output") return property.name === "result"
  return object.type === "Identifier" && object.name === "Effect" && !property.name.startsWith("run")
}

const message =
  "An Effect does nothing until it runs, and `await` does not run it: `yield*` it, return it, or pass it to Effect.runPromise"

/** TypeScript accepts an Effect whose value is dropped or awaited, and what it describes then never happens. */
export const droppedEffects = {
  create(context) {
    const check = (node, operand) => {
      if (makesEffect(operand)) context.report({ node, message })
    }
    return {
      AwaitExpression: (node) => check(node, node.argument),
      ExpressionStatement: (node) => check(node, node.expression),
      UnaryExpression: (node) => {
        if (node.operator === "void") check(node, node.argument)
      },
    }
  },
}
