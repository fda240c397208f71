const forbidden = /\b(?:nobody|somebody|someone|whoever|whomever|elsewhere|besides?|thereof)\b/i

/** Begins with a verb in the third person: "returns", "never sends". After "is" the subject is missing. */
const isVerbFirst = (title) => {
  const [first = ""] = title.replace(/^never /, "").split(/[\s,:;]/)
  return (
    /^(?:%|\$)/.test(first) || (/^[a-z-]{2,}s$/.test(first) && !/^(?:is|was|this|its|whose|as)$/.test(first))
  )
}

const textOf = (node) => {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value
  if (node?.type === "TemplateLiteral") return node.quasis.map((part) => part.value.cooked).join("$")
  return null
}

/** The name that a chain of calls and members begins with: `it` of `it.effect.prop(…)`. */
const rootName = (node) => {
  if (node.type === "Identifier") return node.name
  if (node.type === "MemberExpression") return rootName(node.object)
  if (node.type === "CallExpression") return rootName(node.callee)
  return null
}

/** Comments and titles of tests use the words of the field. `docs/architecture.md` and CONTRIBUTING.md define ours. */
export const plainWords = {
  create(context) {
    const refuse = (node, word) =>
      context.report({
        node,
        message: `"${word}": use a noun of the field (user, dApp, caller) or the passive`,
      })
    return {
      Program: () => {
        for (const comment of context.sourceCode.getAllComments()) {
          const found = forbidden.exec(comment.value)
          if (found !== null) refuse(comment, found[0])
        }
      },
      CallExpression: (node) => {
        const name = rootName(node.callee)
        // Its first argument is the name of a fixture.
        if (node.callee.property?.name === "extend") return
        if (name !== "it" && name !== "test" && name !== "describe") return
        const title = textOf(node.arguments[0])
        if (title === null || node.arguments.length < 2) return
        const found = forbidden.exec(title)
        if (found !== null) refuse(node.arguments[0], found[0])
        if (name !== "describe" && !isVerbFirst(title))
          context.report({
            node: node.arguments[0],
            message: `A test title begins with a verb, such as "returns … when …": "${title}"`,
          })
      },
    }
  },
}
