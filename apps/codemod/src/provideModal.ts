import type * as t from "@babel/types"
import { resolveImport, toSpecifier } from "./paths.ts"
import { addNote, type Node, type Source, span, textOf, walk, want } from "./Source.ts"

const react = "@wmodal/modal-web/react"

/** Returns the import of the modal's file, as the file imports it already. */
const getSpecifier = (sources: ReadonlyMap<string, Source>, source: Source, home: Source): string =>
  source.imports.find(({ from }) => resolveImport(sources, source.path, from) === home.path)?.from ??
  toSpecifier(source.path, home.path)

/** Returns the nearest function around a node. */
const findFunction = (ancestors: readonly Node[]): Node | undefined =>
  ancestors.find(({ type }) => /Function/.test(type))

/** The cookie that a component passes to wagmi's `cookieToInitialState`, as code; `null` without one. */
const findCookie = (source: Source, component: Node | undefined): string | null => {
  let found: string | null = null
  if (component !== undefined)
    walk(component, (node) => {
      if (node.type !== "CallExpression" || node.callee.type !== "Identifier") return
      const [, cookie] = node.arguments
      if (node.callee.name === "cookieToInitialState" && cookie) found = textOf(source, cookie)
    })
  return found
}

const isWagmiProvider = (source: Source, node: t.JSXElement): boolean => {
  const { name } = node.openingElement
  return (
    name.type === "JSXIdentifier" &&
    source.imports.some(
      ({ from, imported, local }) => from === "wagmi" && imported === "WagmiProvider" && local === name.name,
    )
  )
}

/** A place where the tree of the page begins. */
interface Place {
  readonly source: Source
  readonly node: Node
  readonly ancestors: readonly Node[]
  /** Text that is not an element needs braces. */
  readonly isExpression: boolean
}

const isRenderCall = (node: Node): node is t.CallExpression =>
  node.type === "CallExpression" &&
  node.callee.type === "MemberExpression" &&
  node.callee.property.type === "Identifier" &&
  node.callee.property.name === "render"

const findPlaces = (source: Source, isAtHome: boolean) => {
  const wagmi: Place[] = []
  const roots: Place[] = []
  const returned: Place[] = []
  walk(source.program, (node, ancestors) => {
    if (node.type === "JSXElement" && isWagmiProvider(source, node))
      wagmi.push({ source, node, ancestors, isExpression: false })
    if (isRenderCall(node)) {
      const [root] = node.arguments
      if (root?.type === "JSXElement" || root?.type === "JSXFragment")
        roots.push({ source, node: root, ancestors: [node, ...ancestors], isExpression: false })
    }
    const isComponent = isAtHome && node.type === "ReturnStatement" && ancestors.length === 4
    if (!isComponent || !node.argument) return
    const value = node.argument
    if (value.type === "JSXElement" || value.type === "JSXFragment")
      returned.push({ source, node: value, ancestors, isExpression: false })
    else if (/^(?:props\.)?children$/.test(textOf(source, value)))
      returned.push({ source, node: value, ancestors, isExpression: true })
  })
  return { wagmi, roots, returned }
}

/** Puts `WModalProvider` around the page: outside of wagmi's provider, or around what is rendered. */
export const provideModal = (
  sources: ReadonlyMap<string, Source>,
  home: Source,
  modalName: string,
  creator: Source,
): void => {
  const found = [...sources.values()].map((source) => findPlaces(source, source === creator))
  const place =
    found.flatMap(({ wagmi }) => wagmi)[0] ??
    found.flatMap(({ roots }) => roots)[0] ??
    found.flatMap(({ returned }) => returned).at(-1)
  if (place === undefined) {
    const [first] = creator.body
    if (first) addNote(creator, first, `Put <WModalProvider modal={${modalName}}> around the page.`)
    return
  }
  const { ancestors, isExpression, node, source } = place
  want(source, react, "WModalProvider")
  if (source !== home) want(source, getSpecifier(sources, source, home), modalName)
  const cookie = findCookie(source, findFunction(ancestors))
  if (cookie !== null) want(source, "@wmodal/modal-web/ssr", "cookieToInitialState as cookieToModalState")
  const state = cookie === null ? "" : ` initialState={cookieToModalState(${cookie})}`
  const [start, end] = span(node)
  const [, indent = ""] = /(?:^|\n)([ \t]*)[^\n]*$/.exec(source.text.slice(0, start)) ?? []
  const [open, close] = isExpression ? ["{", "}"] : ["", ""]
  source.code.prependLeft(start, `<WModalProvider modal={${modalName}}${state}>\n${indent}${open}`)
  source.code.appendRight(end, `${close}\n${indent}</WModalProvider>`)
}
