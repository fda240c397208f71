import type * as t from "@babel/types"
import { attributes, elements, hooks, untranslatedHooks } from "./names.ts"
import {
  addNote,
  changedTextOf,
  forEachLocalUse,
  isAppKit,
  type Node,
  type Source,
  span,
  textOf,
  walk,
  want,
} from "./Source.ts"
import { isShadowed, listDeclared } from "./scopes.ts"

const react = "@wmodal/modal-web/react"

/** Returns AppKit's name of what a name is at a place, `null` for others. */
const toAppKitName = ({ imports }: Source, local: string, ancestors: readonly Node[]): string | null =>
  isShadowed(local, ancestors)
    ? null
    : (imports.find((one) => one.local === local && isAppKit(one.from))?.imported ?? null)

/** Returns the nearest scope that declares a name. */
const findScope = (name: string, ancestors: readonly Node[]): Node | undefined =>
  ancestors.find((one) => listDeclared(one).has(name))

/** A read of a member of a variable: `state.open`, `events?.data.event`. */
interface MemberRead {
  /** The whole expression, such as `events.data.event`. */
  readonly node: Node
  readonly path: string
}

/** Finds the longest read of an expression that a rule has a path for. */
const findRead = (
  read: Node,
  ancestors: readonly Node[],
  paths: Readonly<Record<string, string>>,
): MemberRead | null => {
  let found: MemberRead | null = null
  let inner = read
  const path: string[] = []
  for (const outer of ancestors) {
    const isMember = outer.type === "MemberExpression" || outer.type === "OptionalMemberExpression"
    if (!isMember || outer.object !== inner || outer.computed || outer.property.type !== "Identifier") break
    path.push(outer.property.name)
    if (paths[path.join(".")] !== undefined) found = { node: outer, path: path.join(".") }
    inner = outer
  }
  return found
}

/**
 * Writes what a rule has for each read of a variable.
 * @returns the uses that are no such read
 */
const changeReads = (
  source: Source,
  name: string,
  paths: Readonly<Record<string, string>>,
  ancestors: readonly Node[],
): readonly Node[] => {
  const block = findScope(name, ancestors)
  const others: Node[] = []
  if (block)
    forEachLocalUse(block, name, (use, outer) => {
      const read = findRead(use, outer, paths)
      if (read === null) others.push(use)
      else source.code.overwrite(...span(read.node), `${name}${paths[read.path] ?? ""}`)
    })
  return others
}

/** Reports that a variable is read by the paths of a rule only. */
const isReadByPaths = (name: string, paths: Readonly<Record<string, string>>, ancestors: readonly Node[]) => {
  const block = findScope(name, ancestors)
  let isRead = block !== undefined
  if (block)
    forEachLocalUse(block, name, (use, outer) => {
      isRead &&= findRead(use, outer, paths) !== null
    })
  return isRead
}

/** `disconnect({ namespace: "solana" })` becomes `disconnect("solana")`. */
const changeArguments = (source: Source, name: string, ancestors: readonly Node[]) => {
  const block = findScope(name, ancestors)
  if (block)
    forEachLocalUse(block, name, (use, [call]) => {
      const given = call?.type === "CallExpression" && call.callee === use ? call.arguments[0] : undefined
      if (given?.type === "ObjectExpression")
        source.code.overwrite(...span(given), readNamespace(source, given) || "undefined")
    })
}

/** The paths below one member, such as `event` of `data.event`. */
const pathsOf = (paths: Readonly<Record<string, string>>, member: string) =>
  Object.fromEntries(
    Object.entries(paths).flatMap(([path, text]) =>
      path.startsWith(`${member}.`) ? [[path.slice(member.length + 1), text]] : [],
    ),
  )

/** `{ namespace: "solana" }` becomes `"solana"`. */
const readNamespace = (source: Source, argument: Node | undefined): string => {
  if (argument === undefined) return ""
  if (argument.type !== "ObjectExpression") return changedTextOf(source, argument)
  const [member] = argument.properties
  if (
    member?.type === "ObjectProperty" &&
    member.key.type === "Identifier" &&
    member.key.name === "namespace"
  )
    return changedTextOf(source, member.value)
  if (argument.properties.length > 0)
    addNote(source, argument, 'Pass the namespace, such as "eip155", as the argument.')
  return ""
}

const memberName = (member: t.ObjectPattern["properties"][number]): string | null =>
  member.type === "ObjectProperty" && member.key.type === "Identifier" ? member.key.name : null

const changeHook = (
  source: Source,
  call: t.CallExpression,
  name: string,
  ancestors: readonly Node[],
): void => {
  const [parent] = ancestors
  const rule = hooks[name]
  if (rule === undefined) return
  want(source, react, rule.hook)
  const takesNamespace = /Account$|Provider$/.test(name)
  const given = takesNamespace ? readNamespace(source, call.arguments[0]) : ""
  // AppKit's types say that the provider is never null.
  const isTyped = name === "useAppKitProvider" && /\.[cm]?tsx?$/.test(source.path)
  const code = `${rule.hook}(${given})${isTyped ? "!" : ""}`
  const pattern =
    parent?.type === "VariableDeclarator" && parent.init === call && parent.id.type === "ObjectPattern"
      ? parent.id
      : null
  const variable =
    parent?.type === "VariableDeclarator" && parent.init === call && parent.id.type === "Identifier"
      ? parent.id.name
      : null
  if (variable !== null && rule.paths) {
    const { only, paths } = rule
    if (only === undefined || isReadByPaths(variable, paths, ancestors)) {
      const others = changeReads(source, variable, paths, ancestors)
      if (others.length > 0 && only === undefined)
        addNote(source, call, `Members of \`${rule.hook}\` have other names: see docs/from-appkit.md.`)
      source.code.overwrite(...span(call), code)
      return
    }
    // Something needs the whole result: it keeps AppKit's form.
    const kept = Object.entries(paths).map(([path, text]) => [
      path,
      path === only ? `.${only}` : `.${only}${text}`,
    ])
    changeReads(source, variable, Object.fromEntries(kept), ancestors)
  }
  const read = rule.paths && findRead(call, ancestors, rule.paths)
  if (read) {
    source.code.overwrite(...span(read.node), `${code}${rule.paths?.[read.path] ?? ""}`)
    return
  }
  const used = pattern?.properties.map(memberName) ?? []
  const missing = used.filter((member) => member !== null && rule.missing?.includes(member))
  if (missing.length > 0)
    addNote(source, call, `\`${rule.hook}\` does not return ${missing.join(", ")}: see docs/from-appkit.md.`)
  if (rule.only !== undefined) {
    const [member, ...others] = pattern?.properties ?? []
    if (
      pattern &&
      member &&
      others.length === 0 &&
      memberName(member) === rule.only &&
      member.type === "ObjectProperty"
    ) {
      const { value } = member
      if (value.type === "Identifier") {
        changeReads(source, value.name, pathsOf(rule.paths ?? {}, rule.only), ancestors)
        if (name === "useDisconnect") changeArguments(source, value.name, ancestors)
      }
      source.code.overwrite(...span(pattern), changedTextOf(source, value))
    } else {
      const also = used.includes("walletProviderType")
      if (also) want(source, react, "useWalletInfo")
      const type = also ? `, walletProviderType: useWalletInfo(${given})?.connectorId` : ""
      source.code.overwrite(...span(call), `{ ${rule.only}: ${code}${type} }`)
      return
    }
  }
  if (rule.hook === "useNetwork" && (pattern === null || used.includes("caipNetwork"))) {
    source.code.overwrite(...span(call), `{ ...${code}, caipNetwork: ${code}.network?.network }`)
    return
  }
  if (rule.members !== undefined) {
    if (pattern === null && parent?.type !== "ExpressionStatement")
      addNote(source, call, `Members of \`${rule.hook}\` have other names: see docs/from-appkit.md.`)
    for (const member of pattern?.properties ?? []) {
      const renamed = rule.members[memberName(member) ?? ""]
      if (renamed !== undefined && member.type === "ObjectProperty")
        source.code.overwrite(...span(member), `${renamed}: ${changedTextOf(source, member.value)}`)
    }
  }
  source.code.overwrite(...span(call), code)
}

/** @returns whether it needs the elements of `@wmodal/modal-web/elements` */
const changeElement = (source: Source, element: t.JSXElement, name: string): boolean => {
  const rule = elements[name]
  if (rule === undefined) return false
  const { closingElement, openingElement } = element
  const given = openingElement.attributes
  const isPlain = given.every(
    (one) =>
      one.type === "JSXAttribute" &&
      one.name.type === "JSXIdentifier" &&
      /^(?:label|namespace)$/.test(one.name.name),
  )
  const tag = isPlain && rule.component !== null ? rule.component : rule.element
  if (tag === rule.component) want(source, react, tag)
  source.code.overwrite(...span(openingElement.name), tag)
  if (closingElement) source.code.overwrite(...span(closingElement.name), tag)
  for (const one of given)
    if (one.type === "JSXAttribute" && one.name.type === "JSXIdentifier") {
      const renamed = attributes[one.name.name]
      if (renamed !== undefined) source.code.overwrite(...span(one.name), renamed)
    }
  return tag !== rule.component && tag !== "wmodal-modal"
}

/** Replaces the hooks and elements of a file. @returns whether the page needs `@wmodal/modal-web/elements` */
export const migrateComponents = (source: Source): boolean => {
  let needsElements = false
  const changes: (() => void)[] = []
  walk(source.program, (node, ancestors) => {
    if (node.type === "CallExpression" && node.callee.type === "Identifier") {
      const name = toAppKitName(source, node.callee.name, ancestors)
      if (name !== null && hooks[name] !== undefined)
        changes.push(() => changeHook(source, node, name, ancestors))
      else if (name !== null && /^use[A-Z]/.test(name))
        addNote(
          source,
          node,
          `\`${name}\` has no translation: ${untranslatedHooks[name] ?? "see docs/from-appkit.md."}`,
        )
    }
    if (node.type === "JSXElement" && node.openingElement.name.type === "JSXIdentifier") {
      const { name } = node.openingElement.name
      if (elements[name] !== undefined)
        changes.push(() => {
          needsElements = changeElement(source, node, name) || needsElements
        })
      else if (/^(?:appkit|w3m)-/.test(name))
        addNote(
          source,
          node,
          `\`<${textOf(source, node.openingElement.name)}>\` has no translation: see docs/from-appkit.md.`,
        )
    }
  })
  for (const change of changes) change()
  return needsElements
}
