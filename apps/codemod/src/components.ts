import { type BindingElement, type CallExpression, Node, type SourceFile, ts } from "ts-morph"
import type { KitUse } from "./kit.ts"
import { attributes, findElement, type HookRule, hooks, react, untranslatedHooks } from "./names.ts"
import { readMember, usesOf } from "./nodes.ts"
import { addNote, changedTextOf, overwrite, sourceOf, want } from "./Source.ts"

type Paths = NonNullable<HookRule["paths"]>

/** Finds the longest read of a value that a rule has a path for, such as `events.data.event`. */
const findRead = (value: Node, paths: Paths): { readonly node: Node; readonly path: string } | null => {
  let found: { readonly node: Node; readonly path: string } | null = null
  let inner = value
  let path = ""
  for (const outer of value.getAncestors()) {
    if (!Node.isPropertyAccessExpression(outer) || outer.getExpression() !== inner) break
    path += `${path && "."}${outer.getName()}`
    if (paths[path] !== undefined) found = { node: outer, path }
    inner = outer
  }
  return found
}

/** Writes what a rule has for each read of a variable. @returns whether there are other uses */
const changeReads = (name: Node, paths: Paths): boolean => {
  let hasOthers = false
  for (const use of usesOf(name)) {
    const read = findRead(use, paths)
    if (read === null) hasOthers = true
    else overwrite(read.node, `${name.getText()}${paths[read.path] ?? ""}`)
  }
  return hasOthers
}

/** `{ namespace: "solana" }` becomes `"solana"`. */
const readNamespace = (argument: Node | undefined): string => {
  if (!Node.isObjectLiteralExpression(argument)) return argument ? changedTextOf(argument) : ""
  const [member] = argument.getProperties()
  const read = member && readMember(member)
  if (read?.name === "namespace") return changedTextOf(read.value)
  if (member) addNote(argument, 'Pass the namespace, such as "eip155", as the argument.')
  return ""
}

/** `disconnect({ namespace: "solana" })` becomes `disconnect("solana")`. */
const changeArguments = (name: Node): void => {
  for (const use of usesOf(name)) {
    const call = use.getParent()
    const given =
      Node.isCallExpression(call) && call.getExpression() === use ? call.getArguments()[0] : undefined
    if (Node.isObjectLiteralExpression(given)) overwrite(given, readNamespace(given) || "undefined")
  }
}

const memberName = (member: BindingElement): string =>
  member.getDotDotDotToken() ? "" : (member.getPropertyNameNode() ?? member.getNameNode()).getText()

const changeHook = (call: CallExpression, name: string, rule: HookRule): void => {
  const { hook, missing = [], only, paths = {} } = rule
  want(call, react, hook)
  const given = /Account$|Provider$/.test(name) ? readNamespace(call.getArguments()[0]) : ""
  // AppKit's types say that the provider is never null.
  const isTyped = name === "useAppKitProvider" && /\.[cm]?tsx?$/.test(sourceOf(call).path)
  const code = `${hook}(${given})${isTyped ? "!" : ""}`
  const noteMembers = () => addNote(call, `Members of \`${hook}\` have other names: see docs/from-appkit.md.`)
  const parent = call.getParent()
  const target = Node.isVariableDeclaration(parent) ? parent.getNameNode() : undefined
  if (Node.isIdentifier(target) && rule.paths) {
    // Where something needs the whole result, it keeps AppKit's form.
    const isWhole = only !== undefined && usesOf(target).some((use) => findRead(use, paths) === null)
    const kept = Object.entries(paths).map(([path, text]) => [path, `.${only}${text}`])
    const hasOthers = changeReads(target, isWhole ? Object.fromEntries(kept) : paths)
    if (hasOthers && !isWhole) noteMembers()
    return overwrite(call, isWhole ? `{ ${only}: ${code} }` : code)
  }
  const read = findRead(call, paths)
  if (read) return overwrite(read.node, `${code}${paths[read.path] ?? ""}`)
  const members = Node.isObjectBindingPattern(target) ? target.getElements() : []
  const used = members.map(memberName)
  const lost = used.filter((member) => missing.includes(member))
  if (lost.length > 0)
    addNote(call, `\`${hook}\` does not return ${lost.join(", ")}: see docs/from-appkit.md.`)
  if (only !== undefined) {
    const [member, ...others] = members
    if (member && others.length === 0 && used[0] === only && !member.getInitializer()) {
      const value = member.getNameNode()
      const inner = Object.entries(paths).map(([path, text]) => [path.slice(only.length + 1), text])
      changeReads(value, Object.fromEntries(inner))
      if (only === "disconnect") changeArguments(value)
      overwrite(member.getParent(), changedTextOf(value))
      return overwrite(call, code)
    }
    const hasType = used.includes("walletProviderType")
    if (hasType) want(call, react, "useWalletInfo")
    const type = hasType ? `, walletProviderType: useWalletInfo(${given})?.connectorId` : ""
    return overwrite(call, `{ ${only}: ${code}${type} }`)
  }
  if (hook === "useNetwork" && (members.length === 0 || used.includes("caipNetwork")))
    return overwrite(call, `{ ...${code}, caipNetwork: ${code}.network?.network }`)
  if (rule.paths && members.length === 0 && !Node.isExpressionStatement(parent)) noteMembers()
  for (const one of members) {
    const renamed = paths[memberName(one)]?.slice(1)
    if (renamed === undefined || renamed === memberName(one)) continue
    const initial = one.getInitializer()
    const value = changedTextOf(one.getNameNode()) + (initial ? ` = ${changedTextOf(initial)}` : "")
    overwrite(one, `${renamed}: ${value}`)
  }
  overwrite(call, code)
}

/** Replaces AppKit's hooks. */
export const migrateHooks = (uses: Iterable<KitUse>): void => {
  for (const { imported, node } of uses) {
    const call = node.getParent()
    if (!Node.isCallExpression(call) || call.getExpression() !== node) continue
    const rule = hooks[imported]
    if (rule) changeHook(call, imported, rule)
    else if (/^use[A-Z]/.test(imported))
      addNote(
        call,
        `\`${imported}\` has no translation: ${untranslatedHooks[imported] ?? "see docs/from-appkit.md."}`,
      )
  }
}

/** Replaces the elements of a file. @returns whether the page needs `@wmodal/modal-web/elements` */
export const migrateElements = (file: SourceFile): boolean => {
  let needsElements = false
  if (!/<(?:appkit|w3m)-/.test(file.getFullText())) return false
  for (const node of file.getDescendants()) {
    if (!Node.isJsxOpeningElement(node) && !Node.isJsxSelfClosingElement(node)) continue
    const name = node.getTagNameNode()
    const rule = findElement(name.getText())
    if (rule === null) addNote(node, `\`<${name.getText()}>\` has no translation: see docs/from-appkit.md.`)
    if (!rule) continue
    const given = node.getAttributes().map((one) => (Node.isJsxAttribute(one) ? one.getNameNode() : null))
    const isPlain = given.every((one) => /^(?:label|namespace)$/.test(one?.getText() ?? ""))
    const tag = isPlain && rule.component !== null ? rule.component : rule.element
    overwrite(name, tag)
    if (Node.isJsxOpeningElement(node))
      overwrite(
        node.getParentIfKindOrThrow(ts.SyntaxKind.JsxElement).getClosingElement().getTagNameNode(),
        tag,
      )
    if (tag === rule.component) want(node, react, tag)
    else if (tag !== "wmodal-modal") needsElements = true
    for (const one of given) {
      const renamed = attributes[one?.getText() ?? ""]
      if (one && renamed !== undefined) overwrite(one, renamed)
    }
  }
  return needsElements
}
