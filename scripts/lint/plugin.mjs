import { dirname, resolve } from "node:path"
import { chainNames } from "./chainNames.mjs"
import { droppedEffects } from "./droppedEffects.mjs"
import { engineNavigates } from "./engineNavigates.mjs"
import { folders } from "./folders.mjs"
import { names } from "./names.mjs"
import { ownKeys } from "./ownKeys.mjs"
import { getPackageOfFile, getPackageOfSpecifier, packages } from "./packages.mjs"
import { plainWords } from "./plainWords.mjs"
import { redirects } from "./redirects.mjs"
import { walletRequests } from "./walletRequests.mjs"

const isTest = (file) => /\.(test|spec)\.[a-z]+$/.test(file) || /\/testing\//.test(file)

/** Returns why a library that a browser loads may not import a module; `null` if it may. */
function foreignTo(owner, file, specifier) {
  if (!owner.startsWith("libs/") || isTest(file)) return null
  const nodeOnly = /\/libs\/api\/src\/node\//.test(file)
  if (/^(node:|undici$)/.test(specifier) && !nodeOnly)
    return "Node is reached through the `node` sub-path of libs/api only"
  if (specifier === "zod" || specifier.startsWith("zod/v"))
    return "libraries use `zod/mini`, which weighs a sixth"
  if (/^(react|react-dom|ink)(\/|$)/.test(specifier)) return "libraries have no UI"
  return null
}

function refusal(file, specifier, isDynamic) {
  const owner = getPackageOfFile(file)
  if (owner === null) return null
  const target = specifier.startsWith(".")
    ? getPackageOfFile(resolve(dirname(file), specifier))
    : getPackageOfSpecifier(specifier)
  if (specifier.startsWith(".") && target !== null && target !== owner) {
    return `import ${target} by its package name, not by path`
  }
  if (target === null || target === owner) {
    const foreign = foreignTo(owner, file, specifier)
    return foreign === null ? null : `${owner} may not import ${specifier}: ${foreign}`
  }
  if (specifier.endsWith("/testing") && !isTest(file)) return `${specifier} is for tests`
  if (packages[owner].may.includes(target)) return null
  if (isTest(file) && packages[owner].tests?.includes(target)) return null
  if (packages[owner].lazy?.includes(target)) {
    return isDynamic || isTest(file) ? null : `${owner} may reach ${target} by a dynamic import() only`
  }
  return `${owner} may not import ${target}: see the arrows in docs/architecture.md`
}

const boundaries = {
  create(context) {
    const check = (source, isDynamic) => {
      if (!source || source.type !== "Literal" || typeof source.value !== "string") return
      const message = refusal(context.filename, source.value, isDynamic)
      if (message !== null) context.report({ node: source, message })
    }
    return {
      ImportDeclaration: (node) =>
        check(node.source, node.importKind === "type" && isTypeOnlyLazy(context, node)),
      ExportNamedDeclaration: (node) => check(node.source, false),
      ExportAllDeclaration: (node) => check(node.source, false),
      ImportExpression: (node) => check(node.source, true),
    }
  },
}

// A type has no run-time cost, so it may follow a lazy arrow.
const isTypeOnlyLazy = (context, node) => {
  const owner = getPackageOfFile(context.filename)
  return owner !== null && (packages[owner].lazy?.includes(getPackageOfSpecifier(node.source.value)) ?? false)
}

const spokenAttributes = new Set([
  "aria-label",
  "aria-description",
  "aria-roledescription",
  "alt",
  "title",
  "placeholder",
  "label",
])
const hasWords = (text) => /\p{L}{2,}/u.test(text)

const literalIn = (expression) => {
  if (expression?.type === "Literal" && typeof expression.value === "string") return expression.value
  if (expression?.type === "TemplateLiteral") return expression.quasis.map((part) => part.value.raw).join("")
  return ""
}

/** Every visible word comes from the messages module. */
const noLiteralWords = {
  create(context) {
    const refuse = (node, text) =>
      context.report({
        node,
        message: `"${text.trim()}" is a visible word: it belongs to the messages module`,
      })
    return {
      JSXText: (node) => {
        if (hasWords(node.value)) refuse(node, node.value)
      },
      JSXExpressionContainer: (node) => {
        if (node.parent.type === "JSXAttribute") return
        const branches =
          node.expression.type === "ConditionalExpression"
            ? [node.expression.consequent, node.expression.alternate]
            : node.expression.type === "LogicalExpression"
              ? [node.expression.right]
              : [node.expression]
        for (const branch of branches) {
          const text = literalIn(branch)
          if (hasWords(text)) refuse(branch, text)
        }
      },
      JSXAttribute: (node) => {
        if (node.name.type !== "JSXIdentifier" || !spokenAttributes.has(node.name.name)) return
        const text =
          node.value?.type === "JSXExpressionContainer"
            ? literalIn(node.value.expression)
            : literalIn(node.value)
        if (hasWords(text)) refuse(node, text)
      },
    }
  },
}

/** A message to any origin could reach an attacker. */
const noWildcardTarget = {
  create(context) {
    return {
      CallExpression: (node) => {
        const called = node.callee.type === "MemberExpression" ? node.callee.property : node.callee
        if (called.type !== "Identifier" || called.name !== "postMessage") return
        if (node.arguments.some((argument) => argument.type === "Literal" && argument.value === "*")) {
          context.report({ node, message: "postMessage needs an exact target origin, never '*'" })
        }
      },
    }
  },
}

export default {
  meta: { name: "wmodal" },
  rules: {
    boundaries,
    "chain-names": chainNames,
    "dropped-effects": droppedEffects,
    "engine-navigates": engineNavigates,
    folders,
    "no-literal-words": noLiteralWords,
    "no-wildcard-target": noWildcardTarget,
    names,
    "own-keys": ownKeys,
    "plain-words": plainWords,
    redirects,
    "wallet-requests": walletRequests,
  },
}
